/**
 * The composition root: creates every domain once and connects them.
 *
 *   App          the running application
 *   startApp     opens stores, migrates, composes, starts the workers; does not listen. @throws SettingsError
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { LANGUAGE_COOKIE, routes } from '../contract/index.ts';
import { createPainter } from '../paint/index.ts';
import { openAccess, USER_HEADER } from './access/access.ts';
import { openAudit } from './access/audit.ts';
import { openConfirmation } from './access/confirm.ts';
import { openIdempotency } from './access/idempotency.ts';
import { isSecret } from './access/permissions.ts';
import { assertScopeOfArea } from './access/scopes.ts';
import { appVersion } from './administration/buildInfo.ts';
import { openHealth } from './administration/health.ts';
import { openMetrics } from './administration/metrics.ts';
import { openApiDocs } from './apiDocs.ts';
import { openCalls } from './calls.ts';
import { openContentKeys } from './catalogue/contentKeys.ts';
import type { Settings } from './config.ts';
import { openContext } from './context.ts';
import { openUploadQuota } from './delivery/quota.ts';
import { openResumable, RESUMABLE_HEADERS, serveResumable } from './delivery/resumable.ts';
import type { StreamLimits } from './events/streams.ts';
import { ensureAdministrator } from './firstAdministrator.ts';
import { startJobs } from './jobs.ts';
import { openMounts, ROOT } from './mounts.ts';
import { openRepeatedCalls, type RepeatedCalls } from './pictures/repeatedCalls.ts';
import { skewSentence } from './platform/database/clock.ts';
import { freeBytes, openFolder } from './platform/disk.ts';
import { bind } from './platform/http/bind.ts';
import type { ConnectionLimits } from './platform/http/connections.ts';
import { serveDocs } from './platform/http/docsSite.ts';
import { openDrain } from './platform/http/drain.ts';
import { buildHttp } from './platform/http/server.ts';
import { serveWebApp } from './platform/http/webApp.ts';
import { openFailureLog } from './platform/log.ts';
import { isTracing } from './platform/tracing.ts';
import type { Database } from './schema.ts';
import { checksOf, foldersOf } from './serverChecks.ts';
import { withDeadline } from './start.ts';

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
const WEB_FOLDER = fileURLToPath(new URL('../../.build/web', import.meta.url));
const DOCS_FOLDER = fileURLToPath(new URL('../../.build/docs', import.meta.url));

/** Times and bounds that tests shorten. */
export interface AppLimits {
  readonly connections?: Partial<ConnectionLimits>;
  readonly streams?: Partial<StreamLimits>;
}

export async function startApp(settings: Settings, limits: AppLimits = {}): Promise<App> {
  const context = await openContext(settings, { upgrade: true });
  for (const { path, ...how } of foldersOf(settings)) await openFolder(path, how);
  const { log, database, blobs, globalConfigs } = context;
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
  const painter = createPainter({
    memoryBytes: settings.paintMemoryBytes,
    waiting: settings.paintWaiting,
    disk: {
      folder: `${settings.data}/pictures`,
      bytes: settings.paintDiskBytes,
      freeBytes: settings.freeSpaceBytes,
      trouble: openFailureLog(log, 'Keeping painted pictures on disk'),
    },
    ...(settings.paintWorkers !== undefined && { workers: settings.paintWorkers }),
  });

  const mountsOf = openMounts(settings.areas);
  const origins = [
    ...new Set(Object.values(settings.addresses).flatMap((address) => URL.parse(address)?.origin ?? [])),
  ];
  let repeatedCalls: RepeatedCalls | undefined;
  const { app, methodsAt } = await buildHttp({
    docs: openApiDocs(settings, origins, (route) => mountsOf(route).length > 0),
    log,
    hosts: settings.hosts,
    hostsSetting: 'LACQUER_HOSTS',
    basePath: settings.basePath,
    corsOrigins: settings.corsOrigins,
    exposedHeaders: [USER_HEADER, ...RESUMABLE_HEADERS],
    trustProxy: settings.trustProxy,
    uploadBytes: settings.packBytes,
    connections: limits.connections,
    intercept: (request, response, handOn) =>
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
  const quota = openUploadQuota({ database, freeSpace, packBytes, freeSpaceBytes, userBytes });
  const metrics = openMetrics({ app, database, painter, blobFailures: context.blobFailures });
  repeatedCalls = openRepeatedCalls({
    app,
    painter,
    permit: access.permit,
    begin: access.begin,
    answered: metrics.picture,
    counted: metrics.request,
    off: () => drain.hasBegun() || isTracing() || log.isLevelEnabled('info'),
  });
  const contentKeys = openContentKeys({ database, areaRefs: context.areaRefs, globalConfigs });
  const calls = await openCalls({
    context,
    access,
    confirmation,
    painter,
    quota,
    freeSpace,
    health,
    metrics,
    remember: repeatedCalls.remember,
    streamLimits: limits.streams,
  });
  const resumable = openResumable({
    database,
    blobs,
    folder: uploads,
    basePath: settings.basePath,
    quota,
    assertStillAllowed: access.assertStillAllowed,
    sweepFailures: openFailureLog(log, 'Deleting unfinished uploads that have expired'),
  });
  if (settings.areas.includes('base')) {
    await serveResumable(app, resumable, (request, reply) => access.authorize(request, routes.uploadPack, ROOT, reply));
  }
  bind(app, routes, calls.handlers, {
    mountsOf,
    authorize: access.authorize,
    admit: async (call) => {
      assertScopeOfArea(call.route, call.body, call.caller);
      await confirmation.requireProof(call);
    },
    once: openIdempotency(database, openFailureLog(log, 'Keeping the answer of a call with an Idempotency-Key')),
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
      calls.end();
      // Jobs first: other processes can take them while this one finishes its answers.
      await withDeadline(jobs?.stop(), deadline);
      await drain.finish(deadline);
      await access.close();
      audit.close();
      resumable.close();
      await painter.close();
      await calls.close();
      await context.close();
    },
  };
}
