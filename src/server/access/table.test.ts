/**
 * Who may call what: section 6 of both specification documents as a second, independent list, call by call and address
 * by address. The test fails for a missing call and for one too many.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type Route, routes } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

/**
 * One letter per role: u UPLOAD, t TEST, e TEST_EMBARGO, a ADMIN. Besides these: n anonymous, 0 signed in with any role or
 * none.
 */
const ROLE_LETTERS = { u: 'ROLE_UPLOAD', t: 'ROLE_TEST', e: 'ROLE_TEST_EMBARGO', a: 'ROLE_ADMIN' } as const;
const LETTERS = Object.keys(ROLE_LETTERS) as (keyof typeof ROLE_LETTERS)[];
/** All 16 combinations: several roles together may do what any one of them may do, and nothing more. */
const COMBINATIONS = Array.from({ length: 2 ** LETTERS.length }, (_, bits) =>
  LETTERS.filter((_letter, i) => (bits & (1 << i)) !== 0),
);
const CALLERS: readonly { letters: readonly string[]; roles: readonly Role[] | 'nobody' }[] = [
  { letters: ['n'], roles: 'nobody' },
  ...COMBINATIONS.map((letters) => ({ letters: ['0', ...letters], roles: letters.map((one) => ROLE_LETTERS[one]) })),
];
const ALL = 'n0utea';
const SIGNED_IN = '0utea';
const UPLOADERS = 'ua';
const TESTERS = 'tea';
const EMBARGO_TESTERS = 'ea';
/** at the base address, embargo, preprod, prod; null: no such address */
type Places = readonly [string, string | null, string | null, string | null];
const baseOnly = (who: string): Places => [who, null, null, null];
const TEST: Places = [EMBARGO_TESTERS, EMBARGO_TESTERS, TESTERS, TESTERS];
const BASE_CATALOGUE: Places = ['uea', EMBARGO_TESTERS, TESTERS, TESTERS];

const TABLE: Readonly<Record<string, Places>> = {
  user: baseOnly(ALL),
  session: baseOnly(ALL),
  signIn: baseOnly(ALL),
  confirmSession: baseOnly(SIGNED_IN),
  handOverSession: baseOnly(SIGNED_IN),
  takeSession: [ALL, ALL, ALL, ALL],
  signOut: baseOnly(ALL),
  signInOptions: baseOnly(ALL),
  oidcStart: baseOnly(ALL),
  oidcCallback: baseOnly(ALL),
  changePassword: baseOnly(SIGNED_IN),
  users: baseOnly('a'),
  addUser: baseOnly('a'),
  setRoles: baseOnly('a'),
  setDisabled: baseOnly('a'),
  resetPassword: baseOnly('a'),
  endSessions: baseOnly('a'),
  tokens: baseOnly('a'),
  makeToken: baseOnly('a'),
  revokeToken: baseOnly('a'),
  buildInfo: baseOnly(ALL),
  environmentConfig: baseOnly(ALL),
  clearAllCaches: ['a', 'a', 'a', 'a'],
  live: baseOnly(ALL),
  metrics: baseOnly('a'),
  ready: baseOnly(ALL),
  writable: baseOnly(ALL),
  batchSummary: baseOnly('a'),
  retryJob: baseOnly('a'),
  job: baseOnly(UPLOADERS),
  reprocessList: baseOnly(UPLOADERS),
  reprocess: baseOnly(UPLOADERS),
  log: baseOnly('a'),
  specificLog: baseOnly('a'),
  downloadLog: baseOnly('a'),
  uploadPack: baseOnly(UPLOADERS),
  packs: baseOnly(UPLOADERS),
  jobChanges: baseOnly(UPLOADERS),
  sets: BASE_CATALOGUE,
  events: BASE_CATALOGUE,
  hiddenSets: ['a', 'a', 'a', 'a'],
  resolutions: TEST,
  layers: TEST,
  preselectedLayers: TEST,
  targetNames: TEST,
  versions: TEST,
  validateViews: TEST,
  cars: TEST,
  thumbnail: TEST,
  image: TEST,
  imageFromOptions: TEST,
  debugImageFromOptions: TEST,
  pictureLayers: TEST,
  features: TEST,
  standards: TEST,
  lcdvMapping: TEST,
  versionsCriteria: TEST,
  versionsStaticCriteria: TEST,
  optionImageInfo: TEST,
  imageInfo: TEST,
  co2ClassImages: TEST,
  staticPicture: TEST,
  featuresPdf: TEST,
  pdf: TEST,
  uploadGlobalConfig: ['a', 'a', 'a', 'a'],
  globalConfigs: ['a', 'a', 'a', 'a'],
  globalConfigHistory: ['a', 'a', 'a', 'a'],
  globalConfigHistoryContent: ['a', 'a', 'a', 'a'],
  restoreGlobalConfig: ['a', 'a', 'a', 'a'],
  setDetails: baseOnly('uea'),
  setOverview: BASE_CATALOGUE,
  qualityReport: BASE_CATALOGUE,
  qualityCounts: baseOnly(UPLOADERS),
  homeTrouble: baseOnly('a'),
  storage: baseOnly('a'),
  storedSets: baseOnly('a'),
  measureStorage: baseOnly('a'),
  homePacks: baseOnly(UPLOADERS),
  homePromotion: baseOnly(UPLOADERS),
  homeSets: TEST,
  firstSteps: baseOnly(UPLOADERS),
  setHistory: baseOnly(UPLOADERS),
  setDiff: baseOnly(UPLOADERS),
  setPaintedDiff: baseOnly(UPLOADERS),
  setPaintedState: baseOnly(UPLOADERS),
  rollbackSet: baseOnly(UPLOADERS),
  setSnapshotPicture: baseOnly(UPLOADERS),
  staticHistory: baseOnly(UPLOADERS),
  staticDiff: baseOnly(UPLOADERS),
  rollbackStatic: baseOnly(UPLOADERS),
  staticSnapshotPicture: baseOnly(UPLOADERS),
  fileElements: baseOnly('a'),
  deleteFileElement: baseOnly('a'),
  previewFileDeletion: baseOnly('a'),
  fileContent: baseOnly('a'),
  webhooks: baseOnly('a'),
  makeWebhook: baseOnly('a'),
  changeWebhook: baseOnly('a'),
  deleteWebhook: baseOnly('a'),
  testWebhook: baseOnly('a'),
  webhookMessages: baseOnly('a'),
  sendMessageAgain: baseOnly('a'),
  shortStatus: baseOnly('uea'),
  staticStatus: baseOnly('uea'),
  promote: baseOnly(UPLOADERS),
  promoteMetadata: baseOnly(UPLOADERS),
  promoteStatic: baseOnly(UPLOADERS),
  promoteMany: baseOnly(UPLOADERS),
  bulkPromotions: baseOnly(UPLOADERS),
  bulkPromotion: baseOnly(UPLOADERS),
  stopBulkPromotion: baseOnly(UPLOADERS),
  copySet: baseOnly(UPLOADERS),
  renameSet: baseOnly(UPLOADERS),
  previewSetDeletion: baseOnly(UPLOADERS),
  deleteSet: baseOnly(UPLOADERS),
};
const PREFIXES = ['', '/embargo', '/preprod', '/prod'] as const;

