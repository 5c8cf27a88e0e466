/**
 * API tokens: keys for scripts.
 *
 *   createApiToken, findApiToken, listApiTokens, revokeApiToken
 */
import type { Kysely } from 'kysely';
import type { ApiToken, Role, TokenScope } from '../../contract/index.ts';
import { write } from '../journal/journal.ts';
import { compiledQuery } from '../platform/database/compiled.ts';
import { notFound } from '../platform/http/errors.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { Database, Tables } from '../schema.ts';
import { recordLastSeen, SEEN_INTERVAL_MS } from './lastSeen.ts';
import { nameKeyOf } from './names.ts';
import { scopesOf, scopesText } from './scopes.ts';
import { hashSecret, makeSecret } from './secrets.ts';
import type { Identity } from './sessions.ts';

/**
 * @param scopes absent: everything that the user may do.
 * @returns the token, shown once.
 * @throws ApiError 404 for an unknown user
 */
export async function createApiToken(
  database: Database,
  {
    name,
    username,
    scopes,
    now,
    expiresAt,
    by,
  }: {
    name: string;
    username: string;
    scopes?: readonly TokenScope[] | undefined;
    now: number;
    expiresAt: number | null;
    by?: string;
  },
): Promise<{ id: string; token: string }> {
  const id = timeOrderedId();
  const token = `lq_${makeSecret()}`;
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
        tokenHash: hashSecret(token),
        name,
        username: user.username,
        createdAt: now,
        lastUsedAt: null,
        expiresAt,
        revokedAt: null,
        scopes: scopesText(scopes),
      })
      .execute();
    if (by !== undefined) {
      await write(trx, {
        status: 'INFO',
        context: 'users',
        message: `API token ${name} created for ${user.username}: ${scopesOf(scopesText(scopes)).join(', ')}.`,
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
    .select(['apiTokens.id', 'apiTokens.username', 'lastUsedAt', 'expiresAt', 'roles', 'scopes'])
    .where('tokenHash', '=', given<string>(0))
    .where('revokedAt', 'is', null)
    .where('users.disabled', '=', 0),
);

export async function findApiToken(
  database: Database,
  token: string,
  now: number,
): Promise<(Identity & { scopes: readonly TokenScope[] }) | undefined> {
  const [row] = await tokenOf(database.read, hashSecret(token));
  if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return undefined;
  if ((row.lastUsedAt ?? 0) + SEEN_INTERVAL_MS <= now) {
    recordLastSeen(database, row.id, now, async (trx) => {
      await trx.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', row.id).execute();
      await trx.updateTable('users').set({ lastSeenAt: now }).where('username', '=', row.username).execute();
    });
  }
  return { username: row.username, roles: JSON.parse(row.roles) as Role[], scopes: scopesOf(row.scopes) };
}

const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Tokens that are not revoked, newest first. */
export async function listApiTokens(database: Database): Promise<ApiToken[]> {
  const rows = await database.read
    .selectFrom('apiTokens')
    .select(['id', 'name', 'username', 'createdAt', 'lastUsedAt', 'expiresAt', 'scopes'])
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    scopes: [...scopesOf(row.scopes)],
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: instant(row.lastUsedAt),
    expiresAt: instant(row.expiresAt),
  }));
}

/** Takes effect at once and cannot be undone. @throws ApiError 404 for an unknown or revoked token */
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
