/**
 * The variables that the server reads, with the kind and the default of each.
 *
 *   Environment, EnvironmentValues
 */
import { z } from 'zod';
import { AREAS } from '../contract/index.ts';
import { RESOLUTION_LIMITS } from '../engine/resolutionLimits.ts';
import {
  addresses,
  areaAddress,
  basePath,
  blobLocation,
  databaseAddress,
  hostNames,
  origins,
  secureAddress,
  trustedProxies,
  webAddress,
} from './settingAddresses.ts';
import {
  bytes,
  decimal,
  flag,
  headerName,
  list,
  minutes,
  oneOf,
  rolesByValue,
  secret,
  text,
  whole,
} from './settingValues.ts';

const GIB = 1024 ** 3;
const LABEL_LENGTH = 60;
/** pixels; what the schema of profiles takes */
const LARGEST_SIDE = 65_500;

export const Environment = z.object({
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
  LACQUER_BASE_PATH: basePath.default(''),
  LACQUER_AREAS: list(['base', ...AREAS]).default(['base', ...AREAS]),
  LACQUER_API_BASE_URL: areaAddress.default(''),
  LACQUER_API_EMBARGO_URL: areaAddress.default('/embargo'),
  LACQUER_API_PREPROD_URL: areaAddress.default('/preprod'),
  LACQUER_API_PROD_URL: areaAddress.default('/prod'),
  LACQUER_HOSTS: hostNames.default([]),
  LACQUER_CORS_ORIGINS: origins.default([]),
  LACQUER_TRUST_PROXY: trustedProxies.default(''),
  LACQUER_PUBLIC_PROD_PICTURES: flag.default(false),
  LACQUER_PUBLIC_PICTURES_SECONDS: whole(1, 86_400).default(60),
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
  LACQUER_WEBHOOK_NETWORKS: addresses.default([]),
  LACQUER_AUDIT: text().optional(),
  LACQUER_AUDIT_DAYS: whole(0).default(90),
  LACQUER_AUDIT_BYTES: bytes(0).default(GIB),
  LACQUER_LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  LACQUER_THUMBNAILS: flag.default(true),
  FEATURE_QUALITY_REPORT_ENABLED: flag.default(true),
});
export type EnvironmentValues = z.output<typeof Environment>;
