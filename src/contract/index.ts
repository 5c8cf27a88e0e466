/** The wire: every call by name, and the schemas that both sides share. */
import { accessRoutes } from './access.ts';
import { administrationRoutes } from './administration.ts';
import { assetProfileRoutes } from './assetProfiles.ts';
import { batchJobRoutes } from './batchJobs.ts';
import { catalogueRoutes } from './catalogue.ts';
import { configurationRoutes } from './configuration.ts';
import { deliveryRoutes } from './delivery.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { globalConfigRoutes } from './globalConfigs.ts';
import { homeRoutes } from './home.ts';
import { journalRoutes } from './journal.ts';
import { pictureRoutes } from './pictures.ts';
import { promotionRoutes } from './promotion.ts';
import { qualityRoutes } from './quality.ts';
import { staticImageRoutes } from './staticImages.ts';
import { storageRoutes } from './storage.ts';
import { thumbnailRoutes } from './thumbnails.ts';
import { webhookRoutes } from './webhooks.ts';

export * from './access.ts';
export * from './administration.ts';
export * from './assetProfiles.ts';
export * from './batchJobs.ts';
export * from './bulkPromotions.ts';
export * from './catalogue.ts';
export * from './client.ts';
export * from './configuration.ts';
export * from './constants.ts';
export * from './contentDiff.ts';
export * from './contentHistory.ts';
export * from './contentStatus.ts';
export * from './delivery.ts';
export * from './eventNames.ts';
export * from './events.ts';
export * from './files.ts';
export * from './globalConfigs.ts';
export * from './home.ts';
export * from './imageSets.ts';
export * from './inProgress.ts';
export * from './journal.ts';
export * from './pictures.ts';
export * from './promotion.ts';
export * from './quality.ts';
export * from './route.ts';
export * from './setOverview.ts';
export * from './staticImages.ts';
export * from './storage.ts';
export * from './thumbnails.ts';
export * from './users.ts';
export * from './webhooks.ts';
export * from './words.ts';

/** The calls by the domain that answers them. */
export const routesByDomain = {
  access: accessRoutes,
  administration: administrationRoutes,
  assetProfiles: assetProfileRoutes,
  batchJobs: batchJobRoutes,
  catalogue: catalogueRoutes,
  configuration: configurationRoutes,
  delivery: deliveryRoutes,
  events: eventRoutes,
  files: fileRoutes,
  globalConfigs: globalConfigRoutes,
  home: homeRoutes,
  journal: journalRoutes,
  pictures: pictureRoutes,
  promotion: promotionRoutes,
  quality: qualityRoutes,
  staticImages: staticImageRoutes,
  storage: storageRoutes,
  thumbnails: thumbnailRoutes,
  webhooks: webhookRoutes,
} as const;

export const routes = {
  ...accessRoutes,
  ...administrationRoutes,
  ...assetProfileRoutes,
  ...batchJobRoutes,
  ...catalogueRoutes,
  ...configurationRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...fileRoutes,
  ...globalConfigRoutes,
  ...homeRoutes,
  ...journalRoutes,
  ...pictureRoutes,
  ...promotionRoutes,
  ...qualityRoutes,
  ...staticImageRoutes,
  ...storageRoutes,
  ...thumbnailRoutes,
  ...webhookRoutes,
} as const;
