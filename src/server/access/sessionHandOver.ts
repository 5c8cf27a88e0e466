/**
 * Opens a session at a server on another host, with a cookie of its own: the first server makes a code, and the second server
 * takes it once.
 *
 *   createHandOverCode, redeemHandOverCode
 */
import type { Database } from '../schema.ts';
import { hashSecret, makeSecret } from './secrets.ts';

const CODE_LIFETIME_MS = 60_000;

/** @param session id hash of the session */
export async function createHandOverCode(database: Database, session: string, now: number): Promise<string> {
  const code = makeSecret();
  await database.transaction(async (trx) => {
    const expired = trx.deleteFrom('sessionKeys').where('session', '=', session).where('kind', '=', 'code');
    await expired.where('expiresAt', '<=', now).execute();
    const row = { keyHash: hashSecret(code), session, kind: 'code', expiresAt: now + CODE_LIFETIME_MS } as const;
    await trx.insertInto('sessionKeys').values(row).execute();
  });
  return code;
}

/** @returns the value and lifetime of the cookie; undefined for a code that was used before or has expired */
export async function redeemHandOverCode(
  database: Database,
  code: string,
  now: number,
): Promise<{ id: string; username: string; lifetimeMs: number } | undefined> {
  const id = makeSecret();
  return database.transaction(async (trx) => {
    const redeemed = await trx
      .deleteFrom('sessionKeys')
      .where('keyHash', '=', hashSecret(code))
      .where('kind', '=', 'code')
      .where('expiresAt', '>', now)
      .returning('session')
      .executeTakeFirst();
    const session =
      redeemed &&
      (await trx
        .selectFrom('sessions')
        .select(['username', 'expiresAt'])
        .where('idHash', '=', redeemed.session)
        .executeTakeFirst());
    if (!session) return undefined;
    const { username, expiresAt } = session;
    const row = { keyHash: hashSecret(id), session: redeemed.session, kind: 'cookie', expiresAt } as const;
    await trx.insertInto('sessionKeys').values(row).execute();
    return { id, username, lifetimeMs: expiresAt - now };
  });
}
