/**
 * Sessions and API tokens in the database. What the client holds is random; the database keeps only its SHA-256.
 *
 *   openSession, findSession, closeSession, closeSessionsOf
 *   createApiToken, findApiToken
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '../../contract/index.ts';
import type { Database } from '../platform/database/database.ts';
import { timeOrderedId } from '../platform/ids.ts';

export interface SessionLimits {
  /** milliseconds */
  idle: number;
  /** milliseconds */
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

const SEEN_EVERY = 60_000;
const secret = () => randomBytes(32).toString('base64url');
const hash = (value: string) => createHash('sha256').update(value).digest('hex');

/** @returns the cookie's value and the header token */
export async function openSession(database: Database, username: string, now: number, limits: SessionLimits) {
  const id = secret();
  const csrfToken = secret();
  await database.transaction((trx) =>
    trx
      .insertInto('sessions')
      .values({ idHash: hash(id), username, csrfToken, createdAt: now, lastSeenAt: now, expiresAt: now + limits.max })
      .execute(),
  );
  return { id, csrfToken };
}

export async function findSession(
  database: Database,
  id: string,
  now: number,
  limits: SessionLimits,
): Promise<OpenSession | undefined> {
  const row = await database.read
    .selectFrom('sessions')
    .innerJoin('users', 'users.username', 'sessions.username')
    .select(['idHash', 'sessions.username', 'csrfToken', 'lastSeenAt', 'expiresAt', 'roles'])
    .where('idHash', '=', hash(id))
    .where('users.disabled', '=', 0)
    .executeTakeFirst();
  if (!row || row.expiresAt <= now || row.lastSeenAt + limits.idle <= now) return undefined;
  if (row.lastSeenAt + SEEN_EVERY <= now) {
    await database.transaction((trx) =>
      trx.updateTable('sessions').set({ lastSeenAt: now }).where('idHash', '=', row.idHash).execute(),
    );
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

export async function closeSessionsOf(database: Database, username: string): Promise<number> {
  const result = await database.transaction((trx) =>
    trx.deleteFrom('sessions').where('username', '=', username).executeTakeFirst(),
  );
  return Number(result.numDeletedRows);
}

/** @returns the token, shown once */
export async function createApiToken(
  database: Database,
  { name, username, now, expiresAt }: { name: string; username: string; now: number; expiresAt: number | null },
): Promise<{ id: string; token: string }> {
  const id = timeOrderedId();
  const token = `lq_${secret()}`;
  await database.transaction((trx) =>
    trx
      .insertInto('apiTokens')
      .values({
        id,
        tokenHash: hash(token),
        name,
        username,
        createdAt: now,
        lastUsedAt: null,
        expiresAt,
        revokedAt: null,
      })
      .execute(),
  );
  return { id, token };
}

export async function findApiToken(database: Database, token: string, now: number): Promise<Identity | undefined> {
  const row = await database.read
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.username', 'apiTokens.username')
    .select(['apiTokens.id', 'apiTokens.username', 'lastUsedAt', 'expiresAt', 'roles'])
    .where('tokenHash', '=', hash(token))
    .where('revokedAt', 'is', null)
    .where('users.disabled', '=', 0)
    .executeTakeFirst();
  if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return undefined;
  if ((row.lastUsedAt ?? 0) + SEEN_EVERY <= now) {
    await database.transaction((trx) =>
      trx.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', row.id).execute(),
    );
  }
  return { username: row.username, roles: JSON.parse(row.roles) as Role[] };
}
