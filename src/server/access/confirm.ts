/**
 * Requires a recent proof of identity for calls that change Prod or credentials, if the operator wants it: an
 * unattended browser must not be enough. Signing in is such a proof, and so is entering the password again. The contract
 * declares which calls these are; this check runs whatever their handlers do.
 *
 *   Confirmation
 *   openConfirmation
 */
import type { ProdChange, Route } from '../../contract/index.ts';
import type { Caller, Mount } from '../handlers.ts';
import { writeAlone } from '../journal/journal.ts';
import type { PendingCall } from '../platform/http/bind.ts';
import { forbidden } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { checkPassword, sourceOf } from './userQueries.ts';

type Call = PendingCall<Route, Caller, Mount>;

export interface Confirmation {
  /**
   * Called for each call before its handler.
   * @throws ApiError 403 `confirm-first`; `needs-a-person` for API tokens
   */
  requireProof(call: Call): Promise<void>;
  /** @throws ApiError 403 for a wrong password, an account without one, and a caller without a session */
  confirm(caller: Caller, password: string): Promise<void>;
}

const fieldOf = (part: unknown, name: string): string =>
  String((part as Record<string, unknown> | undefined)?.[name] ?? '');

/** @param validMs how long a proof is valid, in milliseconds; 0: none is required */
export function openConfirmation(database: Database, validMs: number, now = database.clock.now): Confirmation {
  const prodHas = async (disId: string): Promise<boolean> => {
    const ref = await database.read
      .selectFrom('refs')
      .select('key')
      .where('area', '=', 'prod')
      .where('kind', '=', 'dis')
      .where('key', '=', disId)
      .executeTakeFirst();
    return ref !== undefined;
  };

  const changesProdBy: Readonly<Record<ProdChange, (call: Call) => boolean | Promise<boolean>>> = {
    address: ({ mount }) => mount.area === 'prod' && !mount.base,
    target: ({ body }) => fieldOf(body, 'target') === 'prod',
    area: ({ body }) => fieldOf(body, 'area') === 'prod',
    // Any path that may be in Prod, including the root, which contains it.
    path: ({ query }) => !/^\/*(?:embargo|preprod|packs)(?:\/|$)/.test(fieldOf(query, 'path')),
    set: ({ params }) => prodHas(fieldOf(params, 'id')),
    targetSet: ({ query }) => prodHas(fieldOf(query, 'targetDisId')),
    async job({ params }) {
      const job = await database.read
        .selectFrom('jobs')
        .select('payload')
        .where('id', '=', fieldOf(params, 'jobId'))
        .executeTakeFirst();
      const payload: unknown = job && JSON.parse(job.payload);
      return fieldOf(payload, 'target') === 'prod' || fieldOf(payload, 'area') === 'prod';
    },
  };

  async function changesProd(call: Call): Promise<boolean> {
    for (const way of call.route.changesProd ?? []) if (await changesProdBy[way](call)) return true;
    return false;
  }

  async function hasFreshProof({ session }: Caller): Promise<boolean> {
    const row = await database.read
      .selectFrom('sessions')
      .select(['createdAt', 'confirmedAt'])
      .where('idHash', '=', session?.idHash ?? '')
      .executeTakeFirst();
    return row !== undefined && Math.max(Number(row.createdAt), Number(row.confirmedAt ?? 0)) + validMs > now();
  }

  const mayNeedProof = (route: Route) => route.changesCredentials === true || route.changesProd !== undefined;

  return {
    async requireProof(call) {
      const { route, caller } = call;
      if (!mayNeedProof(route)) return;
      if (route.changesCredentials && !caller.session) {
        throw forbidden(
          'needs-a-person',
          'Accounts and webhooks can be changed only by people who are signed in, not by API tokens.',
        );
      }
      if (validMs === 0 || !(route.changesCredentials || (await changesProd(call)))) return;
      if (!caller.session) {
        throw forbidden('needs-a-person', 'Prod can be changed only by people who are signed in, not by API tokens.');
      }
      if (await hasFreshProof(caller)) return;
      const what = route.changesCredentials ? 'This changes who can sign in or who is notified.' : 'This changes Prod.';
      throw forbidden('confirm-first', `${what} Confirm with your password that it is you, then try again.`);
    },

    async confirm({ username, session }, password) {
      if (!session) throw forbidden('needs-a-session', 'Only a signed-in user can confirm that.');
      if ((await sourceOf(database, username)) !== 'local') {
        throw forbidden(
          'not-a-local-user',
          'Your account has no password here. Sign out, sign in again and try again.',
        );
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
