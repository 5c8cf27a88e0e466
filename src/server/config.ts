/**
 * The settings: the only reader of the environment. Every problem is reported at once, at start.
 *
 *   Settings       what the server runs with; its parts OidcSettings, ProxySettings, AuditSettings
 *   readSettings   from LACQUER_… variables
 *   SETTING_NAMES
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { AREAS } from '../contract/index.ts';
import { RESOLUTION_LIMITS } from '../engine/resolutionLimits.ts';
import type { BlobLocation } from './platform/blobs/open.ts';
import {
  addresses,
  areaAddress,
  blobLocation,
  bytes,
  databaseAddress,
  decimal,
  flag,
  headerName,
  hostNames,
  isHostName,
  list,
  minutes,
  oneOf,
  origins,
  rolesByValue,
  secret,
  secureAddress,
  text,
  trustedProxies,
  webAddress,
  whole,
} from './settingValues.ts';

const GIB = 1024 ** 3;
const LABEL_LENGTH = 60;
/** pixels; what the schema of profiles takes */
const LARGEST_SIDE = 65_500;

const Environment = z.object({
  LACQUER_PORT: whole(0, 65_535).default(8080),
  LACQUER_HOST: text().default('127.0.0.1'),
  LACQUER_DATA: text().default('./data'),
  LACQUER_ADMIN_PASSWORD: secret({ least: 12 }).optional(),
  LACQUER_DATABASE_URL: databaseAddress.optional(),
  LACQUER_BLOBS: blobLocation.optional(),
  LACQUER_S3_ENDPOINT: webAddress.optional(),
  LACQUER_S3_REGION: text().optional(),
  LACQUER_S3_PATH_STYLE: flag.optional(),
  LACQUER_S3_ACCESS_KEY_ID: text().optional(),
  LACQUER_S3_SECRET_ACCESS_KEY: secret().optional(),
  LACQUER_S3_CACHE_BYTES: bytes(0).default(10 * GIB),
  LACQUER_AREAS: list(['base', ...AREAS]).default(['base', ...AREAS]),
  LACQUER_API_BASE_URL: areaAddress.default(''),
  LACQUER_API_EMBARGO_URL: areaAddress.default('/embargo'),
  LACQUER_API_PREPROD_URL: areaAddress.default('/preprod'),
  LACQUER_API_PROD_URL: areaAddress.default('/prod'),
  LACQUER_HOSTS: hostNames.default([]),
  LACQUER_CORS_ORIGINS: origins.default([]),
  LACQUER_TRUST_PROXY: trustedProxies.default(''),
  LACQUER_PUBLIC_PROD_PICTURES: flag.default(false),
  LACQUER_SESSION_IDLE_MINUTES: minutes.default(600),
  LACQUER_SESSION_MAX_MINUTES: minutes.default(1440),
  LACQUER_PROD_CONFIRM_MINUTES: decimal(0).default(0),
  LACQUER_SIGN_IN_PER_MINUTE: whole(1).default(10),
  LACQUER_PUBLIC_URL: secureAddress.optional(),
  LACQUER_OIDC_ISSUER: secureAddress.optional(),
  LACQUER_OIDC_CLIENT_ID: text().optional(),
  LACQUER_OIDC_CLIENT_SECRET: secret().optional(),
  LACQUER_OIDC_SCOPES: text().default('openid profile email'),
  LACQUER_OIDC_NAME_CLAIM: text().default('preferred_username'),
  LACQUER_OIDC_ROLES_CLAIM: text().default('groups'),
  LACQUER_OIDC_ROLES: rolesByValue.default(new Map()),
  LACQUER_OIDC_LABEL: text(LABEL_LENGTH).default('Sign in with your company account'),
  LACQUER_PROXY_ADDRESSES: addresses.default([]),
  LACQUER_PROXY_USER_HEADER: headerName.optional(),
  LACQUER_PROXY_ROLES_HEADER: headerName.optional(),
  LACQUER_PROXY_ROLES: rolesByValue.default(new Map()),
  LACQUER_PACK_BYTES: bytes(1).default(20 * GIB),
  LACQUER_USER_BYTES: bytes(0).default(0),
  LACQUER_FREE_SPACE_BYTES: bytes(0).default(GIB),
  LACQUER_SCAN_COMMAND: text()
    .transform((command) => command.split(' ').filter((part) => part !== ''))
    .default([]),
  LACQUER_GRACE_DAYS: decimal(1).default(7),
  LACQUER_HISTORY_DAYS: decimal(0).default(365),
  LACQUER_WORKERS: whole(0).default(1),
  LACQUER_CONTENT_MEMORY_BYTES: bytes(1).default(256 * 1024 ** 2),
  LACQUER_PAINT_MEMORY_BYTES: bytes(1).default(256 * 1024 ** 2),
  LACQUER_PAINT_WORKERS: whole(1, 64).optional(),
  LACQUER_PAINT_WAITING: whole(1).default(256),
  LACQUER_PAINT_DISK_BYTES: bytes(0).default(GIB),
  LACQUER_RESOLUTION_SIDE: whole(1, LARGEST_SIDE).default(RESOLUTION_LIMITS.side),
  LACQUER_RESOLUTION_PIXELS: whole(1).default(RESOLUTION_LIMITS.pixels),
  LACQUER_RESOLUTIONS: whole(1).default(RESOLUTION_LIMITS.count),
  LACQUER_JOB_DAYS: whole(0).default(90),
  LACQUER_JOB_ROWS: whole(0).default(100_000),
  LACQUER_LOG_DAYS: whole(0).default(365),
  LACQUER_LOG_LINES: whole(0).default(1_000_000),
  LACQUER_AUDIT: text().optional(),
  LACQUER_AUDIT_DAYS: whole(0).default(90),
  LACQUER_AUDIT_BYTES: bytes(0).default(GIB),
  LACQUER_LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  FEATURE_QUALITY_REPORT_ENABLED: flag.default(true),
});

