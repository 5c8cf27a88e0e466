/**
 * Accounts. Changes with a `by` leave a line in the journal.
 *
 *   addUser, setPassword, setDisabled, setRoles, endAccessOf
 *   checkPassword, Checked, accountNamed, userCount, sourceOf, rolesIn, listUsers
 */
import { sql, type Transaction } from 'kysely';
import { ROLES, type Role, type UserAccount } from '../../contract/index.ts';
import { write } from '../journal/journal.ts';
import { isUniqueViolation } from '../platform/database/database.ts';
import { badRequest, conflict, forbidden, notFound } from '../platform/http/errors.ts';
import type { Database, Tables } from '../schema.ts';
import { nameKeyOf, nameProblem, normalName } from './names.ts';
import { hashPassword, passwordProblem, verifyPassword } from './passwords.ts';
import { type Ended, endAccess, endedText, type Identity, type SessionLimits } from './sessions.ts';

/** @returns the name as it is stored. @throws ApiError 400 for a bad name, role or password, 409 for a name that is taken */
export async function addUser(
  database: Database,
  user: { username: string; password: string; roles: readonly Role[] },
  now: number,
  by?: string,
): Promise<string> {
  const wrong = nameProblem(user.username);
  if (wrong !== undefined) throw badRequest('bad-username', wrong);
  const username = normalName(user.username);
  const strange = user.roles.find((role) => !ROLES.includes(role));
  if (strange !== undefined) throw badRequest('bad-role', `There is no role ${strange}. Roles: ${ROLES.join(', ')}.`);
  const problem = passwordProblem(user.password, username);
  if (problem !== undefined) throw badRequest('bad-password', problem);
  const passwordHash = await hashPassword(user.password);
  try {
    await database.transaction(async (trx) => {
      await trx
        .insertInto('users')
        .values({
          username,
          nameKey: nameKeyOf(username),
          passwordHash,
          roles: JSON.stringify([...new Set(user.roles)]),
          disabled: 0,
          source: 'local',
          createdAt: now,
          changedAt: now,
        })
        .execute();
      await report(trx, by, `User ${username} added: ${user.roles.join(', ') || 'no role'}.`);
    });
    return username;
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw conflict('user-exists', `There is a user ${username} already, in capitals or small letters.`);
    }
    throw error;
  }
}

/**
 * Ends the sessions of the account, except `except`, and its API tokens.
 *
 * @param options.from the hash of the present password, where its owner had to know it
 * @throws ApiError 403 when it is another by now, 404 for an unknown user, 400 for a bad password, 409 for an account that has its password elsewhere
 */
export async function setPassword(
  database: Database,
  username: string,
  password: string,
  now: number,
  { by, except = '', from }: { by?: string; except?: string; from?: string } = {},
): Promise<Ended> {
  const problem = passwordProblem(password, username);
  if (problem !== undefined) throw badRequest('bad-password', problem);
  const passwordHash = await hashPassword(password);
  return database.transaction(async (trx) => {
    const { source, username: name } = await userIn(trx, username);
    if (source !== 'local') {
      throw conflict('not-a-local-user', `${name} signs in elsewhere (${source}) and has no password here.`);
    }
    let account = trx.updateTable('users').set({ passwordHash, changedAt: now }).where('username', '=', name);
    if (from !== undefined) account = account.where('passwordHash', '=', from);
    const { numUpdatedRows } = await account.executeTakeFirst();
    if (numUpdatedRows === 0n) throw forbidden('wrong-password', 'Somebody has changed the password just now.');
    const ended = await endAccess(trx, name, now, except);
    await report(trx, by, `Password of ${name} changed. ${endedText(ended)}`);
    return ended;
  });
}

/** Ends all sessions and API tokens of an account. @throws ApiError 404 */
export function endAccessOf(database: Database, username: string, now: number, by?: string): Promise<Ended> {
  return database.transaction(async (trx) => {
    const { username: name } = await userIn(trx, username);
    const ended = await endAccess(trx, name, now);
    await report(trx, by, `Access of ${name} ended. ${endedText(ended)}`);
    return ended;
  });
}

