/**
 * The settings: the only reader of the environment. Every problem is reported at once, at start.
 *
 *   Settings       what the server runs with
 *   readSettings   from LACQUER_… variables
 *   SETTING_NAMES, SettingsError, DATABASE_NAMES, CLIENT_SETTINGS
 */
import { resolve } from 'node:path';
import { Environment, type EnvironmentValues } from './environment.ts';
import { addressesOf, auditOf, blobsOf, hostsOf, oidcOf, proxyOf } from './settingGroups.ts';
import { brokenRules } from './settingRules.ts';

/** @internal Tests check that each is documented, and refused if it makes no sense. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

export class SettingsError extends Error {}

/** for messages of the platform about the database */
export const DATABASE_NAMES = { product: 'Lacquer', setting: 'LACQUER_DATABASE_URL' };

/** Variables of the commands for remote servers: an account may have them set and also start a server. */
export const CLIENT_SETTINGS = { url: 'LACQUER_URL', token: 'LACQUER_TOKEN' } as const;

/** Compose files and unit files pass empty variables: these count as absent. */
const withoutEmpty = (environment: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));

/** The settings that a valid environment stands for. */
function settingsOf(e: EnvironmentValues, awsRegion: string | undefined) {
  const data = resolve(e.LACQUER_DATA);
  return {
    port: e.LACQUER_PORT,
    host: e.LACQUER_HOST,
    /** absolute */
    data,
    adminPassword: e.LACQUER_ADMIN_PASSWORD,
    databaseUrl: e.LACQUER_DATABASE_URL ?? `sqlite:${data}/lacquer.db`,
    blobs: blobsOf(e, data, awsRegion),
    /** what comes before every path in a browser: `/cars`, or nothing */
    basePath: e.LACQUER_BASE_PATH,
    areas: e.LACQUER_AREAS,
    addresses: addressesOf(e),
    /** where browsers find the web app; undefined: the setting is empty */
    publicUrl: e.LACQUER_PUBLIC_URL,
    /** host names that are answered, besides IP addresses and names of the local network; `*`: any */
    hosts: [...e.LACQUER_HOSTS, ...hostsOf([e.LACQUER_PUBLIC_URL, e.LACQUER_HOST, ...Object.values(addressesOf(e))])],
    corsOrigins: e.LACQUER_CORS_ORIGINS,
    /** addresses of proxies whose X-Forwarded-For counts; empty: none */
    trustProxy: e.LACQUER_TRUST_PROXY,
    /** how long caches may serve pictures of Prod without revalidating, if these are public; undefined: they are not public */
    publicPictureSeconds: e.LACQUER_PUBLIC_PROD_PICTURES ? e.LACQUER_PUBLIC_PICTURES_SECONDS : undefined,
    sessionIdleMinutes: e.LACQUER_SESSION_IDLE_MINUTES,
    sessionMaxMinutes: e.LACQUER_SESSION_MAX_MINUTES,
    /** changes of Prod need a proof of identity that is not older than this; 0: none */
    prodConfirmMinutes: e.LACQUER_PROD_CONFIRM_MINUTES,
    signInPerMinute: e.LACQUER_SIGN_IN_PER_MINUTE,
    /** undefined: local accounts only */
    oidc: oidcOf(e),
    /** undefined: no header identifies users */
    proxy: proxyOf(e),
    packBytes: e.LACQUER_PACK_BYTES,
    /** limit for all packs of a user that were not replaced; 0: no limit */
    userBytes: e.LACQUER_USER_BYTES,
    freeSpaceBytes: e.LACQUER_FREE_SPACE_BYTES,
    /** program and arguments that scan packs for viruses; empty: none */
    scanCommand: e.LACQUER_SCAN_COMMAND,
    /** job workers in this process */
    workers: e.LACQUER_WORKERS,
    contentMemoryBytes: e.LACQUER_CONTENT_MEMORY_BYTES,
    paintMemoryBytes: e.LACQUER_PAINT_MEMORY_BYTES,
    /** painting threads; undefined: one per processor, at most 8 */
    paintWorkers: e.LACQUER_PAINT_WORKERS,
    /** how many paintings may run and wait */
    paintWaiting: e.LACQUER_PAINT_WAITING,
    /** of asset profiles */
    resolutionLimits: {
      side: e.LACQUER_RESOLUTION_SIDE,
      pixels: e.LACQUER_RESOLUTION_PIXELS,
      count: e.LACQUER_RESOLUTIONS,
    },
    /** finished pictures on disk, below `data`; 0: none */
    paintDiskBytes: e.LACQUER_PAINT_DISK_BYTES,
    /** jobs that are done or failed are kept for this long; 0: forever */
    jobDays: e.LACQUER_JOB_DAYS,
    /** how many of the newest are kept; 0: all */
    jobRows: e.LACQUER_JOB_ROWS,
    /** lines of the two logs are kept for this long; 0: forever */
    logDays: e.LACQUER_LOG_DAYS,
    /** how many lines of each log are kept; 0: all */
    logLines: e.LACQUER_LOG_LINES,
    /** private networks that webhooks may call */
    webhookNetworks: e.LACQUER_WEBHOOK_NETWORKS,
    audit: auditOf(e, data),
    logLevel: e.LACQUER_LOG_LEVEL,
    /** garbage is deleted after this many days */
    graceDays: e.LACQUER_GRACE_DAYS,
    /** states of the last this many days can be restored, and always the latest ones */
    historyDays: e.LACQUER_HISTORY_DAYS,
    thumbnails: e.LACQUER_THUMBNAILS,
    qualityReport: e.FEATURE_QUALITY_REPORT_ENABLED,
  };
}
export type Settings = ReturnType<typeof settingsOf>;

/** @throws SettingsError that names every invalid variable, and why */
export function readSettings(given: Record<string, string | undefined>): Settings {
  const environment = withoutEmpty(given);
  const known = new Set([...Object.keys(Environment.shape), ...Object.values(CLIENT_SETTINGS)]);
  const unknown = Object.keys(environment).filter(
    (key) => key.startsWith('LACQUER_') && !key.startsWith('LACQUER_TEST_') && !known.has(key),
  );
  const parsed = Environment.safeParse(environment);
  const problems = [
    ...unknown.map((key) => `${key}: there is no such setting`),
    ...brokenRules(environment),
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])}: ${issue.message}`),
  ];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems.join('\n'));
  return settingsOf(parsed.data, environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION']);
}
