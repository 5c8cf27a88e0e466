/**
 * Changes of accounts. A change with a `by` writes a line to the journal.
 *
 *   addUser, setPassword, setDisabled, setRoles, endAccessOf
 */
import { sql, type Transaction } from 'kysely';
import { ROLES, type Role } from '../../contract/index.ts';
import { write } from '../journal/journal.ts';
import { isUniqueViolation } from '../platform/database/database.ts';
import { badRequest, conflict, forbidden, notFound } from '../platform/http/errors.ts';
import type { Database, Tables } from '../schema.ts';
import { type EndedAccess, endAccess, endedText } from './endAccess.ts';
import { nameKeyOf, nameProblem, normalName } from './names.ts';
import { hashPassword, passwordProblem } from './passwords.ts';

/** @returns the name as stored. @throws ApiError 400 for a bad name, role or password, 409 for a name that is taken */
export async function addUser(
  database: Database,
  user: { username: string; password: string; roles: readonly Role[] },
  now: number,
  by?: string,
): Promise<string> {
  const badName = nameProblem(user.username);
  if (badName !== undefined) throw badRequest('bad-username', badName);
  const username = normalName(user.username);
  const unknownRole = user.roles.find((role) => !ROLES.includes(role));
  if (unknownRole !== undefined)
    throw badRequest('bad-role', `There is no role ${unknownRole}. Roles: ${ROLES.join(', ')}.`);
  const badPassword = passwordProblem(user.password, username);
  if (badPassword !== undefined) throw badRequest('bad-password', badPassword);
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
      throw conflict('user-exists', `There is already a user ${username}, ignoring case.`);
    }
    throw error;
  }
}

/**
 * Ends the sessions of the account, except `except`, and its API tokens.
 *
 * @param options.from hash of the current password, which the owner entered
 * @throws ApiError 400 for a bad password, 403 if the current password is no longer `from`, 404 for an unknown user, 409 for
 *   an account that signs in by OpenID Connect or a proxy
 */
export async function setPassword(
  database: Database,
  username: string,
  password: string,
  now: number,
  { by, except = '', from }: { by?: string; except?: string; from?: string } = {},
): Promise<EndedAccess> {
  const problem = passwordProblem(password, username);
  if (problem !== undefined) throw badRequest('bad-password', problem);
  const passwordHash = await hashPassword(password);
  return database.transaction(async (trx) => {
    const { source, username: name } = await userIn(trx, username);
    if (source !== 'local') {
      throw conflict('not-a-local-user', `${name} signs in by other means (${source}) and has no password here.`);
    }
    let account = trx.updateTable('users').set({ passwordHash, changedAt: now }).where('username', '=', name);
    if (from !== undefined) account = account.where('passwordHash', '=', from);
    const { numUpdatedRows } = await account.executeTakeFirst();
    if (numUpdatedRows === 0n) throw forbidden('wrong-password', 'The password was just changed by somebody else.');
    const ended = await endAccess(trx, name, now, except);
    await report(trx, by, `Password of ${name} changed. ${endedText(ended)}`);
    return ended;
  });
}

/** Ends all sessions and API tokens of an account. @throws ApiError 404 */
export function endAccessOf(database: Database, username: string, now: number, by?: string): Promise<EndedAccess> {
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

/** Two concurrent changes must not each rely on the administrator that the other one removes. SQLite has one writer anyway. */
async function lockUsers(database: Database, trx: Transaction<Tables>): Promise<void> {
  if (database.dialect === 'postgres') await sql`lock table users in share row exclusive mode`.execute(trx);
}

/** Finds the account, ignoring the case of the name. */
async function userIn(trx: Transaction<Tables>, username: string) {
  const user = await trx.selectFrom('users').selectAll().where('nameKey', '=', nameKeyOf(username)).executeTakeFirst();
  if (!user) throw notFound('unknown-user', `There is no user ${username}.`);
  return user;
}

const isActiveAdmin = (user: { roles: string; disabled: number }) =>
  user.disabled === 0 && (JSON.parse(user.roles) as Role[]).includes('ROLE_ADMIN');

async function assertNotLastAdmin(trx: Transaction<Tables>, user: Awaited<ReturnType<typeof userIn>>): Promise<void> {
  if (!isActiveAdmin(user)) return;
  const all = await trx.selectFrom('users').select(['username', 'roles', 'disabled']).execute();
  if (all.some((other) => other.username !== user.username && isActiveAdmin(other))) return;
  throw conflict(
    'last-administrator',
    `${user.username} is the last administrator. Make another user administrator first.`,
  );
}

const report = async (trx: Transaction<Tables>, by: string | undefined, message: string) => {
  if (by !== undefined) await write(trx, { status: 'INFO', context: 'users', message, who: by });
};
