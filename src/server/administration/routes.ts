/** Build information, the web app's addresses, health. */
import { sql } from 'kysely';
import type { administrationRoutes } from '../../contract/administration.ts';
import type { Settings } from '../config.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../platform/database/database.ts';
import { unavailable } from '../platform/http/errors.ts';
import type { Serves } from '../serves.ts';
import { readBuildInfo } from './buildInfo.ts';

export const administrationHandlers = ({
  database,
  blobs,
  settings,
}: {
  database: Database;
  blobs: Blobs;
  settings: Settings;
}): Serves<typeof administrationRoutes> => ({
  buildInfo: () => readBuildInfo(database),
  environmentConfig: () => ({
    API_BASE_URL: settings.addresses.base,
    API_TEST_EMBARGO_URL: settings.addresses.embargo,
    API_TEST_PREPROD_URL: settings.addresses.preprod,
    API_TEST_PROD_URL: settings.addresses.prod,
    FEATURE_QUALITY_REPORT_ENABLED: settings.qualityReport,
  }),
  live: () => ({ status: 'ok' }),
  ready: async () => {
    try {
      await sql`select 1`.execute(database.read);
      await blobs.freeSpace();
    } catch (cause) {
      throw unavailable('not-ready', 'The database or the blob store does not answer.', { retryAfter: 5, cause });
    }
    return { status: 'ok' };
  },
});
