/**
 * Reads accounts.
 *
 *   CheckedPassword, checkPassword
 *   findAccountName, countUsers, sourceOf, rolesOfUser, listUsers
 */
import type { Role, UserAccount } from '../../contract/index.ts';
import type { Database } from '../schema.ts';
import { nameKeyOf } from './names.ts';
import { verifyPassword } from './passwords.ts';
import type { Identity, SessionLimits } from './sessions.ts';

export interface CheckedPassword {
  readonly identity: Identity;
  /** hash of the password that matched. Checking takes a while; the result is valid only if this has not changed since. */
  readonly passwordHash: string;
}

/** The user if name and password match and the account is enabled; otherwise undefined, after the same time. */
export async function checkPassword(
  database: Database,
  username: string,
  password: string,
): Promise<CheckedPassword | undefined> {
  const row = await database.read
    .selectFrom('users')
    .select(['username', 'passwordHash', 'roles', 'disabled'])
    .where('nameKey', '=', nameKeyOf(username))
    .executeTakeFirst();
  const fits = await verifyPassword(password, row?.passwordHash ?? null);
  if (!row?.passwordHash || !fits || row.disabled !== 0) return undefined;
  const identity = { username: row.username, roles: JSON.parse(row.roles) as Role[] };
  return { identity, passwordHash: row.passwordHash };
}

/**
 * @returns the name of the account that somebody typed; undefined for none. Logs must not have the typed text itself, because it
 *   may be a password.
 */
export async function findAccountName(database: Database, typed: string): Promise<string | undefined> {
  const row = await database.read
    .selectFrom('users')
    .select('username')
    .where('nameKey', '=', nameKeyOf(typed))
    .executeTakeFirst();
  return row?.username;
}

export async function countUsers(database: Database): Promise<number> {
  const row = await database.read
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** @returns what authenticates the account; undefined for an unknown user */
export async function sourceOf(database: Database, username: string): Promise<UserAccount['source'] | undefined> {
  const row = await database.read
    .selectFrom('users')
    .select('source')
    .where('nameKey', '=', nameKeyOf(username))
    .executeTakeFirst();
  return row?.source;
}

/** @returns an empty list for an unknown user */
export async function rolesOfUser(database: Database, username: string): Promise<Role[]> {
  const row = await database.read
    .selectFrom('users')
    .select('roles')
    .where('nameKey', '=', nameKeyOf(username))
    .executeTakeFirst();
  return row ? (JSON.parse(row.roles) as Role[]) : [];
}

/** Sorted by name, with the sessions and API tokens that are valid at `now`. */
export async function listUsers(
  database: Database,
  now: number,
  limits: Pick<SessionLimits, 'idle'>,
): Promise<UserAccount[]> {
  const users = await database.read.selectFrom('users').selectAll().execute();
  const open = await database.read
    .selectFrom('sessions')
    .select((e) => ['username', e.fn.countAll<number>().as('count')])
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', now - limits.idle)
    .groupBy('username')
    .execute();
  const valid = await database.read
    .selectFrom('apiTokens')
    .select((e) => ['username', e.fn.countAll<number>().as('count')])
    .where('revokedAt', 'is', null)
    .where((e) => e.or([e('expiresAt', 'is', null), e('expiresAt', '>', now)]))
    .groupBy('username')
    .execute();
  const sessions = new Map(open.map((row) => [row.username, Number(row.count)]));
  const tokens = new Map(valid.map((row) => [row.username, Number(row.count)]));
  return users
    .map((row) => ({
      username: row.username,
      roles: JSON.parse(row.roles) as Role[],
      source: row.source,
      disabled: row.disabled !== 0,
      createdAt: new Date(row.createdAt).toISOString(),
      lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt).toISOString(),
      sessions: sessions.get(row.username) ?? 0,
      tokens: tokens.get(row.username) ?? 0,
    }))
    .sort((a, b) => (a.username < b.username ? -1 : 1));
}
