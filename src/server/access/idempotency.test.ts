/** What a call with an Idempotency-Key is answered the second time: the same, or why not. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { routes } from '../../contract/index.ts';
import { ApiError } from '../platform/http/errors.ts';
import { recordFailures } from '../platform/testing/recordFailures.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { openIdempotency } from './idempotency.ts';

/** of the text that is stored for an answer */
const ANSWER_LENGTH = 1024 ** 2;

let server: TestApp;
let once: ReturnType<typeof openIdempotency>;
beforeAll(async () => {
  server = await startTestApp();
  once = openIdempotency(server.database, recordFailures().trouble, { leaseMs: 60_000 });
});
afterAll(() => server.stop());

interface Asked {
  route?: keyof typeof routes;
  username?: string;
  body?: unknown;
  params?: unknown;
  query?: unknown;
  prefix?: string;
}
const callOf = (
  key: unknown,
  { route = 'promote', username = 'anna', body = {}, params = {}, query = {}, prefix = '' }: Asked = {},
) => {
  const headers: Record<string, unknown> = {};
  const reply = {
    headers,
    header: (name: string, value: unknown) => {
      headers[name] = value;
    },
    getHeader: (name: string) => headers[name],
  };
  const call = {
    ...{ route: routes[route], mount: { prefix, area: 'embargo', base: true }, params, query, body, reply },
    caller: { username, roles: [], can: {} },
    request: { headers: { 'idempotency-key': key } },
  };
  return Object.assign(call as never, { reply }) as Parameters<typeof once>[0] & { reply: typeof reply };
};
const change = () => server.database.transaction(async () => {});

it('is answered as before, with its address, and says so', async () => {
  const key = randomUUID();
  const first = callOf(key);
  const made = await once(first, async () => {
    first.reply.header('location', '/api/v2/admin/jobs/7');
    return { message: 'done' };
  });
  expect([made, first.reply.headers]).toEqual([{ message: 'done' }, { location: '/api/v2/admin/jobs/7' }]);
  const second = callOf(`"${key}"`);
  const make = vi.fn();
  expect(await once(second, make)).toEqual({ message: 'done' });
  expect(second.reply.headers).toEqual({ 'idempotency-replayed': 'true', location: '/api/v2/admin/jobs/7' });
  expect(make).not.toHaveBeenCalled();
});

it('a key is free again when its day is over', async () => {
  const [key, later] = [randomUUID(), randomUUID()];
  const keys = async () => {
    const rows = await server.database.read.selectFrom('idempotencyKeys').select('id').execute();
    return new Set(rows.map(({ id }) => id));
  };
  await once(callOf(key), async () => ({ message: 'done' }));
  const before = await keys();
  await server.database.transaction((trx) => trx.updateTable('idempotencyKeys').set({ expiresAt: 1 }).execute());
  await once(callOf(later), async () => ({ message: 'done' }));
  expect([...(await keys())].filter((id) => before.has(id))).toEqual([]);
  const make = vi.fn(async () => ({ message: 'again' }));
  expect(await once(callOf(key), make)).toEqual({ message: 'again' });
});

it('an answer without an address has none the second time', async () => {
  const key = randomUUID();
  await once(callOf(key), async () => 'done');
  const second = callOf(key);
  expect(await once(second, async () => 'again')).toBe('done');
  expect(second.reply.headers).toEqual({ 'idempotency-replayed': 'true' });
});

it('any difference makes it another call, which is refused; another account has keys of its own', async () => {
  const key = randomUUID();
  await once(callOf(key), async () => 'done');
  for (const other of [{ body: { a: 1 } }, { params: { id: 'x' } }, { query: { q: 'x' } }, { prefix: '/prod' }]) {
    const second = once(callOf(key, other), async () => 'again');
    await expect(second, JSON.stringify(other)).rejects.toMatchObject({ status: 422, code: 'idempotency-key-used' });
  }
  await expect(once(callOf(key, { route: 'promoteMetadata' }), async () => 'again')).rejects.toMatchObject({
    status: 422,
  });
  expect(await once(callOf(key, { username: 'ben' }), async () => 'of ben')).toBe('of ben');
  expect(await once(callOf(key), async () => 'again')).toBe('done');
});

it('a long answer is kept to the limit; beyond it, the call is still made only once', async () => {
  const [short, long] = [randomUUID(), randomUUID()];
  const text = 'x'.repeat(ANSWER_LENGTH - JSON.stringify({ answer: '' }).length);
  expect(await once(callOf(short), async () => text)).toBe(text);
  expect(await once(callOf(short), async () => 'again')).toBe(text);
  expect(await once(callOf(long), async () => `${text}x`)).toBe(`${text}x`);
  await expect(once(callOf(long), async () => 'again')).rejects.toMatchObject({ status: 409, code: 'answer-lost' });
});

