/**
 * The routes: the address of each screen, and what the screen keeps in it.
 *
 *   routeTree
 */
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { UserSearch } from '../screens/access/search.ts';
import { StorageSearch } from '../screens/administration/search.ts';
import { AssetProfileSearch } from '../screens/assetProfiles/search.ts';
import { BatchSearch } from '../screens/batchJobs/search.ts';
import { CompareSearch, SheetSearch, TestSearch } from '../screens/catalogue/search.ts';
import { MappingSearch } from '../screens/configuration/search.ts';
import { UploadSearch } from '../screens/delivery/search.ts';
import { FileSearch } from '../screens/files/search.ts';
import { ConfigSearch } from '../screens/globalConfigs/search.ts';
import { DynamicLogSearch, LogSearch } from '../screens/journal/search.ts';
import { ManageSearch, PromoteSearch, StatusSearch } from '../screens/promotion/search.ts';
import { QualitySearch } from '../screens/quality/search.ts';
import { SetPageSearch } from '../screens/sets/search.ts';
import { StaticSearch } from '../screens/staticImages/search.ts';
import { WebhookSearch } from '../screens/webhooks/search.ts';
import { fetchMissingFile, lazyPart } from './lazyFile.ts';
import { lazyScreen } from './lazyScreen.ts';
import { Shell } from './Shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyScreen(() => import('./NotFound.tsx'), 'NotFound'),
  errorComponent: lazyPart(fetchMissingFile, 'AppFailed'),
});

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
  component: lazyScreen(() => import('../screens/start/Start.tsx'), 'Start'),
});
const upload = createRoute({
  getParentRoute: () => root,
  path: '/upload',
  validateSearch: UploadSearch,
  component: lazyScreen(() => import('../screens/delivery/Upload.tsx'), 'Upload'),
});
const validate = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/validate',
  validateSearch: TestSearch,
  component: lazyScreen(() => import('../screens/catalogue/Validate.tsx'), 'Validate'),
});

const options = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/options',
  validateSearch: TestSearch,
  component: lazyScreen(() => import('../screens/catalogue/Options.tsx'), 'Options'),
});
const compare = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/compare',
  validateSearch: CompareSearch,
  component: lazyScreen(() => import('../screens/catalogue/Compare.tsx'), 'Compare'),
});
const sheet = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/sheet',
  validateSearch: SheetSearch,
  component: lazyScreen(() => import('../screens/catalogue/ContactSheet.tsx'), 'ContactSheet'),
});
const mapping = createRoute({
  getParentRoute: () => root,
  path: '/dynamic/layers',
  validateSearch: MappingSearch,
  component: lazyScreen(() => import('../screens/configuration/Mapping.tsx'), 'Mapping'),
});
const staticImages = createRoute({
  getParentRoute: () => root,
  path: '/static',
  validateSearch: StaticSearch,
  component: lazyScreen(() => import('../screens/staticImages/StaticImages.tsx'), 'StaticImages'),
});
const manageGlobalConfigs = createRoute({
  getParentRoute: () => root,
  path: '/admin/manage-global-configs',
  validateSearch: ConfigSearch,
  component: lazyScreen(() => import('../screens/globalConfigs/ManageGlobalConfigs.tsx'), 'ManageGlobalConfigs'),
});
const logs = createRoute({
  getParentRoute: () => root,
  path: '/logs',
  validateSearch: LogSearch,
  component: lazyScreen(() => import('../screens/journal/Logs.tsx'), 'Logs'),
});
const dynamicImageLogs = createRoute({
  getParentRoute: () => root,
  path: '/admin/dynamic-image-logs',
  validateSearch: DynamicLogSearch,
  component: lazyScreen(() => import('../screens/journal/DynamicImageLogs.tsx'), 'DynamicImageLogs'),
});
const batchSummary = createRoute({
  getParentRoute: () => root,
  path: '/admin/batch-summary',
  validateSearch: BatchSearch,
  component: lazyScreen(() => import('../screens/batchJobs/BatchSummary.tsx'), 'BatchSummary'),
});
const statusDynamic = createRoute({
  getParentRoute: () => root,
  path: '/status/dynamic',
  validateSearch: StatusSearch,
  component: lazyScreen(() => import('../screens/promotion/StatusDynamic.tsx'), 'StatusDynamic'),
});
const fileBrowser = createRoute({
  getParentRoute: () => root,
  path: '/admin/file-browser',
  validateSearch: FileSearch,
  component: lazyScreen(() => import('../screens/files/FileBrowser.tsx'), 'FileBrowser'),
});
const quality = createRoute({
  getParentRoute: () => root,
  path: '/quality/$disId',
  validateSearch: QualitySearch,
  component: lazyScreen(() => import('../screens/quality/QualityReport.tsx'), 'QualityReport'),
});
const setPage = createRoute({
  getParentRoute: () => root,
  path: '/sets/$disId',
  validateSearch: SetPageSearch,
  component: lazyScreen(() => import('../screens/sets/SetPage.tsx'), 'SetPage'),
});
const statusStatic = createRoute({
  getParentRoute: () => root,
  path: '/status/static',
  validateSearch: StatusSearch,
  component: lazyScreen(() => import('../screens/promotion/StatusStatic.tsx'), 'StatusStatic'),
});
const promoteDynamic = createRoute({
  getParentRoute: () => root,
  path: '/promote/dynamic',
  validateSearch: PromoteSearch,
  component: lazyScreen(() => import('../screens/promotion/PromoteDynamic.tsx'), 'PromoteDynamic'),
});
const promoteStatic = createRoute({
  getParentRoute: () => root,
  path: '/promote/static',
  validateSearch: PromoteSearch,
  component: lazyScreen(() => import('../screens/promotion/PromoteStatic.tsx'), 'PromoteStatic'),
});
const manageImageSets = createRoute({
  getParentRoute: () => root,
  path: '/admin/manage-image-sets',
  validateSearch: ManageSearch,
  component: lazyScreen(() => import('../screens/promotion/ManageImageSets.tsx'), 'ManageImageSets'),
});

const refreshCaches = createRoute({
  getParentRoute: () => root,
  path: '/admin/refresh-caches',
  component: lazyScreen(() => import('../screens/administration/RefreshCaches.tsx'), 'RefreshCaches'),
});
const storage = createRoute({
  getParentRoute: () => root,
  path: '/admin/storage',
  validateSearch: StorageSearch,
  component: lazyScreen(() => import('../screens/administration/Storage.tsx'), 'Storage'),
});
const manageAssetProfiles = createRoute({
  getParentRoute: () => root,
  path: '/admin/manage-asset-profiles',
  validateSearch: AssetProfileSearch,
  component: lazyScreen(() => import('../screens/assetProfiles/ManageAssetProfiles.tsx'), 'ManageAssetProfiles'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/admin/users',
  validateSearch: UserSearch,
  component: lazyScreen(() => import('../screens/access/Users.tsx'), 'Users'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/admin/webhooks',
  validateSearch: WebhookSearch,
  component: lazyScreen(() => import('../screens/webhooks/Webhooks.tsx'), 'Webhooks'),
});

export const routeTree = root.addChildren([
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
  setPage,
  fileBrowser,
  promoteDynamic,
  promoteStatic,
  manageImageSets,
  refreshCaches,
  storage,
  manageAssetProfiles,
  users,
  webhooks,
]);
