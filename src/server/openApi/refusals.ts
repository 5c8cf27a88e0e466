/**
 * The error answers of calls.
 *
 *   ERROR_CODES    every code that the server answers with; a test compares them with the sources
 *   REFUSALS       the statuses, each a component
 *   statusesOf     those that a call may answer with
 */
import type { Route } from '../../contract/index.ts';
import { takesKey } from '../access/idempotency.ts';

export const ERROR_CODES = [
  'angle-not-delivered',
  'answer-lost',
  'bad-address',
  'bad-code',
  'bad-idempotency-key',
  'bad-multipart',
  'bad-option',
  'bad-password',
  'bad-path',
  'bad-role',
  'bad-set-id',
  'bad-token',
  'bad-username',
  'bad-version',
  'before-what',
  'brand-and-model',
  'busy',
  'call-in-progress',
  'config-changed',
  'config-invalid',
  'config-name',
  'config-too-large',
  'config-unreadable',
  'confirm-first',
  'content-busy',
  'content-damaged',
  'content-gone',
  'database-unavailable',
  'duplicate-key',
  'empty-pack',
  'foreign-page',
  'half-a-point',
  'header-token',
  'idempotency-key-used',
  'internal',
  'invalid-request',
  'job-outdated',
  'last-administrator',
  'method-not-allowed',
  'named-twice',
  'needs-a-person',
  'needs-a-session',
  'no-asset-profile',
  'no-body',
  'no-file',
  'no-filter-here',
  'no-picture',
  'no-such-direction',
  'no-thumbnail',
  'no-viewport',
  'not-a-local-user',
  'not-a-zip',
  'not-acceptable',
  'not-allowed',
  'not-deletable',
  'not-found',
  'not-in-scope',
  'not-in-source',
  'not-in-target',
  'not-promotable',
  'not-signed-in',
  'not-sold',
  'not-yours',
  'nothing-chosen',
  'nothing-there',
  'nothing-to-paint',
  'nothing-to-print',
  'only-everywhere',
  'other-area',
  'other-site',
  'outside',
  'pack-in-use',
  'pack-name',
  'pack-too-large',
  'promotion-ended',
  'quality-reports-off',
  'redirect-target-missing',
  'set-exists',
  'source-or-entry',
  'static-metadata',
  'store-full',
  'store-unavailable',
  'too-large',
  'too-many-keys',
  'too-many-sign-ins',
  'too-many-uploads',
  'too-many-streams',
  'too-many-webhooks',
  'too-slow',
  'two-areas',
  'two-hosts',
  'two-sets',
  'unknown-angle',
  'unknown-content',
  'unknown-country',
  'unknown-entry',
  'unknown-host',
  'unknown-job',
  'unknown-layer',
  'unknown-log-mark',
  'unknown-message',
  'unknown-path',
  'unknown-picture',
  'unknown-promotion',
  'unknown-resolution',
  'unknown-set',
  'unknown-token',
  'unknown-type',
  'unknown-upload',
  'unknown-user',
  'unknown-version',
  'unknown-webhook',
  'upload-protocol',
  'user-exists',
  'user-full',
  'webhook-address',
  'webhook-off',
  'whole-address',
  'wrong-password',
  'zero-byte',
] as const;

export const REFUSALS = {
  400: { name: 'BadRequest', description: 'The request is not valid; `details` names the fields.' },
  401: { name: 'NotSignedIn', description: 'Nobody is signed in, or the API token is unknown, expired or revoked.' },
  403: {
    name: 'Forbidden',
    description:
      'The account or the scopes of the token do not allow it, the header token is missing, or a fresh proof of identity.',
  },
  404: { name: 'NotFound', description: 'It does not exist, or the caller may not know of it.' },
  406: { name: 'NotAcceptable', description: '`Accept` allows no format that the server has.' },
  409: { name: 'Conflict', description: 'It conflicts with the current state: reload, then decide.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body has a content type that this call does not take.' },
  422: {
    name: 'DoesNotHold',
    description: 'The file or the choice was understood but is not valid; `details` says where.',
  },
  429: { name: 'TooMany', description: 'Too many tries; `Retry-After` says when to try again.' },
  500: { name: 'Internal', description: 'Something went wrong on the server; its log has the request id.' },
  503: {
    name: 'Unavailable',
    description:
      'The server is busy, or the database or the store is unavailable; `Retry-After` says when to try again.',
  },
  507: { name: 'StoreFull', description: 'The store is full, or the account has used up its room.' },
} as const;

type Status = keyof typeof REFUSALS;
const STATUSES = Object.keys(REFUSALS).map(Number) as Status[];

/** Calls that answer without the database. */
const isPlain = ({ everyProcess, path }: Route) => everyProcess === true || path.startsWith('/assets/');

export function statusesOf(route: Route): readonly Status[] {
  const { permission, params, query, body, upload, media, method, path } = route;
  if (isPlain(route)) return [400, 500, ...(route.everyProcess ? ([503] as const) : [])];
  const changes = route.changes === true || method !== 'GET';
  const proves = path.startsWith('/api/v2/public/');
  const ofArea = permission === 'areaTest' || permission === 'pictures' || permission === 'baseCatalogue';
  const painted = media?.startsWith('image/') === true || media === 'application/pdf';
  const keyed = takesKey(route);
  const takes: Readonly<Record<Status, boolean>> = {
    400: true,
    401: permission !== 'anyone' || proves,
    403: permission !== 'anyone' || proves,
    404: params !== undefined || query !== undefined || body !== undefined || upload !== undefined || ofArea,
    406: painted,
    409: changes || ofArea || params !== undefined || query !== undefined,
    413: body !== undefined || upload !== undefined,
    415: changes,
    422: keyed || upload !== undefined || ofArea || body !== undefined || query !== undefined,
    429: keyed || (proves && body !== undefined) || route.streams === true,
    500: true,
    503: true,
    507: changes,
  };
  return STATUSES.filter((status) => takes[status]);
}
