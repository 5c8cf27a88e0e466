/**
 * Ends everything that can act for an account.
 *
 *   EndedAccess
 *   endAccess       its sessions and API tokens
 *   endedText
 */
import type { Transaction } from 'kysely';
import type { Tables } from '../schema.ts';

export interface EndedAccess {
  sessions: number;
  tokens: number;
}

/**
 * Ends all sessions of an account except `except`, and revokes its API tokens: someone who knew the password may have
 * created any of them.
 */
export async function endAccess(
  trx: Transaction<Tables>,
  username: string,
  now: number,
  except = '',
): Promise<EndedAccess> {
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
export const endedText = ({ sessions, tokens }: EndedAccess): string =>
  `Sessions ended: ${sessions}. API tokens revoked: ${tokens}.`;