export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

export class SettingsError extends Error {}

/** for messages of the platform about the database */
export const DATABASE_NAMES = { product: 'Lacquer', setting: 'LACQUER_DATABASE_URL' };

const WITH_ISSUER = ['LACQUER_OIDC_CLIENT_ID', 'LACQUER_OIDC_CLIENT_SECRET', 'LACQUER_PUBLIC_URL'];
const missingForOidc = (environment: Record<string, string | undefined>) =>
  environment['LACQUER_OIDC_ISSUER'] === undefined ? [] : WITH_ISSUER.filter((key) => environment[key] === undefined);

/** The services of S3 that one runs oneself have one host name for all buckets. */
function blobsOf(e: z.output<typeof Environment>, data: string, awsRegion: string | undefined): BlobLocation {
  const place = e.LACQUER_BLOBS ?? { folder: `${data}/blobs` };
  if (place.folder !== undefined) return place;
  const { LACQUER_S3_ENDPOINT: endpoint, LACQUER_S3_ACCESS_KEY_ID: accessKeyId } = e;
  return {
    s3: {
      ...place,
      endpoint,
      region: e.LACQUER_S3_REGION ?? awsRegion ?? 'us-east-1',
      pathStyle: e.LACQUER_S3_PATH_STYLE ?? endpoint !== undefined,
      credentials:
        accessKeyId === undefined ? undefined : { accessKeyId, secretAccessKey: e.LACQUER_S3_SECRET_ACCESS_KEY ?? '' },
      folder: `${data}/s3`,
      cacheBytes: e.LACQUER_S3_CACHE_BYTES,
      freeBytes: e.LACQUER_FREE_SPACE_BYTES,
    },
  };
}

const AREA_ADDRESSES = ['BASE', 'EMBARGO', 'PREPROD', 'PROD'].map((name) => `LACQUER_API_${name}_URL`);

/** A page that came over TLS may not call without it: browsers refuse. */
function problemsOfAddresses(environment: Record<string, string | undefined>): string[] {
  if (!environment['LACQUER_PUBLIC_URL']?.trim().startsWith('https:')) return [];
  const open = AREA_ADDRESSES.filter((key) => environment[key]?.trim().startsWith('http:'));
  return open.map((key) => `${key}: needs https://, because LACQUER_PUBLIC_URL has it`);
}

