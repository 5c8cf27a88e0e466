/**
 * The settings: the only reader of the environment. Every problem is reported at once, at start.
 *
 *   Settings       what the server runs with
 *   readSettings   from LACQUER_… variables
 *   SETTING_NAMES
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Area, ROLES, Role } from '../contract/index.ts';
import type { BlobPlace } from './platform/blobs/open.ts';

const flag = z.stringbool();
const bytes = z.coerce.number().int().positive();

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
/** Secrets travel to it: only this very machine may be spoken to without TLS. */
const safeUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
}, 'an https:// address (http:// for localhost only)');

/** `claim value=ROLE_A+ROLE_B, other=ROLE_C`; a Map, so that no value meets a name that objects have by birth */
const rolesByValue = z
  .string()
  .default('')
  .transform((text, context) => {
    const map = new Map<string, readonly Role[]>();
    for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
      const cut = part.lastIndexOf('=');
      const roles = z.array(Role).safeParse(
        part
          .slice(cut + 1)
          .split('+')
          .map((role) => role.trim()),
      );
      const value = part.slice(0, Math.max(cut, 0)).trim();
      if (value === '' || !roles.success) {
        context.addIssue(`"${part.trim()}" is not value=ROLE or value=ROLE+ROLE; roles: ${ROLES.join(', ')}`);
        return z.NEVER;
      }
      map.set(value, roles.data);
    }
    return map;
  });

/** `10.0.0.7, 10.1.0.0/16` */
const addresses = z
  .string()
  .default('')
  .transform((text, context) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [address = '', mask] = part.trim().split('/');
        const bits = mask === undefined ? undefined : Number(mask);
        const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
        const holds = most > 0 && (bits === undefined || (/^\d+$/.test(mask ?? '') && bits <= most));
        if (!holds) context.addIssue(`"${part.trim()}" is not an address or a network such as 10.0.0.0/8`);
        return { address, bits };
      }),
  );
const HOST = /^(\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/;
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/, 'a header name')
  .toLowerCase();

/** A folder, or `s3://bucket/prefix` */
const blobPlace = z.string().transform((text, context) => {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return { folder: text };
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  const parts = prefix.split('/').filter((part) => part !== '');
  if (bucket === undefined || parts.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) {
    context.addIssue('a folder, or s3://bucket or s3://bucket/prefix; a prefix has letters, digits and . _ - /');
    return z.NEVER;
  }
  return { bucket, prefix: parts.map((part) => `${part}/`).join('') };
});

