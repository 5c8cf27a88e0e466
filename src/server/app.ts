/**
 * The composition root: creates every domain once and connects them.
 *
 *   App          the running application
 *   startApp     opens stores, migrates, composes, starts the workers; does not listen. @throws SettingsError
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { AREAS, LANGUAGE_COOKIE, type Route, routes } from '../contract/index.ts';
import { createPainter } from '../paint/index.ts';
import { openAccess, USER_HEADER } from './access/access.ts';
import { openAudit } from './access/audit.ts';
import { openConfirmation } from './access/confirm.ts';
import { openIdempotency } from './access/idempotency.ts';
import { openKnownBrowsers } from './access/knownBrowsers.ts';
import { isSecret } from './access/permissions.ts';
import { openProxy } from './access/proxy.ts';
import { accessHandlers } from './access/routes.ts';
import { assertScopeOfArea } from './access/scopes.ts';
import { openSignInLimits } from './access/signInLimits.ts';
import { appVersion } from './administration/buildInfo.ts';
import { openHealth } from './administration/health.ts';
import { openMetrics } from './administration/metrics.ts';
import { administrationHandlers } from './administration/routes.ts';
import { assetProfileHandlers } from './assetProfiles/routes.ts';
import { batchJobHandlers } from './batchJobs/routes.ts';
import { openContentKeys } from './catalogue/contentKeys.ts';
import { catalogueHandlers } from './catalogue/routes.ts';
import type { Settings } from './config.ts';
import { configurationHandlers } from './configuration/routes.ts';
import { openContext } from './context.ts';
import { openUploadQuota } from './delivery/quota.ts';
import { openResumable, RESUMABLE_HEADERS, serveResumable } from './delivery/resumable.ts';
import { deliveryHandlers } from './delivery/routes.ts';
import { eventHandlers } from './events/routes.ts';
import { openStreams, type StreamLimits } from './events/streams.ts';
import { openVisible } from './events/visible.ts';
import { fileHandlers } from './files/routes.ts';
import { ensureAdministrator } from './firstAdministrator.ts';
import { globalConfigHandlers } from './globalConfigs/routes.ts';
import type { Mount } from './handlers.ts';
import { homeHandlers } from './home/routes.ts';
import { startJobs } from './jobs.ts';
import { journalHandlers } from './journal/routes.ts';
import { DOCS_SCRIPT, DOCS_STYLE } from './openApi/docsLook.ts';
import { docsPage, sendHeaderToken } from './openApi/docsPage.ts';
import { openApiDocument } from './openApi/document.ts';
import { type OpenApiDocument, serversAt } from './openApi/servers.ts';
import { openPictureAnswers } from './pictures/answer.ts';
import { openPictureCaching } from './pictures/caching.ts';
import { openPlans } from './pictures/plans.ts';
import { openPreviews } from './pictures/previews.ts';
import { openRepeatedCalls, type RepeatedCalls } from './pictures/repeatedCalls.ts';
import { pictureHandlers } from './pictures/routes.ts';
import { skewSentence } from './platform/database/clock.ts';
import { freeBytes, openFolder } from './platform/disk.ts';
import { bind } from './platform/http/bind.ts';
import type { ConnectionLimits } from './platform/http/connections.ts';
import { serveDocs } from './platform/http/docsSite.ts';
import { openDrain } from './platform/http/drain.ts';
import { buildHttp } from './platform/http/server.ts';
import { serveWebApp } from './platform/http/webApp.ts';
import { openJobChanges } from './platform/jobs/changes.ts';
import { openTrouble } from './platform/log.ts';
import { isTracing } from './platform/tracing.ts';
import { promotionHandlers } from './promotion/routes.ts';
import { qualityHandlers, qualityText } from './quality/routes.ts';
import type { Database } from './schema.ts';
import { checksOf, foldersOf } from './serverChecks.ts';
import { withDeadline } from './start.ts';
import { openPdfMaker } from './staticImages/pdfMaker.ts';
import { staticImageHandlers } from './staticImages/routes.ts';
import { openStaticIndexes } from './staticImages/staticIndexes.ts';
import { thumbnailHandlers } from './thumbnails/routes.ts';
import { webhookHandlers } from './webhooks/routes.ts';
import { openTargets } from './webhooks/targets.ts';

export interface App {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** the administrator's password that this first start generated; it is stored nowhere */
  readonly firstPassword: string | undefined;
  /** Prepares what the first picture would otherwise wait for. */
  warm(): Promise<void>;
  /**
   * Returns jobs to the queue, finishes running calls, closes the stores.
   * @param deadline cuts what is still running; absent: waits for it
   */
  close(deadline?: AbortSignal): Promise<void>;
}

