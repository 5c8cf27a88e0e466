/**
 * What of the wire screens need while they run: no schema here, so that they come to the browser without zod.
 *
 *   AREAS, ROLES
 *   SIGN_IN_ERRORS       why a sign-in at the provider did not become one here; the sign-in page tells it in words
 *   RESUMABLE_UPLOADS    where uploads that can be resumed go (tus 1.0.0), with the permission of `uploadPack`
 *   LOG_PAGE_SIZES, LOG_FILTER_LENGTH, DYNAMIC_LOG_LINES
 */
export const AREAS = ['embargo', 'preprod', 'prod'] as const;
export const ROLES = ['ROLE_ADMIN', 'ROLE_TEST_EMBARGO', 'ROLE_TEST', 'ROLE_UPLOAD'] as const;

export const SIGN_IN_ERRORS = [
  'provider-refused',
  'provider-away',
  'sign-in-expired',
  'sign-in-failed',
  'account-disabled',
  'name-taken',
  'too-many-sign-ins',
] as const;

export const RESUMABLE_UPLOADS = '/api/v2/admin/files/resumable';

export const LOG_PAGE_SIZES = [20, 50, 100] as const;
/** lines of the dynamic image log that its screen shows */
export const DYNAMIC_LOG_LINES = 1000;
/** the shortest text that the index of the log's text can find */
export const LOG_FILTER_LENGTH = 3;