/**
 * A disabled user's sessions end; sessions and tokens stop working with the next call.
 *
 * @throws ApiError 404, 409 for the last administrator
 */
export async function setDisabled(
  database: Database,
  username: string,
  disabled: boolean,
  now: number,
  by?: string,
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockUsers(database, trx);
    const user = await userIn(trx, username);
    if (disabled) await assertNotLastAdmin(trx, user);
    const change = { disabled: disabled ? 1 : 0, changedAt: now };
    await trx.updateTable('users').set(change).where('username', '=', user.username).execute();
    if (disabled) await trx.deleteFrom('sessions').where('username', '=', user.username).execute();
    await report(trx, by, `User ${user.username} ${disabled ? 'disabled' : 'enabled'}.`);
  });
}

/** Takes effect with the account's next call. @throws ApiError 404, 409 for the last administrator */
export async function setRoles(
  database: Database,
  username: string,
  roles: readonly Role[],
  now: number,
  by: string,
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockUsers(database, trx);
    const user = await userIn(trx, username);
    if (!roles.includes('ROLE_ADMIN')) await assertNotLastAdmin(trx, user);
    const change = { roles: JSON.stringify([...new Set(roles)]), changedAt: now };
    await trx.updateTable('users').set(change).where('username', '=', user.username).execute();
    await report(trx, by, `Roles of ${user.username}: ${roles.join(', ') || 'none'}.`);
  });
}

/** Two changes at once must not each rely on the administrator that the other one removes. SQLite has one writer anyway. */
async function lockUsers(database: Database, trx: Transaction<Tables>): Promise<void> {
  if (database.dialect === 'postgres') await sql`lock table users in share row exclusive mode`.execute(trx);
}

/** Finds the name in any case. */
async function userIn(trx: Transaction<Tables>, username: string) {
  const user = await trx.selectFrom('users').selectAll().where('nameKey', '=', nameKeyOf(username)).executeTakeFirst();
  if (!user) throw notFound('unknown-user', `There is no user ${username}.`);
  return user;
}

const isAdministrator = (user: { roles: string; disabled: number }) =>
  user.disabled === 0 && (JSON.parse(user.roles) as Role[]).includes('ROLE_ADMIN');

async function assertNotLastAdmin(trx: Transaction<Tables>, user: Awaited<ReturnType<typeof userIn>>): Promise<void> {
  if (!isAdministrator(user)) return;
  const all = await trx.selectFrom('users').select(['username', 'roles', 'disabled']).execute();
  if (all.some((other) => other.username !== user.username && isAdministrator(other))) return;
  throw conflict(
    'last-administrator',
    `${user.username} is the last administrator. Make somebody else administrator first.`,
  );
}

const report = async (trx: Transaction<Tables>, by: string | undefined, message: string) => {
  if (by !== undefined) await write(trx, { status: 'INFO', context: 'users', message, who: by });
};

export interface Checked {
  readonly identity: Identity;
  /** of the password that matched: checking takes a while, and the result is valid only while this has not changed */
  readonly passwordHash: string;
}

/** The user if name and password match and the account is enabled; undefined otherwise, after the same time. */
export async function checkPassword(
  database: Database,
  username: string,
  password: string,
): Promise<Checked | undefined> {
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

/** The name of the account that somebody typed; undefined for none. What was typed may have been a password. */
export async function accountNamed(database: Database, typed: string): Promise<string | undefined> {
  const row = await database.read
    .selectFrom('users')
    .select('username')
    .where('nameKey', '=', nameKeyOf(typed))
    .executeTakeFirst();
  return row?.username;
}

export async function userCount(database: Database): Promise<number> {
  const row = await database.read
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Where the account is authenticated; undefined for no such user. */
export async function sourceOf(database: Database, username: string): Promise<UserAccount['source'] | undefined> {
  const row = await database.read
    .selectFrom('users')
    .select('source')
    .where('nameKey', '=', nameKeyOf(username))
    .executeTakeFirst();
  return row?.source;
}

/** None for no such user. */
export async function rolesIn(database: Database, username: string): Promise<Role[]> {
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
