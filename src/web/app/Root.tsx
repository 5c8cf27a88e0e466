/**
 * Loads what the user needs: the sign-in page, or the router with the shell. Neither is in the first load of the other.
 */
import { Suspense } from 'react';
import { lazyPart } from './lazyFile.ts';
import { SessionProvider, wasSignedIn } from './session.tsx';

const fetchScreens = () => import('./Screens.tsx');
const Screens = lazyPart(fetchScreens, 'default');
const SignIn = lazyPart(() => import('./SignIn.tsx'), 'default');
const SignInAgain = lazyPart(() => import('./SignInAgain.tsx'), 'default');

// The user is probably still signed in: load the screens together with the session.
if (wasSignedIn()) void fetchScreens().catch(() => undefined);

export function Root() {
  return (
    <Suspense fallback={null}>
      <SessionProvider
        signIn={<SignIn fetchNext={fetchScreens} />}
        // A separate boundary keeps the screens below it mounted while it loads.
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
