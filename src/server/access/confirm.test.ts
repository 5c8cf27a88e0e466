/**
 * OWASP ASVS 2.3.5, 7.5.3: the setting that makes calls that change Prod or credentials require a recent proof of
 * identity. Every changing call of the contract is listed here, with requests that need the proof and requests that do
 * not. The test fails for a call that is missing, and for one that changes Prod or an account without declaring it.
 */
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Route, routes, urlOf } from '../../contract/index.ts';
import type { Tables } from '../schema.ts';
import { databases } from '../testing/databases.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { createApiToken } from './apiTokens.ts';
import { addUser } from './users.ts';

const UPLOADER = ['ROLE_UPLOAD'] as const;
const ACTOR = ['ROLE_ADMIN', 'ROLE_UPLOAD'] as const;
const STATIC = 'static_a.zip';
const ELSEWHERE = '1PP2A9xxxxxxxxxx';
const VISIBILITY = `<visibility><set pattern="${SET}" areas="embargo" from="2999-01-01T00:00:00Z"/></visibility>`;

const all = Object.entries(routes as Readonly<Record<string, Route>>);
const changing = all.filter(([, route]) => route.changes === true || route.method !== 'GET');
const isAsked = (route: Route) => route.changesProd !== undefined || route.changesCredentials === true;

interface Args {
  prefix?: string;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
  file?: [string, string];
}
interface Sample {
  /** requests that change Prod or an account */
  reaches?: readonly Args[];
  /** requests that do as much as the call can without that */
  harmless?: readonly Args[];
}
const set = { id: SET };
const somebody = { username: 'somebody' };
const move = (target: string) => ({ params: set, body: { disId: SET, source: 'embargo', target } });
const moveStatic = (target: string) => ({ body: { fileName: STATIC, source: 'embargo', target } });
const moveMany = (target: string) => ({ body: { kind: 'dis', keys: [SET], source: 'embargo', target } });
const rollBack = (area: string) => ({ params: set, body: { area, entry: 1 } });
const SAMPLES: Readonly<Record<string, Sample>> = {
  // For one's own account: the call itself asks for the password, and signing out grants nothing.
  signIn: { harmless: [{ body: { username: 'nobody-at-all', password: 'x' } }] },
  confirmSession: { harmless: [{ body: { password: 'wrong' } }] },
  changePassword: { harmless: [{ body: { current: 'wrong', wanted: 'another password 17' } }] },
  handOverSession: { harmless: [{}] },
  takeSession: { harmless: [{ body: { code: 'unknown' } }] },
  signOut: {},
  // Removing access needs no proof: it must be possible in a hurry.
  endSessions: { harmless: [{ params: somebody }] },
  revokeToken: { harmless: [{ params: { id: 'TOKEN' } }] },
  addUser: { reaches: [{ body: { username: 'new', roles: ['ROLE_ADMIN'], password: PASSWORD } }] },
  setRoles: { reaches: [{ params: somebody, body: { roles: ['ROLE_ADMIN'] } }] },
  setDisabled: { reaches: [{ params: somebody, body: { disabled: false } }] },
  resetPassword: { reaches: [{ params: somebody, body: {} }] },
  makeToken: { reaches: [{ body: { ...somebody, name: 'x', days: null } }] },
  makeWebhook: { reaches: [{ body: { url: 'https://ci.example.com', events: ['pack.live'], embargo: true } }] },
  changeWebhook: {
    reaches: [{ params: { id: 'nothing' }, body: { events: ['pack.live'], embargo: true, enabled: true } }],
  },
  deleteWebhook: { harmless: [{ params: { id: 'nothing' } }] },
  testWebhook: { harmless: [{ params: { id: 'nothing' } }] },
  sendMessageAgain: { harmless: [{ params: { id: 'nothing', messageId: 'nothing' } }] },
  measureStorage: { harmless: [{}] },
  clearAllCaches: { harmless: [{}, { prefix: '/prod' }] },
  reprocess: { harmless: [{ params: set }] },
  retryJob: { reaches: [{ params: { jobId: 'to-prod' } }], harmless: [{ params: { jobId: 'to-preprod' } }] },
  uploadPack: { harmless: [{ file: [`meta-${SET}.zip`, 'PK no zip'] }] },
  deleteFileElement: {
    reaches: [
      { query: { path: `/prod/dis/${SET}` } },
      { query: { path: `prod//dis/${SET}` } },
      { query: { path: '/prod/global-configs/visibility_configuration_1.xml' } },
    ],
    harmless: [{ query: { path: `/preprod/dis/${SET}` } }, { query: { path: '/packs/none.zip' } }],
  },
  uploadGlobalConfig: {
    reaches: [{ prefix: '/prod', file: ['visibility_configuration_1.xml', VISIBILITY] }],
    harmless: [
      { file: ['country_list_1.xml', '<countries/>'] },
      { prefix: '/preprod', file: ['country_list_1.xml', '<countries/>'] },
    ],
  },
  restoreGlobalConfig: {
    reaches: [{ prefix: '/prod', body: { entry: 1 } }],
    harmless: [{ body: { entry: 999 } }, { prefix: '/preprod', body: { entry: 999 } }],
  },
  rollbackSet: { reaches: [rollBack('prod')], harmless: [rollBack('embargo')] },
  rollbackStatic: {
    reaches: [{ body: { fileName: STATIC, area: 'prod', entry: 1 } }],
    harmless: [{ body: { fileName: STATIC, area: 'embargo', entry: 1 } }],
  },
  promote: { reaches: [move('prod')], harmless: [move('preprod')] },
  promoteMetadata: { reaches: [move('prod')], harmless: [move('preprod')] },
  promoteStatic: { reaches: [moveStatic('prod')], harmless: [moveStatic('preprod')] },
  promoteMany: { reaches: [moveMany('prod')], harmless: [moveMany('preprod')] },
  stopBulkPromotion: { harmless: [{ params: { jobId: 'nothing' } }] },
  copySet: {
    reaches: [{ params: { id: ELSEWHERE }, query: { targetDisId: SET } }],
    harmless: [{ params: set, query: { targetDisId: '1PP2A7xxxxxxxxxx' } }],
  },
  renameSet: {
    reaches: [
      { params: set, query: { targetDisId: '1PP2A6xxxxxxxxxx' } },
      { params: { id: ELSEWHERE }, query: { targetDisId: SET } },
    ],
    harmless: [{ params: { id: ELSEWHERE }, query: { targetDisId: '1PP2A8xxxxxxxxxx' } }],
  },
  deleteSet: { reaches: [{ params: set }], harmless: [{ params: { id: '1PP2A7xxxxxxxxxx' } }] },
};

