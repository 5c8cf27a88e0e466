/** Calls with an Idempotency-Key are made once: on two servers, after a crash, for each account, and for one call only. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, routes } from '../../contract/index.ts';
import { type App, startApp } from '../app.ts';
import { readSettings } from '../config.ts';
import { ApiError } from '../platform/http/errors.ts';
import { recordFailures } from '../platform/testing/recordFailures.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import { openIdempotency, takesKey } from './idempotency.ts';

const ADMIN = ['ROLE_ADMIN'] as const;
const UPLOADER = ['ROLE_UPLOAD'] as const;
const TOKENS = '/api/v2/admin/tokens';

describe.each(databases())('Idempotency-Key on %s', (kind) => {
  let server: TestApp;
  /** With SQLite one process does everything: there the same one is asked. */
  let other: App;
  let copies = 0;
  const startOther = () =>
    startApp(
      readSettings({
        LACQUER_DATA: server.folder,
        LACQUER_DATABASE_URL: server.databaseUrl,
        LACQUER_LOG_LEVEL: 'silent',
        LACQUER_WORKERS: '0',
        FEATURE_QUALITY_REPORT_ENABLED: 'false',
        LACQUER_THUMBNAILS: 'false',
      }),
    );
  beforeAll(async () => {
    server = await startTestApp(kind);
    other = kind === 'postgres' ? await startOther() : server;
    await server.deliver(`meta-${SET}.zip`, await metaZip());
  });
  afterAll(async () => {
    if (other !== server) await other.close();
    await server.stop();
  });

  const call = (path: string, key: string, { as = ADMIN, body }: { as?: readonly Role[]; body?: object } = {}) =>
    server.call('POST', path, { as, headers: { 'idempotency-key': key }, ...(body && { body }) });
  const promotion = { disId: SET, source: 'embargo', target: 'preprod' };
  const promote = (key: string, body: object = promotion, as: readonly Role[] = UPLOADER) =>
    call(`/api/v2/admin/dis/${SET}/promote`, key, { body, as });
  const jobs = async () => {
    const rows = await server.database.read.selectFrom('jobs').select('id').where('name', '=', 'promote').execute();
    return rows.length;
  };
  const copyTo = () => {
    copies += 1;
    return `1PP2A5${String(copies).padStart(10, '0')}`;
  };
  const tokenNames = async () => (await server.call('GET', TOKENS)).json<{ name: string }[]>().map(({ name }) => name);

  it('a promotion sent again is answered as before, with its job’s address, and starts no other', async () => {
    const before = await jobs();
    const key = randomUUID();
    const first = await promote(key);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const again = await promote(`"${key}"`);
    expect([again.statusCode, again.body, again.headers['location'], again.headers['content-type']]).toEqual([
      200,
      first.body,
      first.headers['location'],
      first.headers['content-type'],
    ]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await jobs()).toBe(before + 1);
    await promote(randomUUID());
    await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as: UPLOADER, body: promotion });
    expect(await jobs()).toBe(before + 3);
  });

  it('a token made twice is the same token; neither it nor the key can be read in the database', async () => {
    const key = randomUUID();
    const body = { name: 'once', username: 'admin', days: 1 };
    const first = (await call(TOKENS, key, { body })).json<{ token: string }>();
    expect((await call(TOKENS, key, { body })).json()).toEqual(first);
    expect((await tokenNames()).filter((name) => name === 'once')).toHaveLength(1);
    const rows = JSON.stringify(await server.database.read.selectFrom('idempotencyKeys').selectAll().execute());
    expect(first.token.length).toBeGreaterThan(20);
    expect(rows).not.toContain(first.token);
    expect(rows).not.toContain(key);
  });

  it('the key belongs to one call of one account', async () => {
    const key = randomUUID();
    expect((await promote(key)).statusCode).toBe(200);
    const otherBody = await promote(key, { ...promotion, note: 'another' });
    expect([otherBody.statusCode, otherBody.json()]).toMatchObject([422, { code: 'idempotency-key-used' }]);
    const otherCall = await call(`/api/v2/admin/dis/${SET}/promoteMetadata`, key, { body: promotion, as: UPLOADER });
    expect(otherCall.statusCode).toBe(422);
    const before = await jobs();
    const otherAccount = await promote(key, promotion, ADMIN);
    expect([otherAccount.statusCode, otherAccount.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect(await jobs()).toBe(before + 1);
  });

  it('whoever lost the role is refused, not answered as before', async () => {
    const key = randomUUID();
    const { username } = await server.signIn(['ROLE_UPLOAD', 'ROLE_TEST']);
    const as = ['ROLE_UPLOAD', 'ROLE_TEST'] as const;
    const headers = { 'idempotency-key': key };
    const ask = () => server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as, headers, body: promotion });
    expect((await ask()).statusCode).toBe(200);
    await server.call('PUT', `/api/v2/admin/users/${username}/roles`, { body: { roles: ['ROLE_TEST'] } });
    expect((await ask()).statusCode).toBe(403);
  });

  it('of twenty tries at once, on two servers, one makes the call', async () => {
    const to = copyTo();
    const key = randomUUID();
    const { cookie, token } = await server.signIn(ADMIN);
    const headers = { cookie, 'x-csrf-token': token, 'idempotency-key': key };
    const url = `/api/v2/admin/dis/${SET}/copy?targetDisId=${to}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? server : other).app.inject({ method: 'GET', url, headers })),
    );
    const made = answers.filter(({ statusCode }) => statusCode === 200);
    const waiting = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(made.filter((answer) => answer.headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(waiting.every((answer) => answer.json<{ code: string }>().code === 'call-in-progress')).toBe(true);
    expect(waiting.every(({ statusCode, headers: given }) => statusCode === 409 && given['retry-after'] === '1')).toBe(
      true,
    );
    const later = await other.app.inject({ method: 'GET', url, headers });
    expect([later.statusCode, later.headers['idempotency-replayed']]).toEqual([200, 'true']);
    // Without the key, the set is there already.
    const { 'idempotency-key': _, ...bare } = headers;
    expect((await server.app.inject({ method: 'GET', url, headers: bare })).statusCode).toBe(409);
  });

  it('a refused call changed nothing and gives its key back', async () => {
    const key = randomUUID();
    const to = copyTo();
    const url = (from: string) => `/api/v2/admin/dis/${from}/copy?targetDisId=${to}`;
    const headers = { 'idempotency-key': key };
    expect((await server.call('GET', url('1PP2A5yyyyyyyyyy'), { headers })).statusCode).toBe(404);
    expect((await server.call('GET', url(SET), { headers })).statusCode).toBe(200);
  });

  it('keys that are no keys are refused before anything is changed', async () => {
    const before = await jobs();
    for (const key of ['', 'short', 'x'.repeat(201), 'with a blank in it']) {
      const answer = await promote(key);
      expect([answer.statusCode, answer.json()], key).toMatchObject([400, { code: 'bad-idempotency-key' }]);
    }
    expect(await jobs()).toBe(before);
  });

  const route = routes.promote;
  const mount = { prefix: '', area: 'embargo', base: true } as const;
  /** The call as another process makes it that dies on the way. */
  const callOf = (key: string) => {
    const headers: Record<string, unknown> = {};
    const reply = {
      header: (name: string, value: unknown) => {
        headers[name] = value;
      },
      getHeader: (name: string) => headers[name],
    };
    const request = { headers: { 'idempotency-key': key } };
    const caller = { username: 'UPLOAD', roles: UPLOADER, can: {} };
    return { route, mount, caller, params: {}, query: {}, body: {}, request, reply } as never;
  };
  const never = () => new Promise<never>(() => {});
  /** of a process that is gone, or stands still: nothing renews its lease */
  const NO_RENEWALS = { leaseMs: 300, renewalMs: 600_000 };

  it('a process that dies before its call changed anything: the next try makes it', async () => {
    const key = randomUUID();
    const once = openIdempotency(server.database, recordFailures().trouble, NO_RENEWALS);
    const started = Promise.withResolvers<void>();
    void once(callOf(key), async () => {
      started.resolve();
      return never();
    });
    await started.promise;
    await expect(once(callOf(key), async () => 'second')).rejects.toThrow('being made');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await once(callOf(key), async () => 'second')).toBe('second');
    expect(await once(callOf(key), async () => 'third')).toBe('second');
  });

  it('a process that dies after its call changed something: no try makes it again', async () => {
    const key = randomUUID();
    const once = openIdempotency(server.database, recordFailures().trouble, NO_RENEWALS);
    const changed = Promise.withResolvers<void>();
    void once(callOf(key), async () => {
      await server.database.transaction(async () => {});
      changed.resolve();
      return never();
    });
    await changed.promise;
    await new Promise((resolve) => setTimeout(resolve, 400));
    const second = once(callOf(key), async () => 'second');
    await expect(second).rejects.toMatchObject({ status: 409, code: 'answer-lost' });
  });

  it('a slow call keeps its lease, before and after its first change: no try makes it meanwhile', async () => {
    const key = randomUUID();
    const lease = { leaseMs: 1500, renewalMs: 50 };
    const [here, there] = [
      openIdempotency(server.database, recordFailures().trouble, lease),
      openIdempotency(other.database, recordFailures().trouble, lease),
    ];
    const [change, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = here(callOf(key), async () => {
      await change.promise;
      await server.database.transaction(async () => {});
      await end.promise;
      return 'slow';
    });
    for (const { resolve } of [change, end]) {
      await new Promise((go) => setTimeout(go, 2 * lease.leaseMs));
      for (const once of [here, there]) {
        await expect(once(callOf(key), async () => 'again')).rejects.toMatchObject({ code: 'call-in-progress' });
      }
      resolve();
    }
    expect(await slow).toBe('slow');
    expect(await there(callOf(key), async () => 'again')).toBe('slow');
  });

  it('a call that lost its lease while its process stood still, and changed nothing, does not answer', async () => {
    const key = randomUUID();
    const [here, there] = [
      openIdempotency(server.database, recordFailures().trouble, NO_RENEWALS),
      openIdempotency(other.database, recordFailures().trouble, NO_RENEWALS),
    ];
    const goOn = Promise.withResolvers<void>();
    const slow = here(callOf(key), async () => {
      await goOn.promise;
      return 'slow';
    });
    const failed = expect(slow).rejects.toMatchObject({ status: 409, code: 'call-in-progress' });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await there(callOf(key), async () => 'fast')).toBe('fast');
    goOn.resolve();
    await failed;
    expect(await here(callOf(key), async () => 'third')).toBe('fast');
  });

  it('a slow process whose call another one has made meanwhile changes nothing any more', async () => {
    const key = randomUUID();
    const once = openIdempotency(server.database, recordFailures().trouble, NO_RENEWALS);
    const goOn = Promise.withResolvers<void>();
    const write = (name: string) =>
      server.database.transaction((trx) =>
        trx
          .insertInto('secrets')
          .values({ name, value: 'x' } as never)
          .execute(),
      );
    const slow = once(callOf(key), async () => {
      await goOn.promise;
      await write(`slow ${key}`);
    });
    const failed = expect(slow).rejects.toMatchObject({ code: 'call-in-progress' });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await once(callOf(key), async () => 'fast')).toBe('fast');
    goOn.resolve();
    await failed;
    const rows = await server.database.read.selectFrom('secrets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(`slow ${key}`);
  });

  it('a refusal after something was changed is answered as before, a failure of the server is not made again', async () => {
    const once = openIdempotency(server.database, recordFailures().trouble, { leaseMs: 1 });
    const [refused, broken] = [randomUUID(), randomUUID()];
    const fail = (error: Error) => async () => {
      await server.database.transaction(async () => {});
      throw error;
    };
    const refusal = new ApiError(409, 'set-exists', 'There is one already.');
    await expect(once(callOf(refused), fail(refusal))).rejects.toBe(refusal);
    await expect(once(callOf(refused), async () => 'again')).rejects.toMatchObject({ status: 409, code: 'set-exists' });
    await expect(once(callOf(broken), fail(new Error('broken')))).rejects.toThrow('broken');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(once(callOf(broken), async () => 'again')).rejects.toMatchObject({ code: 'answer-lost' });
  });

  it('work that goes on after the call is not part of it', async () => {
    const once = openIdempotency(server.database, recordFailures().trouble, { leaseMs: 1 });
    const later = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await once(callOf(randomUUID()), async () => {
      void goOn.promise.then(() => server.database.transaction(async () => {})).then(later.resolve, later.reject);
      return 'done';
    });
    await server.database.transaction((trx) => trx.deleteFrom('idempotencyKeys').execute());
    goOn.resolve();
    await later.promise;
  });

  it('after a day, keys are forgotten; an account has so many', async () => {
    const key = randomUUID();
    const before = await jobs();
    await promote(key);
    const row = (i: number) => ({
      ...{ id: `filler-${i}`, account: 'UPLOAD', fingerprint: '', owner: '', state: 'done' as const, answer: null },
      leaseUntil: 0,
      expiresAt: Date.now() + 3_600_000,
    });
    await server.database.transaction(async (trx) => {
      for (let at = 0; at < 10_000; at += 100) {
        const rows = Array.from({ length: 100 }, (_, i) => row(at + i));
        await trx.insertInto('idempotencyKeys').values(rows).execute();
      }
    });
    const refused = await promote(randomUUID());
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too-many-keys' }]);
    await server.database.transaction((trx) => trx.updateTable('idempotencyKeys').set({ expiresAt: 1 }).execute());
    for (let i = 0; i < 3; i += 1) await promote(randomUUID(), promotion, ADMIN);
    await server.database.transaction((trx) =>
      trx.deleteFrom('idempotencyKeys').where('account', '=', 'UPLOAD').where('expiresAt', '=', 1).execute(),
    );
    await promote(key);
    expect(await jobs()).toBe(before + 5);
    const { keys } = await server.database.read
      .selectFrom('idempotencyKeys')
      .select((e) => e.fn.countAll().as('keys'))
      .executeTakeFirstOrThrow();
    expect(Number(keys)).toBeLessThanOrEqual(4);
  });

  it('a server that starts anew answers what was answered before', async () => {
    if (kind === 'sqlite') return;
    const key = randomUUID();
    const first = await promote(key);
    const third = await startOther();
    const { cookie, token } = await server.signIn(UPLOADER);
    const again = await third.app.inject({
      method: 'POST',
      url: `/api/v2/admin/dis/${SET}/promote`,
      headers: { cookie, 'x-csrf-token': token, 'idempotency-key': key },
      payload: promotion,
    });
    await third.close();
    expect([again.body, again.headers['location'], again.headers['idempotency-replayed']]).toEqual([
      first.body,
      first.headers['location'],
      'true',
    ]);
  });
});

it('every call of somebody signed in that changes something takes a key, except uploads of files', () => {
  const without = Object.entries(routes)
    .filter(([, route]) => 'changes' in route && !takesKey(route))
    .map(([name, route]) => [name, 'upload' in route ? 'upload' : route.permission]);
  expect(without.filter(([, why]) => why !== 'upload' && why !== 'anyone')).toEqual([]);
});
