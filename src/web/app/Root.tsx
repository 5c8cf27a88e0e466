/**
 * Who is signed in decides what is fetched: the sign-in page, or the router with the shell. Neither waits in the other's
 * first load.
 */
import { lazy, Suspense } from 'react';
import { SessionProvider, wasSignedIn } from './session.tsx';

const fetchScreens = () => import('./Screens.tsx');
const Screens = lazy(fetchScreens);
const SignIn = lazy(() => import('./SignIn.tsx'));
const SignInAgain = lazy(() => import('./SignInAgain.tsx'));

// Most likely still so: the screens come while the session is asked for.
if (wasSignedIn()) void fetchScreens().catch(() => undefined);

export function Root() {
  return (
    <Suspense fallback={null}>
      <SessionProvider
        signIn={<SignIn fetchNext={fetchScreens} />}
        // With a boundary of its own: what stands below it must not be taken away while it is loaded.
        signInAgain={(username) => (
          <Suspense fallback={null}>
            <SignInAgain username={username} />
          </Suspense>
        )}
      >
        <Screens />
      </SessionProvider>
    </Suspense>
  );
}