const Environment = z.object({
  LACQUER_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  LACQUER_HOST: z.string().default('127.0.0.1'),
  LACQUER_DATA: z.string().default('./data'),
  LACQUER_ADMIN_PASSWORD: z.string().min(12, 'at least 12 characters').optional(),
  LACQUER_DATABASE_URL: z
    .string()
    .regex(/^(sqlite:|postgres(ql)?:\/\/)/, 'sqlite:<file> or postgres://…')
    .optional(),
  LACQUER_BLOBS: blobPlace.optional(),
  LACQUER_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'an http:// or https:// address' }).optional(),
  LACQUER_S3_REGION: z.string().min(1).optional(),
  LACQUER_S3_PATH_STYLE: flag.optional(),
  LACQUER_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  LACQUER_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  LACQUER_S3_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(10 * 1024 ** 3),
  LACQUER_AREAS: z
    .string()
    .default('base,embargo,preprod,prod')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.union([z.literal('base'), Area])).min(1)),
  LACQUER_API_BASE_URL: z.string().default(''),
  LACQUER_API_EMBARGO_URL: z.string().default('/embargo'),
  LACQUER_API_PREPROD_URL: z.string().default('/preprod'),
  LACQUER_API_PROD_URL: z.string().default('/prod'),
  LACQUER_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(z.string().regex(HOST, 'names such as images.example.com, *.example.com, or * for any'))),
  LACQUER_CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== '')),
  LACQUER_TRUST_PROXY: z.string().default(''),
  LACQUER_PUBLIC_PROD_PICTURES: flag.default(false),
  LACQUER_SESSION_IDLE_MINUTES: z.coerce.number().positive().default(600),
  LACQUER_SESSION_MAX_MINUTES: z.coerce.number().positive().default(1440),
  LACQUER_PROD_CONFIRM_MINUTES: z.coerce.number().min(0).default(0),
  LACQUER_SIGN_IN_PER_MINUTE: z.coerce.number().int().positive().default(10),
  LACQUER_PUBLIC_URL: safeUrl.optional(),
  LACQUER_OIDC_ISSUER: safeUrl.optional(),
  LACQUER_OIDC_CLIENT_ID: z.string().min(1).optional(),
  LACQUER_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  LACQUER_OIDC_SCOPES: z.string().default('openid profile email'),
  LACQUER_OIDC_NAME_CLAIM: z.string().default('preferred_username'),
  LACQUER_OIDC_ROLES_CLAIM: z.string().default('groups'),
  LACQUER_OIDC_ROLES: rolesByValue,
  LACQUER_OIDC_LABEL: z.string().min(1).max(60).default('Sign in with your company account'),
  LACQUER_PROXY_ADDRESSES: addresses,
  LACQUER_PROXY_USER_HEADER: headerName.optional(),
  LACQUER_PROXY_ROLES_HEADER: headerName.optional(),
  LACQUER_PROXY_ROLES: rolesByValue,
  LACQUER_PACK_BYTES: bytes.default(20 * 1024 ** 3),
  LACQUER_USER_BYTES: z.coerce.number().int().min(0).default(0),
  LACQUER_FREE_SPACE_BYTES: bytes.default(1024 ** 3),
  LACQUER_SCAN_COMMAND: z
    .string()
    .default('')
    .transform((text) => text.split(' ').filter((part) => part !== '')),
  LACQUER_GRACE_DAYS: z.coerce.number().min(1).default(7),
  LACQUER_HISTORY_DAYS: z.coerce.number().min(0).default(365),
  LACQUER_WORKERS: z.coerce.number().int().min(0).default(1),
  LACQUER_PAINT_MEMORY_BYTES: bytes.default(256 * 1024 ** 2),
  LACQUER_PAINT_WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  LACQUER_PAINT_WAITING: z.coerce.number().int().min(1).default(256),
  LACQUER_PAINT_DISK_BYTES: bytes.default(1024 ** 3),
  LACQUER_LOG_DAYS: z.coerce.number().int().min(0).default(0),
  LACQUER_LOG_LINES: z.coerce.number().int().min(0).default(0),
  LACQUER_AUDIT: z.string().min(1).optional(),
  LACQUER_AUDIT_DAYS: z.coerce.number().int().min(0).default(90),
  LACQUER_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  FEATURE_QUALITY_REPORT_ENABLED: flag.default(true),
});

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** this application's own origin, as browsers see it */
  publicUrl: string;
  /** blank-separated */
  scopes: string;
  nameClaim: string;
  /** may go down into objects: `realm_access.roles` */
  rolesClaim: string;
  /** empty: administrators give the roles here */
  roles: ReadonlyMap<string, readonly Role[]>;
  /** of the button */
  label: string;
}

export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

export interface ProxySettings {
  /** whose connections are believed */
  addresses: readonly { address: string; bits: number | undefined }[];
  userHeader: string;
  /** undefined: administrators give the roles here */
  rolesHeader: string | undefined;
  roles: ReadonlyMap<string, readonly Role[]>;
}

export interface AuditSettings {
  /** `off`, `stdout`, or a folder: one file a day, UTC */
  to: string;
  /** files of so many days are kept; 0: all */
  days: number;
}