/** A setting that says nothing without another one is a mistake that would be noticed late. */
function problemsOfS3(environment: Record<string, string | undefined>): string[] {
  const given = Object.keys(environment).filter((key) => key.startsWith('LACQUER_S3_'));
  if (given.length > 0 && !environment['LACQUER_BLOBS']?.trim().startsWith('s3://')) {
    return given.map((key) => `${key}: means something only where LACQUER_BLOBS is s3://…`);
  }
  const pair = ['LACQUER_S3_ACCESS_KEY_ID', 'LACQUER_S3_SECRET_ACCESS_KEY'];
  const missing = pair.filter((key) => environment[key] === undefined);
  return missing.length === 1 ? missing.map((key) => `${key}: needed beside the other of ${pair.join(' and ')}`) : [];
}

const oidcOf = (e: z.output<typeof Environment>) =>
  e.LACQUER_OIDC_ISSUER === undefined
    ? undefined
    : {
        issuer: e.LACQUER_OIDC_ISSUER,
        clientId: e.LACQUER_OIDC_CLIENT_ID ?? '',
        clientSecret: e.LACQUER_OIDC_CLIENT_SECRET ?? '',
        /** this application's own origin, as browsers see it */
        publicUrl: new URL(e.LACQUER_PUBLIC_URL ?? '').origin,
        /** blank-separated */
        scopes: e.LACQUER_OIDC_SCOPES,
        nameClaim: e.LACQUER_OIDC_NAME_CLAIM,
        /** may go down into objects: `realm_access.roles` */
        rolesClaim: e.LACQUER_OIDC_ROLES_CLAIM,
        /** empty: administrators give the roles here */
        roles: e.LACQUER_OIDC_ROLES,
        /** of the button */
        label: e.LACQUER_OIDC_LABEL,
      };
export type OidcSettings = NonNullable<ReturnType<typeof oidcOf>>;

const proxyOf = (e: z.output<typeof Environment>) =>
  e.LACQUER_PROXY_USER_HEADER === undefined
    ? undefined
    : {
        /** whose connections are believed */
        addresses: e.LACQUER_PROXY_ADDRESSES,
        userHeader: e.LACQUER_PROXY_USER_HEADER,
        /** undefined: administrators give the roles here */
        rolesHeader: e.LACQUER_PROXY_ROLES_HEADER,
        roles: e.LACQUER_PROXY_ROLES,
      };
export type ProxySettings = NonNullable<ReturnType<typeof proxyOf>>;

const auditOf = (e: z.output<typeof Environment>, data: string) => ({
  /** `off`, `stdout`, or a folder: one file a day, UTC */
  to: e.LACQUER_AUDIT ?? `${data}/audit`,
  /** files of so many days are kept; 0: all */
  days: e.LACQUER_AUDIT_DAYS,
  /** of all files together, the oldest go first; 0: as many as come */
  bytes: e.LACQUER_AUDIT_BYTES,
});
export type AuditSettings = ReturnType<typeof auditOf>;

const addressesOf = (e: z.output<typeof Environment>) => ({
  base: e.LACQUER_API_BASE_URL,
  embargo: e.LACQUER_API_EMBARGO_URL,
  preprod: e.LACQUER_API_PREPROD_URL,
  prod: e.LACQUER_API_PROD_URL,
});

/** The names in addresses that this server is known by, lower-case. */
const hostsOf = (known: readonly (string | undefined)[]): string[] =>
  known.flatMap((text = '') => {
    const name = URL.parse(text)?.hostname ?? text;
    return isHostName(name.toLowerCase()) && name !== '*' ? [name.toLowerCase()] : [];
  });

/** Compose files and unit files pass variables that are set to nothing: these count as absent. */
const withoutEmpty = (environment: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));

