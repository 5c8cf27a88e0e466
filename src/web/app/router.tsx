/**
 * The router of the app.
 *
 *   router
 *   makeRouter    a separate router, for tests
 */
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { readAddress, writeAddress } from '../ui/addressText.ts';
import { basePath } from './basePath.ts';
import { fetchMissingFile, lazyPart } from './lazyFile.ts';
import { guardLeaving } from './leaving.ts';
import { routeTree } from './routes.tsx';

let currentPath = '';
/** A choice on a screen changes the address, too, and must not scroll the page to the top. */
const isOtherScreen = ({ location }: { location: { pathname: string } }): boolean => {
  const isOther = location.pathname !== currentPath;
  currentPath = location.pathname;
  return isOther;
};

/** @param history absent: the browser's history */
export const makeRouter = (history?: RouterHistory) =>
  guardLeaving(
    createRouter({
      routeTree,
      basepath: basePath || '/',
      ...(history && { history }),
      parseSearch: readAddress,
      stringifySearch: writeAddress,
      defaultPreload: 'intent',
      scrollRestoration: isOtherScreen,
      defaultErrorComponent: lazyPart(fetchMissingFile, 'ScreenFailed'),
    }),
  );
export const router = makeRouter();

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
