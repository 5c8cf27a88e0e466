/** The screens, for somebody who is signed in. */
import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

export default function Screens() {
  return <RouterProvider router={router} />;
}