/** The settings that a valid environment stands for. */
function settingsOf(e: z.output<typeof Environment>, awsRegion: string | undefined) {
  const data = resolve(e.LACQUER_DATA);
  return {
    port: e.LACQUER_PORT,
    host: e.LACQUER_HOST,
    /** absolute */
    data,
    adminPassword: e.LACQUER_ADMIN_PASSWORD,
    databaseUrl: e.LACQUER_DATABASE_URL ?? `sqlite:${data}/lacquer.db`,
    blobs: blobsOf(e, data, awsRegion),
    areas: e.LACQUER_AREAS,
    addresses: addressesOf(e),
    /** names that requests may ask for, beside addresses and names of the local network; `*`: any */
    hosts: [...e.LACQUER_HOSTS, ...hostsOf([e.LACQUER_PUBLIC_URL, e.LACQUER_HOST, ...Object.values(addressesOf(e))])],
    corsOrigins: e.LACQUER_CORS_ORIGINS,
    /** addresses of proxies whose X-Forwarded-For counts; empty: none */
    trustProxy: e.LACQUER_TRUST_PROXY,
    publicProdPictures: e.LACQUER_PUBLIC_PROD_PICTURES,
    sessionIdleMinutes: e.LACQUER_SESSION_IDLE_MINUTES,
    sessionMaxMinutes: e.LACQUER_SESSION_MAX_MINUTES,
    /** what reaches Prod needs a proof of who it is, not older than this; 0: none */
    prodConfirmMinutes: e.LACQUER_PROD_CONFIRM_MINUTES,
    signInPerMinute: e.LACQUER_SIGN_IN_PER_MINUTE,
    /** undefined: local accounts only */
    oidc: oidcOf(e),
    /** undefined: no header proves anybody */
    proxy: proxyOf(e),
    packBytes: e.LACQUER_PACK_BYTES,
    /** of all packs that one user sent and that were not replaced; 0: no limit */
    userBytes: e.LACQUER_USER_BYTES,
    freeSpaceBytes: e.LACQUER_FREE_SPACE_BYTES,
    /** program and arguments that scan packs for viruses; empty: none */
    scanCommand: e.LACQUER_SCAN_COMMAND,
    /** job workers in this process */
    workers: e.LACQUER_WORKERS,
    contentMemoryBytes: e.LACQUER_CONTENT_MEMORY_BYTES,
    paintMemoryBytes: e.LACQUER_PAINT_MEMORY_BYTES,
    /** painting threads; undefined: one a processor, at most 8 */
    paintWorkers: e.LACQUER_PAINT_WORKERS,
    /** paintings at once and in line */
    paintWaiting: e.LACQUER_PAINT_WAITING,
    /** of asset profiles */
    resolutionLimits: {
      side: e.LACQUER_RESOLUTION_SIDE,
      pixels: e.LACQUER_RESOLUTION_PIXELS,
      count: e.LACQUER_RESOLUTIONS,
    },
    /** finished pictures on disk, below `data`; 0: none */
    paintDiskBytes: e.LACQUER_PAINT_DISK_BYTES,
    /** jobs that are done or failed are kept so long; 0: for ever */
    jobDays: e.LACQUER_JOB_DAYS,
    /** so many of them are kept, the newest; 0: all */
    jobRows: e.LACQUER_JOB_ROWS,
    /** lines of the two logs are kept so long; 0: for ever */
    logDays: e.LACQUER_LOG_DAYS,
    /** so many lines of each log are kept; 0: all */
    logLines: e.LACQUER_LOG_LINES,
    audit: auditOf(e, data),
    logLevel: e.LACQUER_LOG_LEVEL,
    /** what became useless is deleted so many days later */
    graceDays: e.LACQUER_GRACE_DAYS,
    /** one can go back to states of so many days, and always to the last ones */
    historyDays: e.LACQUER_HISTORY_DAYS,
    qualityReport: e.FEATURE_QUALITY_REPORT_ENABLED,
  };
}
export type Settings = ReturnType<typeof settingsOf>;

/** @throws SettingsError naming every variable that does not hold, and why */
export function readSettings(given: Record<string, string | undefined>): Settings {
  const environment = withoutEmpty(given);
  const known = new Set(Object.keys(Environment.shape));
  const unknown = Object.keys(environment).filter(
    (key) => key.startsWith('LACQUER_') && !key.startsWith('LACQUER_TEST_') && !known.has(key),
  );
  const parsed = Environment.safeParse(environment);
  const problems = [
    ...unknown.map((key) => `${key}: there is no such setting`),
    ...problemsOfS3(environment),
    ...problemsOfAddresses(environment),
    ...missingForOidc(environment).map((key) => `${key}: needed beside LACQUER_OIDC_ISSUER`),
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])}: ${issue.message}`),
  ];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems.join('\n'));
  return settingsOf(parsed.data, environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION']);
}
