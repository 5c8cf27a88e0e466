/** The router, once it is known who is signed in. */
import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';
import { SignIn } from './SignIn.tsx';
import { SessionProvider } from './session.tsx';

export function Root() {
  return (
    <SessionProvider signIn={<SignIn />}>
      <RouterProvider router={router} />
    </SessionProvider>
  );
}
