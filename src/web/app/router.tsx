/**
 * The routes: which screen stands at which address, and what of it lives in the address.
 *
 *   router
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { TestSearch } from '../screens/catalogue/search.ts';
import { UploadSearch } from '../screens/delivery/search.ts';
import { NotFound } from './NotFound.tsx';
import { ScreenFailed } from './ScreenFailed.tsx';
import { Shell } from './Shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: ScreenFailed });

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/start' });
  },
});
const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: lazyRouteComponent(() => import('../screens/start/Start.tsx'), 'Start'),
});
const upload = createRoute({
  getParentRoute: () => root,
  path: '/upload',
  validateSearch: UploadSearch,
  component: lazyRouteComponent(() => import('../screens/delivery/Upload.tsx'), 'Upload'),
});
const validate = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/validate',
  validateSearch: TestSearch,
  component: lazyRouteComponent(() => import('../screens/catalogue/Validate.tsx'), 'Validate'),
});

export const router = createRouter({
  routeTree: root.addChildren([empty, start, upload, validate]),
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
