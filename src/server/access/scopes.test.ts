/**
 * What an API token may call by its scopes: a second, independent list, call by call and address by address. The test
 * fails for a call that is missing here and for one that a scope allows without being listed. No scope gives a token
 * more than its user has.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiToken,
  AREAS,
  type Pack,
  type Role,
  type Route,
  routes,
  TOKEN_SCOPES,
  type TokenScope,
} from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET, zipOf } from '../testing/tinyPacks.ts';
import { createApiToken } from './apiTokens.ts';

const ALL_ROLES = ['ROLE_ADMIN', 'ROLE_UPLOAD', 'ROLE_TEST', 'ROLE_TEST_EMBARGO'] as const;
const DELIVER = ['deliver'] as const;
const PROMOTE = ['promote:embargo', 'promote:preprod', 'promote:prod'] as const;
const BOTH = [...DELIVER, ...PROMOTE] as const;
/** scopes other than `admin`, by call at the base address */
const AT_BASE: Readonly<Record<string, readonly TokenScope[]>> = {
  uploadPack: DELIVER,
  packs: DELIVER,
  job: BOTH,
  jobChanges: BOTH,
  events: BOTH,
  sets: BOTH,
  shortStatus: BOTH,
  staticStatus: BOTH,
  setDetails: BOTH,
  qualityCounts: BOTH,
  qualityReport: BOTH,
  setOverview: BOTH,
  setHistory: PROMOTE,
  setDiff: PROMOTE,
  rollbackSet: PROMOTE,
  staticHistory: PROMOTE,
  staticDiff: PROMOTE,
  rollbackStatic: PROMOTE,
  promote: PROMOTE,
  promoteMetadata: PROMOTE,
  promoteStatic: PROMOTE,
  promoteMany: PROMOTE,
  bulkPromotions: PROMOTE,
  bulkPromotion: PROMOTE,
  stopBulkPromotion: PROMOTE,
  metrics: ['metrics'],
};
/** What `read:<area>` opens at the address of its area; at the base address, which shows Embargo, `read:embargo`. */
const READING = [
  ...['sets', 'shortStatus', 'staticStatus', 'setDetails', 'setOverview', 'qualityReport', 'resolutions', 'layers'],
  ...['preselectedLayers', 'targetNames', 'versions', 'validateViews', 'cars', 'thumbnail', 'image'],
  ...['imageFromOptions', 'debugImageFromOptions', 'pictureLayers', 'features', 'standards', 'lcdvMapping'],
  ...['versionsCriteria', 'versionsStaticCriteria', 'optionImageInfo', 'imageInfo', 'co2ClassImages', 'staticPicture'],
  ...['featuresPdf', 'pdf', 'homeSets', 'events'],
];
/** Need no scope, nor a token. */
const OPEN = [
  ...['user', 'session', 'signIn', 'signOut', 'takeSession', 'signInOptions', 'oidcStart', 'oidcCallback'],
  ...['buildInfo', 'environmentConfig', 'live', 'ready', 'writable'],
];
const all = Object.entries(routes as Readonly<Record<string, Route>>);
const PLACES = [
  { prefix: '', area: 'embargo', base: true },
  ...AREAS.map((area) => ({ prefix: `/${area}`, area, base: false })),
] as const;
const addressOf = (route: Route, prefix: string) =>
  `${prefix}${route.path.replaceAll(/:(\w+)/g, (_, name) => (name === 'id' && route.method !== 'DELETE' ? SET : 'AAAA'))}`;

