/**
 * Sessions and API tokens in the database. The client holds a random value; the database stores only its SHA-256.
 *
 *   openSession, findSession, closeSession, closeSessionOfCookie
 *   handOver, takeOver     opens the session at a server on another host, with a cookie of its own
 *   createApiToken, findApiToken, listApiTokens, revokeApiToken
 *   endAccess      ends all sessions and API tokens of an account
 */
import { hash as digest, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ApiToken, Role } from '../../contract/index.ts';
import { write } from '../journal/journal.ts';
import { compiledQuery } from '../platform/database/compiled.ts';
import { notFound, unauthorized } from '../platform/http/errors.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { Database, Tables } from '../schema.ts';
import { nameKeyOf } from './names.ts';

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

const SEEN_INTERVAL_MS = 60_000;
const secret = () => randomBytes(32).toString('base64url');
const hash = (value: string) => digest('sha256', value);

/** When this process last recorded a session or token. */
const noted = new WeakMap<Database, LRUCache<string, number>>();
const NOTED_MOST = 10_000;

/**
 * Records the time of the latest call. Callers do not wait for it, and a failure loses nothing else: with a full disk people can
 * still read.
 */
function noteSeen(
  database: Database,
  key: string,
  now: number,
  work: (trx: Transaction<Tables>) => Promise<unknown>,
): void {
  const before = noted.get(database) ?? new LRUCache<string, number>({ max: NOTED_MOST });
  noted.set(database, before);
  if ((before.get(key) ?? 0) + SEEN_INTERVAL_MS > now) return;
  before.set(key, now);
  // The database reports its own failures.
  database.transaction(work).catch(() => {});
}

/**
 * @param passwordHash of the password that was checked. A reset ends existing sessions, and none may begin after it with a
 *                     password that was checked before. Absent: proven elsewhere
 * @returns the cookie's value and the header token
 * @throws ApiError 401 when the account was disabled, or its password changed, meanwhile
 */
