/**
 * What reaches the public asks for a person who proved lately who they are, where the operator wants that: a browser that was
 * left open must not be enough. Signing in is such a proof, and so is the password once more.
 *
 *   Confirmation
 *   openConfirmation
 */
import { writeAlone } from '../journal/journal.ts';
import type { Database } from '../platform/database/database.ts';
import { forbidden } from '../platform/http/errors.ts';
import type { Caller } from '../serves.ts';
import { checkPassword, sourceOf } from './users.ts';

export interface Confirmation {
  /** @throws ApiError 403 `confirm-first`; `needs-a-person` for API tokens */
  require(caller: Caller): Promise<void>;
  /** @throws ApiError 403 for a wrong password, an account without one, and a caller without a session */
  confirm(caller: Caller, password: string): Promise<void>;
}

/** @param within milliseconds since the proof; 0: none is asked for */
export function openConfirmation(database: Database, within: number, now: () => number = Date.now): Confirmation {
  return {
    async require({ session }) {
      if (within === 0) return;
      if (!session) {
        throw forbidden('needs-a-person', 'Content reaches Prod only by people who are signed in, not by API tokens.');
      }
      const row = await database.read
        .selectFrom('sessions')
        .select(['createdAt', 'confirmedAt'])
        .where('idHash', '=', session.idHash)
        .executeTakeFirst();
      if (row && Math.max(Number(row.createdAt), Number(row.confirmedAt ?? 0)) + within > now()) return;
      throw forbidden('confirm-first', 'This reaches Prod. Confirm with your password that it is you, then try again.');
    },

    async confirm({ username, session }, password) {
      if (!session) throw forbidden('needs-a-session', 'Only somebody who is signed in can confirm that.');
      if ((await sourceOf(database, username)) !== 'local') {
        throw forbidden('not-a-local-user', 'Your account has no password here. Sign out, sign in again, and go on.');
      }
      const fits = await checkPassword(database, username, password);
      await writeAlone(database, {
        status: fits ? 'INFO' : 'WARN',
        context: 'sign-in',
        message: fits ? `${username} confirmed by password.` : `Confirmation by ${username} refused: wrong password.`,
        who: username,
      });
      if (!fits) throw forbidden('wrong-password', 'The password is wrong.');
      await database.transaction((trx) =>
        trx.updateTable('sessions').set({ confirmedAt: now() }).where('idHash', '=', session.idHash).execute(),
      );
    },
  };
}