export interface Settings {
  port: number;
  host: string;
  /** absolute */
  data: string;
  adminPassword: string | undefined;
  databaseUrl: string;
  blobs: BlobPlace;
  areas: readonly ('base' | Area)[];
  addresses: { base: string; embargo: string; preprod: string; prod: string };
  /** names that requests may ask for, beside addresses and names of the local network; `*`: any */
  hosts: readonly string[];
  corsOrigins: readonly string[];
  /** addresses of proxies whose X-Forwarded-For counts; empty: none */
  trustProxy: string;
  publicProdPictures: boolean;
  sessionIdleMinutes: number;
  sessionMaxMinutes: number;
  signInPerMinute: number;
  /** what reaches Prod needs a proof of who it is, not older than this; 0: none */
  prodConfirmMinutes: number;
  /** undefined: local accounts only */
  oidc: OidcSettings | undefined;
  /** undefined: no header proves anybody */
  proxy: ProxySettings | undefined;
  packBytes: number;
  /** of all packs that one user sent and that were not replaced; 0: no limit */
  userBytes: number;
  freeSpaceBytes: number;
  /** program and arguments that scan packs for viruses; empty: none */
  scanCommand: readonly string[];
  /** what became useless is deleted so many days later */
  graceDays: number;
  /** one can go back to states of so many days, and always to the last ones */
  historyDays: number;
  /** job workers in this process */
  workers: number;
  paintMemoryBytes: number;
  /** painting threads; undefined: one a processor, at most 8 */
  paintWorkers: number | undefined;
  /** paintings at once and in line */
  paintWaiting: number;
  /** finished pictures on disk, below `data`; 0: none */
  paintDiskBytes: number;
  /** lines of the two logs are kept so long; 0: for ever */
  logDays: number;
  /** so many lines of each log are kept; 0: all */
  logLines: number;
  audit: AuditSettings;
  logLevel: string;
  qualityReport: boolean;
}

export class SettingsError extends Error {}

const WITH_ISSUER = ['LACQUER_OIDC_CLIENT_ID', 'LACQUER_OIDC_CLIENT_SECRET', 'LACQUER_PUBLIC_URL'];
const missingForOidc = (environment: Record<string, string | undefined>) =>
  environment['LACQUER_OIDC_ISSUER'] === undefined ? [] : WITH_ISSUER.filter((key) => environment[key] === undefined);