const MINUTE_MS = 60_000;
/** of the memory for content; the rest is for image sets */
const STATIC_SHARE = 0.4;
const WEB_FOLDER = fileURLToPath(new URL('../../.build/web', import.meta.url));
const DOCS_FOLDER = fileURLToPath(new URL('../../.build/docs', import.meta.url));

const ROOT: Mount = { prefix: '', area: 'embargo', base: true };

const mountsFor = (areas: Settings['areas']): Mount[] => [
  ...(areas.includes('base') ? [ROOT] : []),
  ...AREAS.filter((area) => areas.includes(area)).map((area) => ({ prefix: `/${area}`, area, base: false })),
];

/** Times and bounds that tests shorten. */
export interface AppLimits {
  readonly connections?: Partial<ConnectionLimits>;
  readonly streams?: Partial<StreamLimits>;
}

export async function startApp(settings: Settings, limits: AppLimits = {}): Promise<App> {
  const context = await openContext(settings, { upgrade: true });
  for (const { path, ...how } of foldersOf(settings)) await openFolder(path, how);
  const { log, database, blobs, snapshots, derived, imageSets, globalConfigs, catalogue, quality, prepare, xmlFiles } =
    context;
  const firstPassword = await ensureAdministrator(database, settings.adminPassword).catch(async (error: unknown) => {
    await context.close();
    throw error;
  });

  const audit = openAudit(settings.audit, (error) => log.error(error, 'audit trail'));
  const access = openAccess(database, {
    limits: { idle: settings.sessionIdleMinutes * MINUTE_MS, max: settings.sessionMaxMinutes * MINUTE_MS },
    publicProdPictures: settings.publicPictureSeconds !== undefined,
    corsOrigins: settings.corsOrigins,
    audit,
  });
  const confirmation = openConfirmation(database, settings.prodConfirmMinutes * MINUTE_MS);
  const previews = openPreviews({ derived, blobs, prepare });
  const pdfs = openPdfMaker(join(settings.data, 'printing'));
  const staticIndexes = openStaticIndexes({
    areaRefs: context.areaRefs,
    snapshots,
    bytes: settings.contentMemoryBytes * STATIC_SHARE,
  });
  const painter = createPainter({
    memoryBytes: settings.paintMemoryBytes,
    waiting: settings.paintWaiting,
    disk: {
      folder: `${settings.data}/pictures`,
      bytes: settings.paintDiskBytes,
      freeBytes: settings.freeSpaceBytes,
      trouble: openTrouble(log, 'Keeping painted pictures on disk'),
    },
    ...(settings.paintWorkers !== undefined && { workers: settings.paintWorkers }),
  });

  const mounts = mountsFor(settings.areas);
  const hasBase = mounts.includes(ROOT);
  const mountsOf = ({ everyProcess, areas }: Route) =>
    everyProcess && !hasBase ? [ROOT, ...mounts] : mounts.filter(({ base }) => base || areas !== undefined);
  /** Made when somebody asks for it: it takes a seventh of the time of a start, and memory. */
  let document: OpenApiDocument | undefined;
  const calls = () => {
    document ??= openApiDocument({
      title: 'Lacquer',
      version: appVersion,
      publicProdPictures: settings.publicPictureSeconds !== undefined,
      serves: (route) => mountsOf(route).length > 0,
    });
    return document;
  };
  const origins = [
    ...new Set(Object.values(settings.addresses).flatMap((address) => URL.parse(address)?.origin ?? [])),
  ];
  let repeatedCalls: RepeatedCalls | undefined;
  const { app, methodsAt } = await buildHttp({
    docs: {
      document: (request) => serversAt(calls(), `${request.protocol}://${request.host}`, settings.addresses),
      origins,
      prepare: sendHeaderToken,
      html: docsPage,
      style: DOCS_STYLE,
      script: DOCS_SCRIPT,
    },
    log,
    hosts: settings.hosts,
    hostsSetting: 'LACQUER_HOSTS',
    basePath: settings.basePath,
    corsOrigins: settings.corsOrigins,
    exposedHeaders: [USER_HEADER, ...RESUMABLE_HEADERS],
    trustProxy: settings.trustProxy,
    uploadBytes: settings.packBytes,
    connections: limits.connections,
    takeFirst: (request, response, handOn) =>
      repeatedCalls ? repeatedCalls.take(request, response, handOn) : handOn(),
  });
  const drain = openDrain(app);
  const health = openHealth(checksOf(settings, context), {
    log: (error, sentence) => log.error(error, sentence),
    warning: () => skewSentence(database.clock.skew()),
  });
  const { packBytes, freeSpaceBytes, userBytes } = settings;
  const uploads = join(settings.data, 'uploads');
  // Partial uploads are in one folder, complete packs in another: they may be on two disks.
  const freeSpace = async () => Math.min(await blobs.freeSpace(), await freeBytes(uploads));
  const quota = openUploadQuota({
    database,
    freeSpace,
    packBytes,
    freeSpaceBytes,
    userBytes,
  });
  const metrics = openMetrics({ app, database, painter, blobFailures: context.blobFailures });
  repeatedCalls = openRepeatedCalls({
    ...{
      app,
      painter,
      permit: access.permit,
      begin: access.begin,
      answered: metrics.picture,
      counted: metrics.request,
    },
    off: () => drain.hasBegun() || isTracing() || log.isLevelEnabled('info'),
  });
  const changes = openJobChanges(database);
  const visible = openVisible({ knownNames: (can, texts) => catalogue.seenBy(can).knownNames(texts) });
  const streams = openStreams(database, visible, limits.streams);
  const contentKeys = openContentKeys({ database, areaRefs: context.areaRefs, globalConfigs });
  const qualityStores = { database, catalogue, quality: settings.qualityReport ? quality : undefined };
  const setCaching = openPictureCaching(settings.publicPictureSeconds);
  const painting = {
    planPicture: openPlans(),
    ...{ database, blobs, derived, prepare, painter },
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
    ...homeHandlers({ database, catalogue, freeSpace, reserveBytes: freeSpaceBytes }),
    ...journalHandlers({ database }),
    ...promotionHandlers({
      catalogue,
      database,
      snapshots,
      imageSets,
      globalConfigs,
      previews,
      answerPicture,
      qualityReport: (disId, caller) => qualityText(qualityStores, disId, caller),
    }),
    ...pictureHandlers({ ...painting, answerPicture, catalogue, globalConfigs, remember: repeatedCalls.remember }),
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
  const resumable = openResumable({
    database,
    blobs,
    folder: uploads,
    basePath: settings.basePath,
    quota,
    assertStillAllowed: access.assertStillAllowed,
    sweeping: openTrouble(log, 'Deleting unfinished uploads that have expired'),
  });
  if (settings.areas.includes('base')) {
    await serveResumable(app, resumable, (request, reply) => access.authorize(request, routes.uploadPack, ROOT, reply));
  }
  bind(app, routes, handlers, {
    mountsOf,
    authorize: access.authorize,
    admit: async (call) => {
      assertScopeOfArea(call.route, call.body, call.caller);
      await confirmation.requireProof(call);
    },
    once: openIdempotency(database, openTrouble(log, 'Keeping the answer of a call with an Idempotency-Key')),
    secret: isSecret,
    contentKey: async ({ follows }, { area }, { can }) =>
      follows && JSON.stringify([appVersion, area, can, await contentKeys(area)]),
    cacheable: ({ area }) => area === 'prod',
  });
  await serveDocs(app, DOCS_FOLDER, settings.basePath);
  await serveWebApp(app, WEB_FOLDER, {
    origins,
    basePath: settings.basePath,
    languageCookie: LANGUAGE_COOKIE,
    methodsAt,
  });

  const jobs = settings.workers === 0 ? undefined : startJobs(context);

  return {
    app,
    database,
    firstPassword,
    warm: painter.warm,
    async close(deadline) {
      health.end();
      drain.begin();
      // Resolve pending long-polls and end streams first, so that shutdown is not held up.
      changes.close();
      streams.close();
      // Jobs first: other processes can take them while this one finishes its answers.
      await withDeadline(jobs?.stop(), deadline);
      await drain.finish(deadline);
      await access.close();
      audit.close();
      resumable.close();
      await painter.close();
      await pdfs.close();
      await context.close();
    },
  };
}