it('a refusal after a change is answered as before, with its details; one before any change gives the key back', async () => {
  const [changed, unchanged, failed] = [randomUUID(), randomUUID(), randomUUID()];
  const details = [{ entry: 'a', reason: 'b' }];
  const refusal = new ApiError(409, 'set-exists', 'There is one already.', { details });
  const refuse = (work: () => Promise<unknown>, error: Error) => async () => {
    await work();
    throw error;
  };
  await expect(once(callOf(changed), refuse(change, refusal))).rejects.toBe(refusal);
  const second = callOf(changed);
  await expect(once(second, async () => 'again')).rejects.toMatchObject({
    ...{ status: 409, code: 'set-exists', message: 'There is one already.', details },
  });
  expect(second.reply.headers).toEqual({ 'idempotency-replayed': 'true' });
  await expect(
    once(
      callOf(unchanged),
      refuse(async () => {}, refusal),
    ),
  ).rejects.toBe(refusal);
  expect(await once(callOf(unchanged), async () => 'made')).toBe('made');
  // What the server could not do is neither made again nor known.
  await expect(once(callOf(failed), refuse(change, new ApiError(503, 'away', 'Away.')))).rejects.toThrow('Away.');
  await expect(once(callOf(failed), async () => 'again')).rejects.toMatchObject({
    status: 409,
    code: 'call-in-progress',
  });
});

it('a call that is being made says when to ask again', async () => {
  const key = randomUUID();
  const end = Promise.withResolvers<string>();
  const first = once(callOf(key), () => end.promise);
  await expect
    .poll(() =>
      server.database.read.selectFrom('idempotencyKeys').select('id').where('state', '=', 'running').execute(),
    )
    .toHaveLength(1);
  await expect(once(callOf(key), async () => 'again')).rejects.toMatchObject({
    ...{ status: 409, code: 'call-in-progress', retryAfter: 1 },
  });
  end.resolve('done');
  expect(await first).toBe('done');
  expect(await once(callOf(key), async () => 'again')).toBe('done');
});

it('no answer is called lost before anything was changed, whatever this server’s clock says', async () => {
  const { database } = server;
  const fast = openIdempotency(
    { ...database, clock: { ...database.clock, now: () => Date.now() + 3_600_000 } } as typeof database,
    recordFailures().trouble,
    { leaseMs: 60_000 },
  );
  const key = randomUUID();
  const [changed, end] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const first = once(callOf(key), async () => {
    await changed.promise;
    await change();
    return end.promise;
  });
  const stateOf = (state: 'running' | 'worked') =>
    database.read.selectFrom('idempotencyKeys').select('id').where('state', '=', state).execute();
  await expect.poll(() => stateOf('running')).toHaveLength(1);
  await expect(fast(callOf(key), async () => 'again')).rejects.toMatchObject({ code: 'call-in-progress' });
  changed.resolve();
  await expect.poll(() => stateOf('worked')).toHaveLength(1);
  await expect(fast(callOf(key), async () => 'again')).rejects.toMatchObject({ code: 'call-in-progress' });
  end.resolve('done');
  expect(await first).toBe('done');
});

it('whoever lost the key to a later try changes nothing', async () => {
  const taken = Promise.withResolvers<void>();
  const late = once(callOf(randomUUID()), async () => {
    await taken.promise;
    await server.database.transaction((trx) =>
      trx.insertInto('secrets').values({ name: 'late', value: 'x' }).execute(),
    );
  });
  const take = () =>
    server.database.transaction((trx) =>
      trx
        .updateTable('idempotencyKeys')
        .set({ owner: 'another' })
        .where('state', '=', 'running')
        .where('leaseUntil', '>', 0)
        .executeTakeFirst(),
    );
  await expect.poll(async () => (await take()).numUpdatedRows).toBe(1n);
  taken.resolve();
  await expect(late).rejects.toMatchObject({ code: 'call-in-progress' });
  expect(await server.database.read.selectFrom('secrets').select('name').where('name', '=', 'late').execute()).toEqual(
    [],
  );
});

it.each([
  ['short'],
  ['x'.repeat(15)],
  ['x'.repeat(201)],
  ['with a blank in the middle'],
  [''],
  [['a'.repeat(20), 'b'.repeat(20)]],
])('%j is no key', async (key) => {
  const make = vi.fn();
  await expect(once(callOf(key), make)).rejects.toMatchObject({ status: 400, code: 'bad-idempotency-key' });
  expect(make).not.toHaveBeenCalled();
});

it('16 to 200 characters are a key; without one, or without an account, every call is made', async () => {
  for (const key of ['k'.repeat(16), 'k'.repeat(200)]) {
    await once(callOf(key), async () => 1);
    expect(await once(callOf(key), async () => 2)).toBe(1);
  }
  for (const call of [
    () => callOf(undefined),
    () => callOf('k'.repeat(30), { username: '' }),
    () => callOf('k'.repeat(30), { route: 'uploadPack' }),
  ]) {
    expect(await once(call(), async () => 1)).toBe(1);
    expect(await once(call(), async () => 2)).toBe(2);
  }
});