/** The services of S3 that one runs oneself have one host name for all buckets. */
function blobsOf(e: z.output<typeof Environment>, data: string, awsRegion: string | undefined): BlobPlace {
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

/** A setting that says nothing without another one is a mistake that would be noticed late. */
function problemsOfS3(environment: Record<string, string | undefined>): string[] {
  const given = Object.keys(environment).filter((key) => key.startsWith('LACQUER_S3_'));
  if (given.length > 0 && !environment['LACQUER_BLOBS']?.startsWith('s3://')) {
    return given.map((key) => `${key}: means something only where LACQUER_BLOBS is s3://…`);
  }
  const pair = ['LACQUER_S3_ACCESS_KEY_ID', 'LACQUER_S3_SECRET_ACCESS_KEY'];
  const missing = pair.filter((key) => environment[key] === undefined);
  return missing.length === 1 ? missing.map((key) => `${key}: needed beside the other of ${pair.join(' and ')}`) : [];
}

const oidcOf = (e: z.output<typeof Environment>): OidcSettings | undefined =>
  e.LACQUER_OIDC_ISSUER === undefined
    ? undefined
    : {
        issuer: e.LACQUER_OIDC_ISSUER,
        clientId: e.LACQUER_OIDC_CLIENT_ID ?? '',
        clientSecret: e.LACQUER_OIDC_CLIENT_SECRET ?? '',
        publicUrl: new URL(e.LACQUER_PUBLIC_URL ?? '').origin,
        scopes: e.LACQUER_OIDC_SCOPES,
        nameClaim: e.LACQUER_OIDC_NAME_CLAIM,
        rolesClaim: e.LACQUER_OIDC_ROLES_CLAIM,
        roles: e.LACQUER_OIDC_ROLES,
        label: e.LACQUER_OIDC_LABEL,
      };

const addressesOf = (e: z.output<typeof Environment>): Settings['addresses'] => ({
  base: e.LACQUER_API_BASE_URL,
  embargo: e.LACQUER_API_EMBARGO_URL,
  preprod: e.LACQUER_API_PREPROD_URL,
  prod: e.LACQUER_API_PROD_URL,
});

/** The names in addresses that this server is known by, lower-case. */
const hostsOf = (known: readonly (string | undefined)[]): string[] =>
  known.flatMap((text = '') => {
    const name = URL.parse(text)?.hostname ?? text;
    return HOST.test(name.toLowerCase()) && name !== '*' ? [name.toLowerCase()] : [];
  });

/** @throws SettingsError naming every variable that does not hold, and why */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const known = new Set(Object.keys(Environment.shape));
  const unknown = Object.keys(environment).filter(
    (key) => key.startsWith('LACQUER_') && !key.startsWith('LACQUER_TEST_') && !known.has(key),
  );
  const parsed = Environment.safeParse(environment);
  const problems = [
    ...unknown.map((key) => `${key}: there is no such setting`),
    ...problemsOfS3(environment),
    ...missingForOidc(environment).map((key) => `${key}: needed beside LACQUER_OIDC_ISSUER`),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  ];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems.join('\n'));
  const e = parsed.data;
  const data = resolve(e.LACQUER_DATA);
  return {
    port: e.LACQUER_PORT,
    host: e.LACQUER_HOST,
    data,
    adminPassword: e.LACQUER_ADMIN_PASSWORD,
    databaseUrl: e.LACQUER_DATABASE_URL ?? `sqlite:${data}/lacquer.db`,
    blobs: blobsOf(e, data, environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION']),
    areas: e.LACQUER_AREAS,
    addresses: addressesOf(e),
    hosts: [...e.LACQUER_HOSTS, ...hostsOf([e.LACQUER_PUBLIC_URL, e.LACQUER_HOST, ...Object.values(addressesOf(e))])],
    corsOrigins: e.LACQUER_CORS_ORIGINS,
    trustProxy: e.LACQUER_TRUST_PROXY,
    publicProdPictures: e.LACQUER_PUBLIC_PROD_PICTURES,
    sessionIdleMinutes: e.LACQUER_SESSION_IDLE_MINUTES,
    sessionMaxMinutes: e.LACQUER_SESSION_MAX_MINUTES,
    prodConfirmMinutes: e.LACQUER_PROD_CONFIRM_MINUTES,
    signInPerMinute: e.LACQUER_SIGN_IN_PER_MINUTE,
    oidc: oidcOf(e),
    proxy:
      e.LACQUER_PROXY_USER_HEADER === undefined
        ? undefined
        : {
            addresses: e.LACQUER_PROXY_ADDRESSES,
            userHeader: e.LACQUER_PROXY_USER_HEADER,
            rolesHeader: e.LACQUER_PROXY_ROLES_HEADER,
            roles: e.LACQUER_PROXY_ROLES,
          },
    packBytes: e.LACQUER_PACK_BYTES,
    userBytes: e.LACQUER_USER_BYTES,
    freeSpaceBytes: e.LACQUER_FREE_SPACE_BYTES,
    scanCommand: e.LACQUER_SCAN_COMMAND,
    workers: e.LACQUER_WORKERS,
    paintMemoryBytes: e.LACQUER_PAINT_MEMORY_BYTES,
    paintWorkers: e.LACQUER_PAINT_WORKERS,
    paintWaiting: e.LACQUER_PAINT_WAITING,
    paintDiskBytes: e.LACQUER_PAINT_DISK_BYTES,
    logDays: e.LACQUER_LOG_DAYS,
    logLines: e.LACQUER_LOG_LINES,
    audit: { to: e.LACQUER_AUDIT ?? `${data}/audit`, days: e.LACQUER_AUDIT_DAYS },
    logLevel: e.LACQUER_LOG_LEVEL,
    graceDays: e.LACQUER_GRACE_DAYS,
    historyDays: e.LACQUER_HISTORY_DAYS,
    qualityReport: e.FEATURE_QUALITY_REPORT_ENABLED,
  };
}
