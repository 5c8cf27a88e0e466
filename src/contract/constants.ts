/**
 * The parts of the contract that screens need at run time. There are no schemas here, so that the browser does not load zod.
 *
 *   AREAS, ROLES
 *   AREA_NAMES           the names of the areas in sentences and on chips
 *   TOKEN_SCOPES         what an API token may be made for
 *   TEST_AREA_NAMES      the display values of the test area (section 3 of the administration document)
 *   SIGN_IN_ERRORS       why a sign-in through the provider failed; the sign-in page has a sentence for each
 *   RESUMABLE_UPLOADS    path of resumable uploads (tus 1.0.0); permission of `uploadPack`
 *   LOG_PAGE_SIZES, LOG_FILTER_LENGTH, DYNAMIC_LOG_LINES
 *   LANGUAGE_COOKIE      the language that the user chose in this browser
 *   BULK_PROMOTION_KEYS  what one request may promote
 */
export const AREAS = ['embargo', 'preprod', 'prod'] as const;
export const AREA_NAMES = { embargo: 'Embargo', preprod: 'Pre-Prod', prod: 'Prod' } as const;
export const TEST_AREA_NAMES = { embargo: 'Embargo area', preprod: 'Pre-Prod area', prod: 'Prod area' } as const;
export const ROLES = ['ROLE_ADMIN', 'ROLE_TEST_EMBARGO', 'ROLE_TEST', 'ROLE_UPLOAD'] as const;

/**
 * - `deliver`: upload packs, follow their jobs
 * - `read:<area>`: the lists and pictures of an area
 * - `promote:<area>`: change what an area shows: promote to it, roll it back; follow the jobs
 * - `metrics`: what Prometheus collects
 * - `admin`: everything that the token's user may do
 */
export const TOKEN_SCOPES = [
  'deliver',
  'read:embargo',
  'read:preprod',
  'read:prod',
  'promote:embargo',
  'promote:preprod',
  'promote:prod',
  'metrics',
  'admin',
] as const;

export const LANGUAGE_COOKIE = 'lacquer-language';

export const SIGN_IN_ERRORS = [
  'provider-refused',
  'provider-away',
  'sign-in-expired',
  'sign-in-failed',
  'account-disabled',
  'name-taken',
  'name-not-usable',
  'too-many-sign-ins',
] as const;

export const RESUMABLE_UPLOADS = '/api/v2/admin/files/resumable';

export const LOG_PAGE_SIZES = [20, 50, 100] as const;
/** lines of the dynamic image log that its screen shows */
export const DYNAMIC_LOG_LINES = 1000;
/** the shortest text that the index of the log's text can find */
export const LOG_FILTER_LENGTH = 3;

export const BULK_PROMOTION_KEYS = 1000;
