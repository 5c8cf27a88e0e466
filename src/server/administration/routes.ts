/** Build information, the web app's addresses, health, caches, storage. */
import type { administrationRoutes } from '../../contract/administration.ts';
import type { storageRoutes } from '../../contract/storage.ts';
import type { Settings } from '../config.ts';
import { type Handlers, setJobLocation } from '../handlers.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { readBuildInfo } from './buildInfo.ts';
import { type Cache, clearCaches } from './caches.ts';
import type { Health } from './health.ts';
import { requestMeasurement } from './storage.ts';
import { listStoredSets, readStorage } from './storedMeasurement.ts';

export const administrationHandlers = ({
  database,
  health,
  settings,
  caches,
  metrics,
  server,
}: {
  database: Database;
  health: Health;
  settings: Settings;
  caches: readonly Cache[];
  metrics: { text(): Promise<string> };
  /** what this server has on its disk, in bytes */
  server: { freeSpace(): Promise<number>; paintings(): number };
}): Handlers<typeof administrationRoutes & typeof storageRoutes> => ({
  buildInfo: () => readBuildInfo(database),
  environmentConfig: () => ({
    API_BASE_URL: settings.addresses.base,
    API_TEST_EMBARGO_URL: settings.addresses.embargo,
    API_TEST_PREPROD_URL: settings.addresses.preprod,
    API_TEST_PROD_URL: settings.addresses.prod,
    FEATURE_QUALITY_REPORT_ENABLED: settings.qualityReport,
  }),
  clearAllCaches: async ({ mount, query, caller }) => {
    const area = query.area ?? mount.area;
    if (!mount.base && area !== mount.area) {
      throw badRequest('two-areas', `The address is that of ${mount.area}, the query names ${area}.`);
    }
    await clearCaches(database, caches, area, caller.username);
    return { message: `Cache refreshed for ${area}` };
  },
  storage: async () => {
    const [{ cleanedUpAt, ...storage }, free] = await Promise.all([readStorage(database), server.freeSpace()]);
    const { freeSpaceBytes: reserve, paintDiskBytes: paintingsLimit, graceDays, historyDays } = settings;
    return {
      ...storage,
      server: { free: Number.isFinite(free) ? free : null, reserve, paintings: server.paintings(), paintingsLimit },
      cleanUp: { at: cleanedUpAt, graceDays, historyDays },
    };
  },
  storedSets: () => listStoredSets(database),
  measureStorage: async ({ caller, reply }) => {
    setJobLocation(reply, await database.transaction((trx) => requestMeasurement(trx, caller.username)));
    return { message: 'The storage is being measured.' };
  },
  metrics: () => metrics.text(),
  live: () => ({ status: 'ok' }),
  ready: () => health.ready(),
  writable: () => health.writable(),
});
