/** When sessions, tokens and hand-over codes end, to the millisecond, and that ending one leaves the others. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../schema.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { PASSWORD } from '../testing/testApp.ts';
import { createApiToken, findApiToken, listApiTokens, revokeApiToken } from './apiTokens.ts';
import { createHandOverCode, redeemHandOverCode } from './sessionHandOver.ts';
import { closeSession, closeSessionOfCookie, findSession, openSession } from './sessions.ts';
import { listUsers } from './userQueries.ts';
import { addUser, endAccessOf, setDisabled } from './users.ts';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const MINUTE = 60_000;
const LIMITS = { idle: 10 * MINUTE, max: 100 * MINUTE };

let database: Database;
let end: () => Promise<void>;
beforeEach(async () => {
  ({ database, end } = await openTestDatabase());
  for (const username of ['anna', 'ben']) await addUser(database, { username, password: PASSWORD, roles: [] }, NOW);
});
afterEach(() => end());
const open = (username: string, now = NOW) => openSession(database, username, now, LIMITS);
const find = async (id: string, now = NOW) => (await findSession(database, id, now, LIMITS))?.username;
const sessionRows = () =>
  database.read.selectFrom('sessions').select(['username', 'lastSeenAt', 'expiresAt']).orderBy('username').execute();
const accountOf = async (username: string, now = NOW) =>
  (await listUsers(database, now, LIMITS)).find((user) => user.username === username);

it('a session ends when it was idle for too long, and at its maximum age however busy it is', async () => {
  const { id } = await open('anna');
  expect(await find(id, NOW + LIMITS.idle - 1)).toBe('anna');
  expect(await find('another')).toBeUndefined();
  const { id: idle } = await open('anna');
  expect(await find(idle, NOW + LIMITS.idle)).toBeUndefined();
  await database.transaction((trx) =>
    trx
      .updateTable('sessions')
      .set({ lastSeenAt: NOW + LIMITS.max })
      .where('username', '=', 'anna')
      .execute(),
  );
  expect(await find(id, NOW + LIMITS.max - 1)).toBe('anna');
  expect(await find(id, NOW + LIMITS.max)).toBeUndefined();
});

it('the time of the last call is recorded once a minute, for the session and its account only', async () => {
  const [anna] = [await open('anna'), await open('ben')];
  const seen = async () => (await sessionRows()).map(({ lastSeenAt }) => Number(lastSeenAt) - NOW);
  await find(anna.id, NOW + MINUTE - 1);
  await database.transaction(async () => {});
  expect(await seen()).toEqual([0, 0]);
  await find(anna.id, NOW + MINUTE);
  await expect.poll(seen).toEqual([MINUTE, 0]);
  const times = (await listUsers(database, NOW, LIMITS)).map((user) => user.lastSeenAt);
  expect(times).toEqual([new Date(NOW + MINUTE).toISOString(), new Date(NOW).toISOString()]);
});

it('signing in again after hours moves the previous visit; within the visit it does not', async () => {
  const previous = async () =>
    (
      await database.read
        .selectFrom('users')
        .select('previousVisitAt')
        .where('username', '=', 'anna')
        .executeTakeFirst()
    )?.previousVisitAt ?? null;
  const HOURS = 4 * 60 * MINUTE;
  await open('anna', NOW);
  await open('anna', NOW + HOURS);
  expect(await previous()).toBeNull();
  await open('anna', NOW + 2 * HOURS + 1);
  expect(Number(await previous())).toBe(NOW + HOURS);
});

it('ending a session leaves those of others and the other ones of the account', async () => {
  const [one, two, other] = [await open('anna'), await open('anna'), await open('ben')];
  const left = () => Promise.all([one, two, other].map(({ id }) => find(id)));
  const session = await findSession(database, one.id, NOW, LIMITS);
  await closeSession(database, session?.idHash ?? '');
  expect(await left()).toEqual([undefined, 'anna', 'ben']);
  await closeSessionOfCookie(database, 'another');
  expect(await left()).toEqual([undefined, 'anna', 'ben']);
  await closeSessionOfCookie(database, two.id);
  expect(await left()).toEqual([undefined, undefined, 'ben']);
});

it('a new session removes those that are over, and no others', async () => {
  await open('anna', NOW - LIMITS.max);
  await open('ben', NOW - LIMITS.max + 1);
  await open('ben');
  expect((await sessionRows()).map(({ username }) => username)).toEqual(['ben', 'ben']);
});

it('no session begins for a disabled account, or with a password that is no longer the account’s', async () => {
  await expect(openSession(database, 'anna', NOW, LIMITS, 'an old hash')).rejects.toMatchObject({ status: 401 });
  await setDisabled(database, 'anna', true, NOW);
  await expect(open('anna')).rejects.toMatchObject({ status: 401, code: 'wrong-password' });
  expect(await sessionRows()).toEqual([]);
  await expect(open('ben')).resolves.toBeDefined();
});

it('ending the access of an account ends nobody else’s', async () => {
  const [anna, ben] = [await open('anna'), await open('ben')];
  await open('anna');
  const tokens = await Promise.all(
    ['anna', 'ben'].map((username) => createApiToken(database, { name: 'x', username, now: NOW, expiresAt: null })),
  );
  expect([(await accountOf('anna'))?.sessions, (await accountOf('anna'))?.tokens]).toEqual([2, 1]);
  expect(await endAccessOf(database, 'ANNA', NOW)).toEqual({ sessions: 2, tokens: 1 });
  expect(await Promise.all([find(anna.id), find(ben.id)])).toEqual([undefined, 'ben']);
  const found = await Promise.all(tokens.map(({ token }) => findApiToken(database, token, NOW)));
  expect(found.map((one) => one?.username)).toEqual([undefined, 'ben']);
  expect([(await accountOf('anna'))?.sessions, (await accountOf('anna'))?.tokens]).toEqual([0, 0]);
  expect([(await accountOf('ben'))?.sessions, (await accountOf('ben'))?.tokens]).toEqual([1, 1]);
});

it('the list of accounts counts only sessions and tokens that are valid', async () => {
  await open('anna');
  await createApiToken(database, { name: 'x', username: 'anna', now: NOW, expiresAt: NOW + LIMITS.idle });
  const counts = async (now: number) => [
    (await accountOf('anna', now))?.sessions,
    (await accountOf('anna', now))?.tokens,
  ];
  expect(await counts(NOW + LIMITS.idle - 1)).toEqual([1, 1]);
  expect(await counts(NOW + LIMITS.idle)).toEqual([0, 0]);
  for (const username of ['cleo', 'abel']) await addUser(database, { username, password: PASSWORD, roles: [] }, NOW);
  const names = (await listUsers(database, NOW, LIMITS)).map(({ username }) => username);
  expect(names).toEqual(['abel', 'anna', 'ben', 'cleo']);
});

it('using a token is recorded, for it and its user only', async () => {
  const make = (username: string) =>
    createApiToken(database, { name: username, username, now: NOW - MINUTE, expiresAt: null });
  const [anna] = [await make('anna'), await make('ben')];
  await findApiToken(database, anna.token, NOW);
  const used = async () => (await listApiTokens(database)).map(({ username, lastUsedAt }) => [username, lastUsedAt]);
  const at = new Date(NOW).toISOString();
  await expect.poll(used).toEqual([
    ['ben', null],
    ['anna', at],
  ]);
  const users = await listUsers(database, NOW, LIMITS);
  expect(users.map(({ username, lastSeenAt }) => [username, lastSeenAt])).toEqual([
    ['anna', at],
    ['ben', null],
  ]);
});

it('a token ends at its time, or when it is revoked, and is listed until then', async () => {
  const make = (name: string, expiresAt: number | null) =>
    createApiToken(database, { name, username: 'anna', now: NOW, expiresAt });
  const [short, long] = [await make('short', NOW + MINUTE), await make('long', null)];
  const found = async (token: string, now: number) => (await findApiToken(database, token, now))?.username;
  expect(await found(short.token, NOW + MINUTE - 1)).toBe('anna');
  expect(await found(short.token, NOW + MINUTE)).toBeUndefined();
  expect(await found(long.token, NOW + 1e12)).toBe('anna');
  await revokeApiToken(database, long.id, NOW, 'ben');
  expect(await found(long.token, NOW)).toBeUndefined();
  expect((await listApiTokens(database)).map(({ name }) => name)).toEqual(['short']);
  await expect(revokeApiToken(database, long.id, NOW, 'ben')).rejects.toMatchObject({ status: 404 });
  await expect(
    make('x', null).then(() => createApiToken(database, { name: 'x', username: 'nobody', now: NOW, expiresAt: null })),
  ).rejects.toMatchObject({ status: 404, code: 'unknown-user' });
});

it('a hand-over code opens its session once, within a minute, and the new cookie ends with the session', async () => {
  await open('ben');
  const { id } = await open('anna');
  const idHash = (await findSession(database, id, NOW, LIMITS))?.idHash ?? '';
  const code = await createHandOverCode(database, idHash, NOW);
  expect(await redeemHandOverCode(database, 'another', NOW)).toBeUndefined();
  expect(await redeemHandOverCode(database, code, NOW + MINUTE)).toBeUndefined();
  const opened = await redeemHandOverCode(database, code, NOW + MINUTE - 1);
  expect(opened).toMatchObject({ username: 'anna', lifetimeMs: LIMITS.max - MINUTE + 1 });
  expect(await redeemHandOverCode(database, code, NOW)).toBeUndefined();
  const cookie = opened?.id ?? '';
  // The code is no cookie, and the cookie is no code.
  expect([await find(code), await find(cookie)]).toEqual([undefined, 'anna']);
  const disable = (disabled: number) =>
    database.transaction((trx) => trx.updateTable('users').set({ disabled }).where('username', '=', 'anna').execute());
  await disable(1);
  expect([await find(id), await find(cookie)]).toEqual([undefined, undefined]);
  await disable(0);
  expect(await redeemHandOverCode(database, cookie, NOW)).toBeUndefined();
  // A later code removes those of its session that are over: no cookie, and nothing of other sessions.
  const other = (await findSession(database, (await open('ben')).id, NOW, LIMITS))?.idHash ?? '';
  await createHandOverCode(database, other, NOW - 2 * MINUTE);
  await createHandOverCode(database, idHash, NOW - 2 * MINUTE);
  await createHandOverCode(database, idHash, NOW - MINUTE + 1);
  await createHandOverCode(database, idHash, NOW);
  const kinds = await database.read.selectFrom('sessionKeys').select('kind').orderBy('kind').execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['code', 'code', 'code', 'cookie']);
  await closeSessionOfCookie(database, cookie);
  expect([await find(id), await find(cookie)]).toEqual(['anna', undefined]);
});
