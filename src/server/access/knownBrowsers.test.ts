/** The cookie of known browsers: how long it is believed, for how many accounts, and by which servers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../schema.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { openKnownBrowsers } from './knownBrowsers.ts';

const COOKIE = '__Host-lacquer-browser';
const DAY_MS = 24 * 3600 * 1000;
const NOW = Date.parse('2026-03-05T12:00:00Z');

let database: Database;
let end: () => Promise<void>;
let now: number;
beforeEach(async () => {
  now = NOW;
  ({ database, end } = await openTestDatabase());
});
afterEach(() => end());

const open = () => openKnownBrowsers(database, () => now);
const requestOf = (cookie: string | undefined) =>
  ({ cookies: cookie === undefined ? {} : { [COOKIE]: cookie } }) as unknown as FastifyRequest;
/** @returns the browser's cookie after the account has signed in */
async function signIn(account: string, cookie?: string, browsers = open()): Promise<string> {
  let set = '';
  const reply = {
    setCookie: (name: string, value: string, options: { maxAge: number }) => {
      expect([name, options.maxAge]).toEqual([COOKIE, 400 * 24 * 3600]);
      set = value;
    },
  };
  await browsers.remember(requestOf(cookie), reply as unknown as FastifyReply, account);
  return set;
}
const idOf = (account: string, cookie: string | undefined) => open().idOf(requestOf(cookie), account);

it('is believed by every server of the store, for its account, for 400 days', async () => {
  const cookie = await signIn('anna');
  const id = await idOf('anna', cookie);
  expect(id).toMatch(/^[\w-]{16}$/);
  expect(await idOf('ben', cookie)).toBeUndefined();
  expect(await idOf('anna', undefined)).toBeUndefined();
  expect(await idOf('anna', '')).toBeUndefined();
  now = NOW + 399 * DAY_MS;
  expect(await idOf('anna', cookie)).toBe(id);
  now = NOW + 400 * DAY_MS;
  expect(await idOf('anna', cookie)).toBeUndefined();
});

it('is not believed after any change: of the day, the id, the account or the signature', async () => {
  const cookie = await signIn('anna');
  const [owner = '', day = '', id = '', proof = ''] = cookie.split('.');
  for (const forged of [
    [owner, `${Number(day) + 1}`, id, proof],
    [owner, day, `${id}x`, proof],
    [owner, day, id, proof.slice(0, -1)],
    [owner, day, id, `${proof.slice(0, -1)}${proof.endsWith('A') ? 'E' : 'A'}`],
    [owner, day, id],
    [],
  ]) {
    expect(await idOf('anna', forged.join('.')), forged.join('.')).toBeUndefined();
  }
  const other = (await signIn('ben')).split('.');
  expect(await idOf('anna', [owner, ...other.slice(1)].join('.'))).toBeUndefined();
});

it('names the last five accounts, each once, the latest first', async () => {
  let cookie: string | undefined;
  const accounts = ['anna', 'ben', 'cleo', 'dora', 'emil', 'fred'];
  for (const account of accounts) cookie = await signIn(account, cookie);
  const known = async () => {
    const ids = await Promise.all(accounts.map((account) => idOf(account, cookie)));
    return accounts.filter((_, i) => ids[i] !== undefined);
  };
  expect(await known()).toEqual(['ben', 'cleo', 'dora', 'emil', 'fred']);
  const before = await idOf('ben', cookie);
  cookie = await signIn('ben', cookie);
  expect(cookie.split('~')).toHaveLength(5);
  expect([await known(), (await idOf('ben', cookie)) === before]).toEqual([
    ['ben', 'cleo', 'dora', 'emil', 'fred'],
    false,
  ]);
  cookie = await signIn('anna', cookie);
  expect(await known()).toEqual(['anna', 'ben', 'dora', 'emil', 'fred']);
});

it('servers that start at once agree on one secret', async () => {
  const [one, two] = [open(), open()];
  const [first, second] = await Promise.all([signIn('anna', undefined, one), signIn('anna', undefined, two)]);
  const rows = await database.read.selectFrom('secrets').select('name').execute();
  expect(rows).toEqual([{ name: 'known-browsers' }]);
  for (const cookie of [first, second]) expect(await idOf('anna', cookie)).toBeDefined();
});

it('a database that does not answer is asked again later', async () => {
  const cookie = await signIn('anna');
  const browsers = open();
  const { read } = database;
  Object.defineProperty(database, 'read', {
    configurable: true,
    get: () => {
      throw new Error('away');
    },
  });
  await expect(browsers.idOf(requestOf(cookie), 'anna')).rejects.toThrow('away');
  Object.defineProperty(database, 'read', { configurable: true, value: read });
  expect(await browsers.idOf(requestOf(cookie), 'anna')).toBeDefined();
});