describe('calls that change something', () => {
  it('are all listed in this test, and those that change Prod or an account declare it', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(changing.map(([name]) => name).sort());
    const reaching = Object.keys(SAMPLES).filter((name) => SAMPLES[name]?.reaches);
    expect(reaching.sort()).toEqual(changing.flatMap(([name, route]) => (isAsked(route) ? [name] : [])).sort());
  });
});

describe.each(databases())('calls that change Prod or an account, on %s', (kind) => {
  let server: TestApp;
  let token = '';
  let revocable = '';
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_PROD_CONFIRM_MINUTES: '5', LACQUER_WORKERS: '1' });
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const meta = await metaZip(
      { 'versions.xml': '<versions><version id="1PP2A9QESFB0A0F4" label="R"/></versions>' },
      ELSEWHERE,
    );
    await server.deliver(`meta-${ELSEWHERE}.zip`, meta);
    await server.deliver(STATIC, await zipOf({ 'co2/A.png': await plain([255, 0, 0, 255]) }));
    for (const target of ['preprod', 'prod']) {
      await call('POST', `/api/v2/admin/dis/${SET}/promote`, move(target).body);
      await call('POST', '/api/v2/admin/static/promote', moveStatic(target).body);
    }
    await send('uploadGlobalConfig', { prefix: '/prod', file: ['visibility_configuration_1.xml', '<visibility/>'] });
    await vi.waitFor(async () => expect(await prodSets()).toHaveLength(2), { timeout: 60_000 });
    const at = Date.now();
    await addUser(server.database, { username: 'somebody', password: PASSWORD, roles: ['ROLE_TEST'] }, at);
    const made = { username: 'somebody', now: at, expiresAt: null };
    revocable = (await createApiToken(server.database, { ...made, name: 'old' })).id;
    const { username } = await server.signIn(ACTOR);
    token = (await createApiToken(server.database, { ...made, name: 'script', username })).token;
    for (const target of ['prod', 'preprod']) {
      const row = {
        ...{ id: `to-${target}`, name: 'promote', function: 'x', subject: SET, state: 'FAILED', attempts: 1 },
        ...{ payload: JSON.stringify({ kind: 'dis', key: SET, source: 'embargo', target, what: 'all' }) },
        ...{ maxAttempts: 3, notBefore: 0, createdAt: at, createdBy: 'x', stoppedAt: at, failure: 'x' },
      };
      await server.database.transaction((trx) =>
        trx
          .insertInto('jobs')
          .values(row as unknown as Insertable<Tables['jobs']>)
          .execute(),
      );
    }
  });
  afterAll(() => server.stop());

  const call = (method: 'POST', path: string, body: object) => server.call(method, path, { as: ACTOR, body });
  const headersOf = async (bearer?: string): Promise<Record<string, string>> => {
    if (bearer !== undefined) return { authorization: `Bearer ${bearer}` };
    const { cookie, token: headerToken } = await server.signIn(ACTOR);
    return { cookie, 'x-csrf-token': headerToken };
  };
  async function send(name: string, { prefix, params, query, body, file }: Args, bearer?: string) {
    const route = routes[name as keyof typeof routes] as Route;
    const filled = params?.['id'] === 'TOKEN' ? { id: revocable } : params;
    const part = file && multipart(file[0], Buffer.from(file[1]));
    return server.app.inject({
      method: route.method,
      url: urlOf(route, { ...(filled && { params: filled }), ...(query && { query }) }, prefix),
      headers: { ...(await headersOf(bearer)), ...part?.headers },
      ...((part ?? body) && { payload: part?.payload ?? body }),
    });
  }
  const prodSets = () =>
    server.database.read
      .selectFrom('refs')
      .select(['key', 'snapshotId'])
      .where('area', '=', 'prod')
      .orderBy('key')
      .execute();
  /** What Prod shows, who can sign in, and the jobs that wait. */
  async function state() {
    const { read } = server.database;
    const [refs, configs, users, tokens, jobs] = await Promise.all([
      prodSets(),
      read.selectFrom('globalConfigs').selectAll().where('area', '=', 'prod').orderBy('fileName').execute(),
      read.selectFrom('users').select(['username', 'passwordHash', 'roles', 'disabled']).orderBy('username').execute(),
      read.selectFrom('apiTokens').select('id').where('revokedAt', 'is', null).orderBy('id').execute(),
      read.selectFrom('jobs').select(['id', 'payload']).where('state', 'in', ['CREATED', 'STARTED']).execute(),
    ]);
    const toProd = jobs.filter(({ payload }) => /"(target|area)":"prod"/.test(payload)).map(({ id }) => id);
    return { refs, configs, users, tokens: tokens.map(({ id }) => id), toProd };
  }
  const jobsOfActor = async () => {
    const { username } = await server.signIn(ACTOR);
    const rows = await server.database.read.selectFrom('jobs').select('id').where('createdBy', '=', username).execute();
    return rows.length;
  };
  const proofIsOld = async (roles: readonly ('ROLE_UPLOAD' | 'ROLE_ADMIN')[] = ACTOR) => {
    const { username } = await server.signIn(roles);
    await server.database.transaction((trx) =>
      trx
        .updateTable('sessions')
        .set({ createdAt: Date.now() - 6 * 60_000, confirmedAt: null })
        .where('username', '=', username)
        .execute(),
    );
  };
  const refusalOf = (answer: Awaited<ReturnType<typeof send>>) => [
    answer.statusCode,
    answer.json<{ code: string }>().code,
  ];
  const samples = (which: 'reaches' | 'harmless') =>
    Object.entries(SAMPLES).flatMap(([name, sample]) => (sample[which] ?? []).map((args) => [name, args] as const));

  it.each(samples('reaches'))(
    '%s %j: refused with an old proof and for any API token; nothing changes',
    async (name, args) => {
      await proofIsOld();
      const before = await state();
      const answer = await send(name, args);
      expect(refusalOf(answer), answer.body).toEqual([403, 'confirm-first']);
      expect(refusalOf(await send(name, args, token))).toEqual([403, 'needs-a-person']);
      expect(await state()).toEqual(before);
    },
  );

  it.each(samples('harmless'))(
    '%s %j: allowed with an old proof, and changes neither Prod nor who can sign in',
    async (name, args) => {
      await proofIsOld();
      const before = await state();
      const jobs = await jobsOfActor();
      const answer = await send(name, args);
      expect(answer.body).not.toMatch(/confirm-first|needs-a-person/);
      // The answer of a call that starts a job says where to follow it.
      const isTold = String(answer.headers['location']).includes('/admin/jobs/');
      if ((await jobsOfActor()) > jobs) expect([name, isTold]).toEqual([name, true]);
      const after = await state();
      expect({ ...after, tokens: [] }).toEqual({ ...before, tokens: [] });
      expect(before.tokens).toEqual(expect.arrayContaining(after.tokens));
    },
  );

  it('are allowed with a fresh proof', async () => {
    const password = { as: ACTOR, body: { password: PASSWORD } } as const;
    await proofIsOld();
    expect((await server.call('PUT', '/api/v2/public/session', password)).statusCode).toBe(200);
    const config = { prefix: '/prod', file: ['visibility_configuration_1.xml', '<visibility></visibility>'] } as const;
    expect((await send('uploadGlobalConfig', { prefix: config.prefix, file: [...config.file] })).statusCode).toBe(200);
    expect((await send('resetPassword', { params: somebody, body: {} })).statusCode).toBe(200);
    expect((await send('deleteSet', { params: set })).statusCode).toBe(200);
    await expect.poll(prodSets).toHaveLength(1);
  });

  const post = (path: string, body: object, headers?: Record<string, string>) =>
    server.call('POST', `/api/v2/admin/${path}`, { body, ...(headers ? { as: 'nobody', headers } : { as: UPLOADER }) });
  const confirm = (password: string) =>
    server.call('PUT', '/api/v2/public/session', { as: UPLOADER, body: { password } });

  it('a wrong password confirms nothing, the right one confirms this session only; both are in the log', async () => {
    await proofIsOld(UPLOADER);
    const { body } = moveStatic('prod');
    expect(refusalOf(await confirm('a wrong password'))).toEqual([403, 'wrong-password']);
    expect(refusalOf(await post('static/promote', body))).toEqual([403, 'confirm-first']);
    expect((await confirm(PASSWORD)).statusCode).toBe(200);
    expect((await post('static/promote', body)).statusCode).toBe(200);
    await proofIsOld(UPLOADER);
    expect(refusalOf(await post('static/promote', body))).toEqual([403, 'confirm-first']);
    const log = (await server.call('GET', '/api/v2/admin/log?size=100')).json<{ items: { message: string }[] }>();
    const messages = log.items.map(({ message }) => message);
    expect(messages).toContain('UPLOAD confirmed by password.');
    expect(messages).toContain('Confirmation by UPLOAD refused: wrong password.');
  });

  it('a fresh sign-in is a proof', async () => {
    const payload = { username: 'UPLOAD', password: PASSWORD };
    const signIn = await server.app.inject({ method: 'POST', url: '/api/v2/public/session', payload });
    const cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
    const headers = { cookie, 'x-csrf-token': signIn.json<{ token: string }>().token };
    expect((await post('static/promote', moveStatic('prod').body, headers)).statusCode).toBe(200);
  });

  it('API tokens cannot confirm', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const body = { password: PASSWORD };
    const confirmed = await server.call('PUT', '/api/v2/public/session', { as: 'nobody', headers, body });
    expect(refusalOf(confirmed)).toEqual([403, 'needs-a-session']);
  });
});

describe('without the setting', () => {
  it('API tokens may promote to Prod, and still never change an account', async () => {
    const server = await startTestApp();
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.signIn(ACTOR);
    const made = { name: 'script', username: 'ADMIN.UPLOAD', now: Date.now(), expiresAt: null };
    const { token } = await createApiToken(server.database, made);
    const ask = (url: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
      server.app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } });
    expect((await ask(`/api/v2/admin/dis/${SET}/promote`, move('prod').body)).statusCode).toBe(200);
    const reset = await ask('/api/v2/admin/users/admin/password', {}, 'PUT');
    expect([reset.statusCode, reset.json<{ code: string }>().code]).toEqual([403, 'needs-a-person']);
    await server.stop();
  });
});
