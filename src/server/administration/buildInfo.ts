/**
 * Versions and build times, as the version drop-down shows them.
 *
 *   readBuildInfo
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { BuildInfo } from '../../contract/index.ts';
import type { Database } from '../schema.ts';

const root = new URL('../../../', import.meta.url);
/** The build time is in the package; in a checkout it comes from the files. */
const { version, builtAt } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  version: string;
  builtAt?: { backend: string; frontend: string };
};
const modifiedAt = (path: string) => {
  const url = new URL(path, root);
  return existsSync(url) ? statSync(url).mtime.toISOString() : '';
};
const startedAt = new Date().toISOString();

export const appVersion = version;

/** A short hash of all global configuration files of all areas, to compare two servers. */
async function configurationHash(database: Database): Promise<string> {
  const rows = await database.read
    .selectFrom('globalConfigs')
    .select(['area', 'fileName', 'sha256'])
    .orderBy('area')
    .orderBy('fileName')
    .execute();
  if (rows.length === 0) return 'none';
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 12);
}

export async function readBuildInfo(database: Database): Promise<BuildInfo> {
  const backend = builtAt?.backend ?? modifiedAt('src/server/main.ts');
  return {
    application: { name: 'Lacquer', version },
    lastUpdated: backend,
    frontendVersion: version,
    frontendTimestamp: builtAt?.frontend ?? modifiedAt('.build/web/index.html'),
    backendVersion: version,
    backendTimestamp: backend,
    appPackageVersion: version,
    configPackageVersion: await configurationHash(database),
    deploymentTime: startedAt,
  };
}