export async function openSession(
  database: Database,
  username: string,
  now: number,
  limits: SessionLimits,
  passwordHash?: string,
) {
  const id = secret();
  const csrfToken = secret();
  await database.transaction(async (trx) => {
    let account = trx.updateTable('users').set({ lastSeenAt: now }).where('username', '=', username);
    if (passwordHash !== undefined) account = account.where('passwordHash', '=', passwordHash);
    const { numUpdatedRows } = await account.where('disabled', '=', 0).executeTakeFirst();
    if (numUpdatedRows === 0n) throw unauthorized('wrong-password', 'User name or password is wrong.');
    await trx
      .insertInto('sessions')
      .values({ idHash: hash(id), username, csrfToken, createdAt: now, lastSeenAt: now, expiresAt: now + limits.max })
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
/** The same session by its cookie at another host. */
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

/** Read for every request, so that the end of a session, a lost role or a disabled account holds from the next one on. */
export async function findSession(
  database: Database,
  id: string,
  now: number,
  limits: SessionLimits,
): Promise<OpenSession | undefined> {
  const idHash = hash(id);
  const row = (await sessionOf(database.read, idHash))[0] ?? (await sessionOfKey(database.read, idHash))[0];
  if (!row || row.expiresAt <= now || row.lastSeenAt + limits.idle <= now) return undefined;
  if (row.lastSeenAt + SEEN_INTERVAL_MS <= now) {
    noteSeen(database, row.idHash, now, async (trx) => {
      await trx.updateTable('sessions').set({ lastSeenAt: now }).where('idHash', '=', row.idHash).execute();
      await trx.updateTable('users').set({ lastSeenAt: now }).where('username', '=', row.username).execute();
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

/** Signing in ends the session that the browser held before. Of a session from another host only the cookie ends. */
export async function closeSessionOfCookie(database: Database, id: string): Promise<void> {
  await database.transaction(async (trx) => {
    await trx.deleteFrom('sessions').where('idHash', '=', hash(id)).execute();
    await trx.deleteFrom('sessionKeys').where('keyHash', '=', hash(id)).execute();
  });
}

/** how long a code is valid */
const CODE_LIFETIME_MS = 60_000;

/** @returns a code that opens the session at a server on another host, once */
export async function handOver(database: Database, session: string, now: number): Promise<string> {
  const code = secret();
  await database.transaction(async (trx) => {
    const ended = trx.deleteFrom('sessionKeys').where('session', '=', session).where('kind', '=', 'code');
    await ended.where('expiresAt', '<=', now).execute();
    const row = { keyHash: hash(code), session, kind: 'code', expiresAt: now + CODE_LIFETIME_MS } as const;
    await trx.insertInto('sessionKeys').values(row).execute();
  });
  return code;
}

/** @returns the cookie's value and how long it holds (milliseconds); undefined for a code that was taken or is too old */
export async function takeOver(
  database: Database,
  code: string,
  now: number,
): Promise<{ id: string; username: string; lasts: number } | undefined> {
  const id = secret();
  return database.transaction(async (trx) => {
    const taken = await trx
      .deleteFrom('sessionKeys')
      .where('keyHash', '=', hash(code))
      .where('kind', '=', 'code')
      .where('expiresAt', '>', now)
      .returning('session')
      .executeTakeFirst();
    const session =
      taken &&
      (await trx
        .selectFrom('sessions')
        .select(['username', 'expiresAt'])
        .where('idHash', '=', taken.session)
        .executeTakeFirst());
    if (!session) return undefined;
    const { username, expiresAt } = session;
    const row = { keyHash: hash(id), session: taken.session, kind: 'cookie', expiresAt } as const;
    await trx.insertInto('sessionKeys').values(row).execute();
    return { id, username, lasts: expiresAt - now };
  });
}

export interface Ended {
  sessions: number;
  tokens: number;
}

/**
 * Ends whatever acts for an account: its sessions, but for `except`, and its API tokens. A password that somebody else
 * learnt may have been used to open any of them.
 */
export async function endAccess(trx: Transaction<Tables>, username: string, now: number, except = ''): Promise<Ended> {
  const sessions = await trx
    .deleteFrom('sessions')
    .where('username', '=', username)
    .where('idHash', '<>', except)
    .executeTakeFirst();
  const tokens = await trx
    .updateTable('apiTokens')
    .set({ revokedAt: now })
    .where('username', '=', username)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return { sessions: Number(sessions.numDeletedRows), tokens: Number(tokens.numUpdatedRows) };
}

/** For logs and answers: `Sessions ended: 2. API tokens revoked: 1.` */
export const endedText = ({ sessions, tokens }: Ended): string =>
  `Sessions ended: ${sessions}. API tokens revoked: ${tokens}.`;

/** @returns the token, shown once. @throws ApiError 404 for an unknown user */
export async function createApiToken(
  database: Database,
  {
    name,
    username,
    now,
    expiresAt,
    by,
  }: { name: string; username: string; now: number; expiresAt: number | null; by?: string },
): Promise<{ id: string; token: string }> {
  const id = timeOrderedId();
  const token = `lq_${secret()}`;
  await database.transaction(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('username')
      .where('nameKey', '=', nameKeyOf(username))
      .executeTakeFirst();
    if (!user) throw notFound('unknown-user', `There is no user ${username}.`);
    await trx
      .insertInto('apiTokens')
      .values({
        id,
        tokenHash: hash(token),
        name,
        username: user.username,
        createdAt: now,
        lastUsedAt: null,
        expiresAt,
        revokedAt: null,
      })
      .execute();
    if (by !== undefined) {
      await write(trx, {
        status: 'INFO',
        context: 'users',
        message: `API token ${name} made for ${user.username}.`,
        who: by,
      });
    }
  });
  return { id, token };
}

const tokenOf = compiledQuery((db: Kysely<Tables>, given) =>
  db
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.username', 'apiTokens.username')
    .select(['apiTokens.id', 'apiTokens.username', 'lastUsedAt', 'expiresAt', 'roles'])
    .where('tokenHash', '=', given<string>(0))
    .where('revokedAt', 'is', null)
    .where('users.disabled', '=', 0),
);

export async function findApiToken(database: Database, token: string, now: number): Promise<Identity | undefined> {
  const [row] = await tokenOf(database.read, hash(token));
  if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return undefined;
  if ((row.lastUsedAt ?? 0) + SEEN_INTERVAL_MS <= now) {
    noteSeen(database, row.id, now, async (trx) => {
      await trx.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', row.id).execute();
      await trx.updateTable('users').set({ lastSeenAt: now }).where('username', '=', row.username).execute();
    });
  }
  return { username: row.username, roles: JSON.parse(row.roles) as Role[] };
}

const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Those not revoked, newest first. */
export async function listApiTokens(database: Database): Promise<ApiToken[]> {
  const rows = await database.read
    .selectFrom('apiTokens')
    .select(['id', 'name', 'username', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: instant(row.lastUsedAt),
    expiresAt: instant(row.expiresAt),
  }));
}

/** Takes effect at once and cannot be undone. @throws ApiError 404 for an unknown token and one revoked before */
export async function revokeApiToken(database: Database, id: string, now: number, by: string): Promise<void> {
  await database.transaction(async (trx) => {
    const token = await trx
      .updateTable('apiTokens')
      .set({ revokedAt: now })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning(['name', 'username'])
      .executeTakeFirst();
    if (!token) throw notFound('unknown-token', 'There is no such API token. It may have been revoked before.');
    const message = `API token ${token.name} of ${token.username} revoked.`;
    await write(trx, { status: 'INFO', context: 'users', message, who: by });
  });
}
