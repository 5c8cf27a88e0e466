/** The screens, for a signed-in user. */
import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

export default function Screens() {
  return <RouterProvider router={router} />;
}
