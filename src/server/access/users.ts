/**
 * Local accounts.
 *
 *   addUser, setPassword, setDisabled, checkPassword, userCount, listUsers
 */
import { ROLES, type Role } from '../../contract/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';
import { hashPassword, passwordProblem, verifyPassword } from './passwords.ts';
import type { Identity } from './sessions.ts';

const USERNAME = /^[A-Za-z0-9._@-]{2,100}$/;

/** @throws ApiError 400 for a bad name, role or password, 409 for a name that is taken */
export async function addUser(
  database: Database,
  user: { username: string; password: string; roles: readonly Role[] },
  now: number,
): Promise<void> {
  if (!USERNAME.test(user.username)) {
    throw badRequest('bad-username', 'A user name has 2 to 100 letters, digits, dots, dashes, underscores or @.');
  }
  const strange = user.roles.find((role) => !ROLES.includes(role));
  if (strange !== undefined) throw badRequest('bad-role', `There is no role ${strange}. Roles: ${ROLES.join(', ')}.`);
  const problem = passwordProblem(user.password, user.username);
  if (problem !== undefined) throw badRequest('bad-password', problem);
  const passwordHash = await hashPassword(user.password);
  try {
    await database.transaction((trx) =>
      trx
        .insertInto('users')
        .values({
          username: user.username,
          passwordHash,
          roles: JSON.stringify(user.roles),
          disabled: 0,
          source: 'local',
          createdAt: now,
          changedAt: now,
        })
        .execute(),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('user-exists', `There is a user ${user.username} already.`);
    throw error;
  }
}

/** @throws ApiError 404 for an unknown user, 400 for a bad password */
export async function setPassword(database: Database, username: string, password: string, now: number): Promise<void> {
  const problem = passwordProblem(password, username);
  if (problem !== undefined) throw badRequest('bad-password', problem);
  const passwordHash = await hashPassword(password);
  await changeUser(database, username, { passwordHash, changedAt: now });
}

/** A disabled user's sessions and tokens stop working with the next call. @throws ApiError 404 */
export async function setDisabled(database: Database, username: string, disabled: boolean, now: number): Promise<void> {
  await changeUser(database, username, { disabled: disabled ? 1 : 0, changedAt: now });
}

async function changeUser(
  database: Database,
  username: string,
  change: { passwordHash?: string; disabled?: number; roles?: string; changedAt: number },
): Promise<void> {
  const result = await database.transaction(async (trx) => {
    const updated = await trx.updateTable('users').set(change).where('username', '=', username).executeTakeFirst();
    await trx.deleteFrom('sessions').where('username', '=', username).execute();
    return updated;
  });
  if (Number(result.numUpdatedRows) === 0) throw notFound('unknown-user', `There is no user ${username}.`);
}

/** The user when name and password fit and the account is enabled; undefined otherwise, after the same time. */
export async function checkPassword(
  database: Database,
  username: string,
  password: string,
): Promise<Identity | undefined> {
  const row = await database.read
    .selectFrom('users')
    .select(['username', 'passwordHash', 'roles', 'disabled'])
    .where('username', '=', username)
    .executeTakeFirst();
  const fits = await verifyPassword(password, row?.passwordHash ?? null);
  if (!row || !fits || row.disabled !== 0) return undefined;
  return { username: row.username, roles: JSON.parse(row.roles) as Role[] };
}

export async function userCount(database: Database): Promise<number> {
  const row = await database.read
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** sorted by name */
export async function listUsers(database: Database): Promise<(Identity & { disabled: boolean })[]> {
  const rows = await database.read.selectFrom('users').select(['username', 'roles', 'disabled']).execute();
  return rows
    .map((row) => ({ username: row.username, roles: JSON.parse(row.roles) as Role[], disabled: row.disabled !== 0 }))
    .sort((a, b) => (a.username < b.username ? -1 : 1));
}
