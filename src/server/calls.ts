/**
 * The calls of all domains: creates what only calls need, and connects it to what the app shares with them.
 *
 *   CallParts   what the app has opened before
 *   openCalls   a handler for each call of the contract
 */
import { join } from 'node:path';
import type { Painter } from '../paint/index.ts';
import type { Access } from './access/access.ts';
import type { Confirmation } from './access/confirm.ts';
import { openKnownBrowsers } from './access/knownBrowsers.ts';
import { openProxy } from './access/proxy.ts';
import { accessHandlers } from './access/routes.ts';
import { openSignInLimits } from './access/signInLimits.ts';
import type { Health } from './administration/health.ts';
import type { Metrics } from './administration/metrics.ts';
import { administrationHandlers } from './administration/routes.ts';
import { assetProfileHandlers } from './assetProfiles/routes.ts';
import { batchJobHandlers } from './batchJobs/routes.ts';
import { catalogueHandlers } from './catalogue/routes.ts';
import { configurationHandlers } from './configuration/routes.ts';
import type { Context } from './context.ts';
import type { UploadQuota } from './delivery/quota.ts';
import { deliveryHandlers } from './delivery/routes.ts';
import { openEventFilter } from './events/eventFilter.ts';
import { eventHandlers } from './events/routes.ts';
import { openStreams, type StreamLimits } from './events/streams.ts';
import { fileHandlers } from './files/routes.ts';
import { globalConfigHandlers } from './globalConfigs/routes.ts';
import { homeHandlers } from './home/routes.ts';
import { journalHandlers } from './journal/routes.ts';
import { openPictureAnswers } from './pictures/answer.ts';
import { openPictureCaching } from './pictures/caching.ts';
import { openPlans } from './pictures/plans.ts';
import { openPreviews } from './pictures/previews.ts';
import type { RepeatedCalls } from './pictures/repeatedCalls.ts';
import { pictureHandlers } from './pictures/routes.ts';
import { openJobChanges } from './platform/jobs/changes.ts';
import { promotionHandlers } from './promotion/routes.ts';
import { qualityHandlers, qualityText } from './quality/routes.ts';
import { openPdfMaker } from './staticImages/pdfMaker.ts';
import { staticImageHandlers } from './staticImages/routes.ts';
import { openStaticIndexes } from './staticImages/staticIndexes.ts';
import { thumbnailHandlers } from './thumbnails/routes.ts';
import { webhookHandlers } from './webhooks/routes.ts';
import { openTargets } from './webhooks/targets.ts';

export interface CallParts {
  readonly context: Context;
  readonly access: Access;
  readonly confirmation: Confirmation;
  readonly painter: Painter;
  readonly quota: UploadQuota;
  /** bytes that uploads may still take */
  readonly freeSpace: () => Promise<number>;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly remember: RepeatedCalls['remember'];
  readonly streamLimits: Partial<StreamLimits> | undefined;
}

/** of the memory for content; the rest is for image sets */
const STATIC_SHARE = 0.4;

/**
 * @returns handlers; end: answers clients that wait for changes and ends their streams; close: ends the threads that make PDFs
 */
export async function openCalls(parts: CallParts) {
  const { context, access, confirmation, painter, quota, freeSpace, health, metrics, remember, streamLimits } = parts;
  const { settings, database, blobs, snapshots, derived, globalConfigs, catalogue, prepare, xmlFiles } = context;
  const changes = openJobChanges(database);
  const visible = openEventFilter({ redactNames: (can, texts) => catalogue.seenBy(can).redactNames(texts) });
  const streams = openStreams(database, visible, streamLimits);
  const previews = openPreviews({ derived, blobs, prepare });
  const pdfs = openPdfMaker(join(settings.data, 'printing'));
  const staticIndexes = openStaticIndexes({
    areaRefs: context.areaRefs,
    snapshots,
    bytes: settings.contentMemoryBytes * STATIC_SHARE,
  });
  const qualityStores = { database, catalogue, quality: settings.qualityReport ? context.quality : undefined };
  const setCaching = openPictureCaching(settings.publicPictureSeconds);
  const painting = {
    planPicture: openPlans(),
    database,
    blobs,
    derived,
    prepare,
    painter,
    limits: settings.resolutionLimits,
    setCaching,
    answered: metrics.picture,
  };
  const answerPicture = openPictureAnswers(painting);
  const handlers = {
    ...accessHandlers({
      confirmation,
      database,
      access,
      limits: openSignInLimits(database, settings.signInPerMinute),
      browsers: openKnownBrowsers(database),
      // Loaded only where it is used, to save memory.
      oidc: settings.oidc && (await import('./access/oidc.ts')).openOidc(settings.oidc),
      proxy: settings.proxy && openProxy(settings.proxy),
    }),
    ...administrationHandlers({
      database,
      health,
      settings,
      caches: [catalogue, globalConfigs, staticIndexes, { clear: () => painter.clear() }],
      metrics,
      server: { freeSpace, paintings: () => painter.state().pictures.disk },
    }),
    ...assetProfileHandlers({ database, snapshots, blobs, catalogue, globalConfigs }),
    ...batchJobHandlers({ database, catalogue, changes }),
    ...catalogueHandlers({ catalogue }),
    ...eventHandlers({ database, streams, visible, callerNow: access.callerNow }),
    ...configurationHandlers({ catalogue, globalConfigs }),
    ...fileHandlers({ database, snapshots, blobs, derived, prepare, globalConfigs, xmlFiles }),
    ...globalConfigHandlers({ database, xmlFiles }),
    ...deliveryHandlers({ database, catalogue, blobs, quota, assertStillAllowed: access.assertStillAllowed }),
    ...homeHandlers({ database, catalogue, freeSpace, reserveBytes: settings.freeSpaceBytes }),
    ...journalHandlers({ database }),
    ...promotionHandlers({
      catalogue,
      database,
      snapshots,
      imageSets: context.imageSets,
      globalConfigs,
      previews,
      answerPicture,
      qualityReport: (disId, caller) => qualityText(qualityStores, disId, caller),
    }),
    ...pictureHandlers({ ...painting, answerPicture, catalogue, globalConfigs, remember }),
    ...qualityHandlers(qualityStores),
    ...thumbnailHandlers({ catalogue, thumbnails: context.thumbnails }),
    ...webhookHandlers({ database, targets: openTargets(settings.webhookNetworks) }),
    ...staticImageHandlers({
      setCaching,
      catalogue,
      derived,
      blobs,
      prepare,
      previews,
      pdfs,
      indexes: staticIndexes,
      basePath: settings.basePath,
    }),
  };
  return {
    handlers,
    end() {
      changes.close();
      streams.close();
    },
    close: () => pdfs.close(),
  };
}
