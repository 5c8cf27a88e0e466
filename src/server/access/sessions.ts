/**
 * Sessions of browsers, in the database.
 *
 *   SessionLimits, Identity, OpenSession
 *   openSession, findSession, closeSession, closeSessionOfCookie
 */
import type { Kysely } from 'kysely';
import type { Role } from '../../contract/index.ts';
import { compiledQuery } from '../platform/database/compiled.ts';
import { unauthorized } from '../platform/http/errors.ts';
import type { Database, Tables } from '../schema.ts';
import { recordLastSeen, SEEN_INTERVAL_MS, visitColumns } from './lastSeen.ts';
import { hashSecret, makeSecret } from './secrets.ts';

export interface SessionLimits {
  /** milliseconds without a call */
  idle: number;
  /** milliseconds since the sign-in */
  max: number;
}

export interface Identity {
  username: string;
  roles: Role[];
}
export interface OpenSession extends Identity {
  idHash: string;
  csrfToken: string;
}

/**
 * @param passwordHash of the password that was checked. A reset ends existing sessions, and none may begin after it with a
 *                     password that was checked before. Absent: proven elsewhere
 * @returns the cookie's value and the header token
 * @throws ApiError 401 if the account was disabled or its password changed meanwhile
 */
export async function openSession(
  database: Database,
  username: string,
  now: number,
  limits: SessionLimits,
  passwordHash?: string,
) {
  const id = makeSecret();
  const csrfToken = makeSecret();
  await database.transaction(async (trx) => {
    let account = trx.updateTable('users').set(visitColumns(now)).where('username', '=', username);
    if (passwordHash !== undefined) account = account.where('passwordHash', '=', passwordHash);
    const { numUpdatedRows } = await account.where('disabled', '=', 0).executeTakeFirst();
    if (numUpdatedRows === 0n) throw unauthorized('wrong-password', 'User name or password is wrong.');
    await trx
      .insertInto('sessions')
      .values({
        idHash: hashSecret(id),
        username,
        csrfToken,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: now + limits.max,
      })
      .execute();
    await trx.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
  });
  return { id, csrfToken };
}

const sessionOf = compiledQuery((db: Kysely<Tables>, given) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.username', 'sessions.username')
    .select(['idHash', 'sessions.username', 'csrfToken', 'sessions.lastSeenAt', 'expiresAt', 'roles'])
    .where('idHash', '=', given<string>(0))
    .where('users.disabled', '=', 0),
);
/** Finds a session by its cookie at another host. */
const sessionOfKey = compiledQuery((db: Kysely<Tables>, given) =>
  db
    .selectFrom('sessionKeys')
    .innerJoin('sessions', 'sessions.idHash', 'sessionKeys.session')
    .innerJoin('users', 'users.username', 'sessions.username')
    .select(['idHash', 'sessions.username', 'csrfToken', 'sessions.lastSeenAt', 'sessions.expiresAt', 'roles'])
    .where('keyHash', '=', given<string>(0))
    .where('sessionKeys.kind', '=', 'cookie')
    .where('users.disabled', '=', 0),
);

/**
 * Reads the session for every request, so that an ended session, a lost role or a disabled account counts from the next one
 * on.
 */
export async function findSession(
  database: Database,
  id: string,
  now: number,
  limits: SessionLimits,
): Promise<OpenSession | undefined> {
  const idHash = hashSecret(id);
  const row = (await sessionOf(database.read, idHash))[0] ?? (await sessionOfKey(database.read, idHash))[0];
  if (!row || row.expiresAt <= now || row.lastSeenAt + limits.idle <= now) return undefined;
  if (row.lastSeenAt + SEEN_INTERVAL_MS <= now) {
    recordLastSeen(database, row.idHash, now, async (trx) => {
      await trx.updateTable('sessions').set({ lastSeenAt: now }).where('idHash', '=', row.idHash).execute();
      await trx.updateTable('users').set(visitColumns(now)).where('username', '=', row.username).execute();
    });
  }
  return {
    idHash: row.idHash,
    username: row.username,
    csrfToken: row.csrfToken,
    roles: JSON.parse(row.roles) as Role[],
  };
}

export async function closeSession(database: Database, idHash: string): Promise<void> {
  await database.transaction((trx) => trx.deleteFrom('sessions').where('idHash', '=', idHash).execute());
}

/** Ends the session that the browser had before a sign-in. If it began at another host, only its cookie here ends. */
export async function closeSessionOfCookie(database: Database, id: string): Promise<void> {
  await database.transaction(async (trx) => {
    await trx.deleteFrom('sessions').where('idHash', '=', hashSecret(id)).execute();
    await trx.deleteFrom('sessionKeys').where('keyHash', '=', hashSecret(id)).execute();
  });
}