describe('scopes of API tokens', () => {
  let server: TestApp;
  let tokens: ReadonlyMap<string, string>;
  const tokenFor = async (roles: readonly Role[], scopes?: readonly TokenScope[]) => {
    const { username } = await server.signIn(roles);
    const made = { name: 'script', username, now: Date.now(), expiresAt: null, scopes };
    return (await createApiToken(server.database, made)).token;
  };
  const ask = (token: string, route: Pick<Route, 'method'>, url: string, payload?: object) =>
    server.app.inject({
      method: route.method,
      url,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      ...(payload && { payload }),
    });
  const codeOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.statusCode < 400 ? 'ok' : answer.json<{ code: string }>().code;

  beforeAll(async () => {
    server = await startTestApp();
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const made = TOKEN_SCOPES.map(async (scope) => [scope, await tokenFor(ALL_ROLES, [scope])] as const);
    tokens = new Map(await Promise.all(made));
  });
  afterAll(() => server.stop());

  it.each(all)('%s', async (name, route) => {
    for (const { prefix, area, base } of route.areas ? PLACES : PLACES.slice(0, 1)) {
      for (const scope of TOKEN_SCOPES) {
        const answer = await ask(tokens.get(scope) ?? '', route, addressOf(route, prefix));
        const reads = READING.includes(name) && scope === `read:${area}`;
        const opened = base && AT_BASE[name]?.includes(scope);
        const may = scope === 'admin' || OPEN.includes(name) || reads || opened;
        const what = `${scope} at ${prefix || 'the base address'}: ${answer.body.slice(0, 200)}`;
        if (may) expect(codeOf(answer), what).not.toBe('not-in-scope');
        else expect([answer.statusCode, codeOf(answer)], what).toEqual([403, 'not-in-scope']);
      }
    }
  });

  it('no token may do what its user may not', async () => {
    for (const role of ALL_ROLES) {
      const every = TOKEN_SCOPES.filter((scope) => scope !== 'admin');
      const token = await tokenFor([role], every);
      for (const [name, route] of all) {
        if (OPEN.includes(name)) continue;
        for (const { prefix } of route.areas ? PLACES : PLACES.slice(0, 1)) {
          const url = addressOf(route, prefix);
          const user = await server.call(route.method as 'GET', url, { as: [role], headers: { accept: '' } });
          if (user.statusCode !== 403) continue;
          expect((await ask(token, route, url)).statusCode, `${role} ${name} ${prefix}`).toBe(403);
        }
      }
    }
  });

  it('promote: only to the areas of the scopes; the same for roll backs', async () => {
    const promote = { method: 'POST' } as const;
    const body = (target: string) => ({ disId: SET, source: 'embargo', target });
    const url = `/api/v2/admin/dis/${SET}/promote`;
    const preprod = tokens.get('promote:preprod') ?? '';
    const refused = await ask(preprod, promote, url, body('prod'));
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'not-in-scope']);
    expect(refused.body).toContain('promote:prod');
    expect(await server.database.read.selectFrom('jobs').select('id').where('name', '=', 'promote').execute()).toEqual(
      [],
    );
    const done = await ask(preprod, promote, url, body('preprod'));
    expect([done.statusCode, done.headers['location']]).toEqual([200, expect.stringContaining('/admin/jobs/')]);
    const many = { kind: 'dis', keys: [SET], source: 'embargo', target: 'prod' };
    expect(codeOf(await ask(preprod, promote, '/api/v2/admin/promotions', many))).toBe('not-in-scope');
    const rollback = { area: 'prod', entry: 1 };
    expect(codeOf(await ask(preprod, promote, `/api/v2/admin/dis/${SET}/rollback`, rollback))).toBe('not-in-scope');
    const prod = tokens.get('promote:prod') ?? '';
    expect(codeOf(await ask(prod, promote, `/api/v2/admin/dis/${SET}/rollback`, rollback))).not.toBe('not-in-scope');
  });

  it('what a token sees follows its scopes: a token for delivery sees names but no content of Embargo', async () => {
    const { headers, payload } = multipart('static_other.zip', await zipOf({ 'x.txt': 'no' }));
    await server.app.inject({
      method: 'POST',
      url: '/api/v2/admin/files',
      headers: { ...headers, authorization: `Bearer ${await tokenFor(['ROLE_UPLOAD'], DELIVER)}` },
      payload,
    });
    await server.waitForPack('static_other.zip');
    const url = '/api/v2/admin/files?fileName=static_other.zip';
    const packOf = async (scope: TokenScope) =>
      (await ask(tokens.get(scope) ?? '', { method: 'GET' }, url)).json<Pack[]>()[0];
    expect((await packOf('admin'))?.problems).not.toEqual([]);
    const seen = await packOf('deliver');
    expect([seen?.problems, seen?.problemCount, seen?.withheld]).toEqual([[], 1, expect.any(String)]);
    // A reader of one area does not see another through a call that names it.
    const both = await tokenFor(ALL_ROLES, ['promote:prod', 'read:preprod']);
    const diff = await ask(both, { method: 'GET' }, `/api/v2/admin/dis/${SET}/diff?source=embargo&target=preprod`);
    expect(diff.json()).toMatchObject({ pictures: [], texts: [] });
  });

  it('Prometheus scrapes with a token that can do nothing else', async () => {
    const token = tokens.get('metrics') ?? '';
    const figures = await ask(token, { method: 'GET' }, '/api/v2/metrics');
    expect([figures.statusCode, figures.body]).toEqual([200, expect.stringContaining('lacquer_jobs')]);
    expect((await ask(token, { method: 'GET' }, '/api/v2/admin/users')).statusCode).toBe(403);
    const other = await tokenFor(['ROLE_UPLOAD'], ['metrics']);
    expect((await ask(other, { method: 'GET' }, '/api/v2/metrics')).statusCode).toBe(403);
  });

  it('an upload in parts needs the scope as well', async () => {
    const begin = async (scope: TokenScope) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v2/admin/files/resumable',
        headers: { authorization: `Bearer ${tokens.get(scope)}`, 'tus-resumable': '1.0.0', 'upload-length': '5' },
      });
    expect((await begin('read:prod')).statusCode).toBe(403);
    expect((await begin('deliver')).statusCode).toBe(400);
  });
});

describe.each(databases())('the scopes of a token on %s', (kind) => {
  it('are chosen when it is created, listed and logged; without a choice, and for older tokens, they are everything', async () => {
    const server = await startTestApp(kind);
    const { username } = await server.signIn(ALL_ROLES);
    const make = (name: string, scopes?: readonly string[]) =>
      server.call('POST', '/api/v2/admin/tokens', { body: { username, name, days: null, ...(scopes && { scopes }) } });
    expect((await make('none', [])).statusCode).toBe(400);
    expect((await make('wrong', ['everything'])).statusCode).toBe(400);
    await make('all');
    await make('admin', ['metrics', 'admin']);
    await make('some', ['read:prod', 'deliver']);
    const old = (await make('old')).json<{ id: string; token: string }>();
    await server.database.transaction((trx) =>
      trx.updateTable('apiTokens').set({ scopes: null }).where('id', '=', old.id).execute(),
    );
    const list = (await server.call('GET', '/api/v2/admin/tokens')).json<ApiToken[]>();
    expect(Object.fromEntries(list.map(({ name, scopes }) => [name, scopes]))).toEqual({
      all: ['admin'],
      admin: ['admin'],
      some: ['deliver', 'read:prod'],
      old: ['admin'],
    });
    const answer = await server.app.inject({
      url: '/api/v2/admin/users',
      headers: { authorization: `Bearer ${old.token}` },
    });
    expect(answer.statusCode).toBe(200);
    const log = await server.call('GET', '/api/v2/admin/log?size=100');
    expect(log.body).toContain('API token some created for');
    expect(log.body).toContain('deliver, read:prod.');
    await server.stop();
  });
});
