/**
 * The routes: which screen stands at which address, and what of it lives in the address.
 *
 *   router
 *   makeRouter    one of its own, for a test
 */
import { createRootRoute, createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router';
import { UserSearch } from '../screens/access/search.ts';
import { AssetProfileSearch } from '../screens/assetProfiles/search.ts';
import { BatchSearch } from '../screens/batchJobs/search.ts';
import { CompareSearch, SheetSearch, TestSearch } from '../screens/catalogue/search.ts';
import { MappingSearch } from '../screens/configuration/search.ts';
import { UploadSearch } from '../screens/delivery/search.ts';
import { FileSearch } from '../screens/files/search.ts';
import { ConfigSearch } from '../screens/globalConfigs/search.ts';
import { LogSearch } from '../screens/journal/search.ts';
import { ManageSearch, PromoteSearch, StatusSearch } from '../screens/promotion/search.ts';
import { QualitySearch } from '../screens/quality/search.ts';
import { StaticSearch } from '../screens/staticImages/search.ts';
import { readAddress, writeAddress } from '../ui/addressText.ts';
import { lazyRouteComponent } from './lazyScreen.ts';
import { keepLeaving } from './leaving.ts';
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

const options = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/options',
  validateSearch: TestSearch,
  component: lazyRouteComponent(() => import('../screens/catalogue/Options.tsx'), 'Options'),
});
const compare = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/compare',
  validateSearch: CompareSearch,
  component: lazyRouteComponent(() => import('../screens/catalogue/Compare.tsx'), 'Compare'),
});
const sheet = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/sheet',
  validateSearch: SheetSearch,
  component: lazyRouteComponent(() => import('../screens/catalogue/ContactSheet.tsx'), 'ContactSheet'),
});
const mapping = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/layers',
  validateSearch: MappingSearch,
  component: lazyRouteComponent(() => import('../screens/configuration/Mapping.tsx'), 'Mapping'),
});
const staticImages = createRoute({
  getParentRoute: () => root,
  path: '/static',
  validateSearch: StaticSearch,
  component: lazyRouteComponent(() => import('../screens/staticImages/StaticImages.tsx'), 'StaticImages'),
});
const manageGlobalConfigs = createRoute({
  getParentRoute: () => root,
  path: '/admin/manage-global-configs',
  validateSearch: ConfigSearch,
  component: lazyRouteComponent(
    () => import('../screens/globalConfigs/ManageGlobalConfigs.tsx'),
    'ManageGlobalConfigs',
  ),
});
const logs = createRoute({
  getParentRoute: () => root,
  path: '/logs',
  validateSearch: LogSearch,
  component: lazyRouteComponent(() => import('../screens/journal/Logs.tsx'), 'Logs'),
});
const dynamicImageLogs = createRoute({
  getParentRoute: () => root,
  path: '/admin/dynamic-image-logs',
  component: lazyRouteComponent(() => import('../screens/journal/DynamicImageLogs.tsx'), 'DynamicImageLogs'),
});
const batchSummary = createRoute({
  getParentRoute: () => root,
  path: '/admin/batch-summary',
  validateSearch: BatchSearch,
  component: lazyRouteComponent(() => import('../screens/batchJobs/BatchSummary.tsx'), 'BatchSummary'),
});
const statusDynamic = createRoute({
  getParentRoute: () => root,
  path: '/status/dynamic',
  validateSearch: StatusSearch,
  component: lazyRouteComponent(() => import('../screens/promotion/StatusDynamic.tsx'), 'StatusDynamic'),
});
const fileBrowser = createRoute({
  getParentRoute: () => root,
  path: '/admin/file-browser',
  validateSearch: FileSearch,
  component: lazyRouteComponent(() => import('../screens/files/FileBrowser.tsx'), 'FileBrowser'),
});
const quality = createRoute({
  getParentRoute: () => root,
  path: '/quality/$disId',
  validateSearch: QualitySearch,
  component: lazyRouteComponent(() => import('../screens/quality/QualityReport.tsx'), 'QualityReport'),
});
const statusStatic = createRoute({
  getParentRoute: () => root,
  path: '/status/static',
  validateSearch: StatusSearch,
  component: lazyRouteComponent(() => import('../screens/promotion/StatusStatic.tsx'), 'StatusStatic'),
});
const promoteDynamic = createRoute({
  getParentRoute: () => root,
  path: '/promote/dynamic',
  validateSearch: PromoteSearch,
  component: lazyRouteComponent(() => import('../screens/promotion/PromoteDynamic.tsx'), 'PromoteDynamic'),
});
const promoteStatic = createRoute({
  getParentRoute: () => root,
  path: '/promote/static',
  validateSearch: PromoteSearch,
  component: lazyRouteComponent(() => import('../screens/promotion/PromoteStatic.tsx'), 'PromoteStatic'),
});
const manageImageSets = createRoute({
  getParentRoute: () => root,
  path: '/admin/manage-image-sets',
  validateSearch: ManageSearch,
  component: lazyRouteComponent(() => import('../screens/promotion/ManageImageSets.tsx'), 'ManageImageSets'),
});

const refreshCaches = createRoute({
  getParentRoute: () => root,
  path: '/admin/refresh-caches',
  component: lazyRouteComponent(() => import('../screens/administration/RefreshCaches.tsx'), 'RefreshCaches'),
});
const manageAssetProfiles = createRoute({
  getParentRoute: () => root,
  path: '/admin/manage-asset-profiles',
  validateSearch: AssetProfileSearch,
  component: lazyRouteComponent(
    () => import('../screens/assetProfiles/ManageAssetProfiles.tsx'),
    'ManageAssetProfiles',
  ),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/admin/users',
  validateSearch: UserSearch,
  component: lazyRouteComponent(() => import('../screens/access/Users.tsx'), 'Users'),
});

let shown = '';
/** A choice on a screen changes its address as well: whoever has scrolled to a picture must not be thrown to the top. */
const onAnotherScreen = ({ location }: { location: { pathname: string } }): boolean => {
  const another = location.pathname !== shown;
  shown = location.pathname;
  return another;
};

const routeTree = root.addChildren([
  empty,
  start,
  upload,
  validate,
  options,
  compare,
  sheet,
  mapping,
  staticImages,
  manageGlobalConfigs,
  logs,
  dynamicImageLogs,
  batchSummary,
  statusDynamic,
  statusStatic,
  quality,
  fileBrowser,
  promoteDynamic,
  promoteStatic,
  manageImageSets,
  refreshCaches,
  manageAssetProfiles,
  users,
]);

/** @param history absent: the browser's */
export const makeRouter = (history?: RouterHistory) =>
  keepLeaving(
    createRouter({
      routeTree,
      ...(history && { history }),
      parseSearch: readAddress,
      stringifySearch: writeAddress,
      defaultPreload: 'intent',
      scrollRestoration: onAnotherScreen,
      defaultErrorComponent: ScreenFailed,
    }),
  );
export const router = makeRouter();

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