const all: Readonly<Record<string, Route>> = routes;
/** Calls with a body are sent without one: permitted callers get 400, others 401 or 403 before that. */
const addressOf = (route: Route, prefix: string) =>
  `${prefix}${route.path.replaceAll(/:(\w+)/g, (_, name) => (name === 'id' ? '1PP2A5xxxxxxxxxx' : 'AAAA'))}`;

describe('permission table', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.stop());

  it('lists every call and no other', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(all).sort());
  });

  it('the guide names the calls that carry names and content of Embargo', () => {
    const guide = readFileSync(new URL('../../../docs/guides/operate.md', import.meta.url), 'utf8');
    const listed = (from: string) => {
      const text = guide.slice(guide.indexOf(from) + from.length);
      return [...text.slice(0, text.search(/\.\s/)).matchAll(/`(\w+)`/g)].map(([, name]) => name).sort();
    };
    const of = (kind: Route['embargo']) =>
      Object.entries(all).flatMap(([name, route]) => (route.embargo === kind ? [name] : []));
    expect(listed('Names only: ')).toEqual(of('names').sort());
    expect(listed('Names, and content as above: ')).toEqual(of('ownContent').sort());
  });

  it('every call names its permission, and calls that change something are not open to a bare GET link', () => {
    for (const route of Object.values(all)) {
      if (route.method !== 'GET' && route.path !== '/api/v2/public/session')
        expect(route.changes, route.path).toBe(true);
    }
  });

  for (const [name, places] of Object.entries(TABLE)) {
    const route = all[name];
    if (!route) continue;
    for (const [i, prefix] of PREFIXES.entries()) {
      const allowed = places[i] ?? null;
      it(`spec 000 §6, 001 §6: ${name} at ${prefix || 'base'} ${allowed === null ? 'does not exist' : `is for "${allowed}"`}`, async () => {
        for (const { letters, roles } of CALLERS) {
          const may = letters.some((letter) => allowed?.includes(letter));
          // Signing out would end the session of the calls after it.
          if (name === 'signOut' && may) continue;
          const answer = await server.call(route.method as 'GET', addressOf(route, prefix), { as: roles });
          const status = answer.statusCode;
          const what = `${letters.join('')} ${answer.body}`;
          // Another call may have this address.
          if (allowed === null) expect(['not-found', 'method-not-allowed'], what).toContain(answer.json().code);
          else if (may) {
            const absent = (name === 'user' || name === 'session') && roles === 'nobody';
            if (absent) expect(answer.json<{ code: string }>().code, what).toBe('not-signed-in');
            else expect([401, 403], what).not.toContain(status);
          } else {
            expect(status, what).toBe(roles === 'nobody' ? 401 : 403);
          }
        }
      });
    }
  }
});
