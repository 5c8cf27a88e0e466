/**
 * Calls with an `Idempotency-Key`: a caller who got no answer sends the call again, and it is made once. The key's row is
 * claimed in one statement, so of two servers one makes the call, and keeps a short lease on it while it does. Each
 * transaction of the call marks the row, so a row tells after a crash whether anything was changed: if not, the call is made
 * again.
 *
 * Keys are not stored, and answers are encrypted with them: an answer may be an API token.
 *
 *   openIdempotency
 *   takesKey          whether a call can have one
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Route } from '../../contract/index.ts';
import type { Caller, Mount } from '../handlers.ts';
import { markCommits } from '../platform/database/commitHooks.ts';
import type { PendingCall } from '../platform/http/bind.ts';
import { ApiError, badRequest, conflict, unprocessable } from '../platform/http/errors.ts';
import type { FailureLog } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database, Tables } from '../schema.ts';
import { type ClaimedRow, callInProgressError, openIdempotencyRows } from './idempotencyRows.ts';
import { decryptAnswer } from './storedAnswers.ts';

const KEY = /^"?([!#-[\]-~]{16,200})"?$/;
/** much less than the lease */
const RENEWAL_MS = 2_000;

type Call = PendingCall<Route, Caller, Mount> & { readonly request: FastifyRequest; readonly reply: FastifyReply };
/** Uploads have none: the same pack sent twice is the same pack. Callers who are not signed in have no keys of their own. */
export const takesKey = ({ changes, upload, permission }: Route): boolean =>
  changes === true && upload === undefined && permission !== 'anyone';

function keyOf(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  const [, key] = KEY.exec(typeof header === 'string' ? header : '') ?? [];
  if (key !== undefined) return key;
  throw badRequest(
    'bad-idempotency-key',
    'Idempotency-Key has 16 to 200 characters of ASCII without blanks, such as a random UUID.',
  );
}

/** @param storing takes failures to write the row, which do not fail the call: it notices a lost row when it changes something */
export function openIdempotency(
  database: Database,
  storeFailures: FailureLog,
  { leaseMs, renewalMs = RENEWAL_MS }: { leaseMs?: number; renewalMs?: number } = {},
) {
  const rows = openIdempotencyRows(database, leaseMs);

  /** @throws ApiError what the first try was answered, or 409, 422 */
  function replay(row: ClaimedRow, fingerprint: string, secret: Buffer, reply: FastifyReply): unknown {
    if (row.fingerprint !== fingerprint) {
      throw unprocessable(
        'idempotency-key-used',
        'This Idempotency-Key was used for another call. Nothing was changed: take a new key for each call.',
      );
    }
    // A lease that ran out since the row was asked for is the next try's: nothing was changed yet.
    if (row.state === 'running' || (row.state === 'worked' && row.leased)) throw callInProgressError();
    if (row.answer === null) {
      throw conflict(
        'answer-lost',
        'This call was made before, but its answer was lost. Look at what it was to change; a new key makes it again.',
      );
    }
    const { answer, location, error } = decryptAnswer(secret, row.answer);
    reply.header('idempotency-replayed', 'true');
    if (error) throw new ApiError(error.status, error.code, error.message, error);
    if (location !== undefined) reply.header('location', location);
    return answer;
  }

  /** @returns whether the row was still the call's; true where that cannot be known, because the call itself decides */
  async function stored(writing: Promise<boolean>): Promise<boolean> {
    try {
      const isOurs = await writing;
      storeFailures.worked();
      return isOurs;
    } catch (error) {
      storeFailures.failed(error);
      return true;
    }
  }

  /** Makes the call, or answers what it was answered before. */
  return async function once(call: Call, make: () => Promise<unknown>): Promise<unknown> {
    const { route, mount, caller, params, query, body, request, reply } = call;
    const key = takesKey(route) && caller.username !== '' ? keyOf(request.headers['idempotency-key']) : undefined;
    if (key === undefined) return make();
    const keyed = (what: string) => createHmac('sha256', key).update(`${what}\0${caller.username}`);
    const secret = keyed('answer').digest();
    const requestText = JSON.stringify([route.method, mount.prefix, route.path, params, query, body]);
    const row = {
      id: keyed('id').digest('base64url'),
      account: caller.username,
      fingerprint: createHmac('sha256', secret).update(requestText).digest('base64url'),
      owner: randomUUID(),
    };
    const before = await rows.claim(row);
    if (before) return replay(before, row.fingerprint, secret, reply);
    const endRenewals = repeatEvery(renewalMs, () => rows.renew(row), storeFailures);
    try {
      const answer = await markCommits((trx: Transaction<Tables>) => rows.mark(trx, row), make).finally(endRenewals);
      const location = reply.getHeader('location');
      const answered = { answer, ...(typeof location === 'string' && { location }) };
      // The call is made, whether or not this can be written. Only a call that changed nothing can have lost its row.
      const isOurs = await stored(rows.record(row, secret, answered));
      if (!isOurs) throw callInProgressError();
      return answer;
    } catch (error) {
      const released = await stored(rows.release(row));
      if (!released && error instanceof ApiError && error.status < 500) {
        const { status, code, message, details } = error;
        await stored(rows.record(row, secret, { error: { status, code, message, ...(details && { details }) } }));
      }
      throw error;
    }
  };
}
