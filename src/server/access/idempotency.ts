/**
 * Calls with an `Idempotency-Key`: a caller who got no answer sends the call again, and it is made once. The key's row is claimed in
 * one statement, so of two servers one makes the call, and keeps a short lease on it while it does. Each transaction of the call
 * marks the row, so a row tells after a crash whether anything was changed: if not, the call is made again.
 *
 * Keys are not stored, and answers are encrypted with them: an answer may be an API token.
 *
 *   openIdempotency
 *   takesKey          whether a call can have one
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Route } from '../../contract/index.ts';
import type { Caller, Mount } from '../handlers.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { markCommits } from '../platform/database/commitHooks.ts';
import type { PendingCall } from '../platform/http/bind.ts';
import { ApiError, badRequest, conflict, tooMany, unprocessable } from '../platform/http/errors.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database, Tables } from '../schema.ts';
import { type Answered, readAnswer, storedAnswer } from './keptAnswers.ts';

const KEY = /^"?([!#-[\]-~]{16,200})"?$/;
const LIFETIME_MS = 24 * 3600 * 1000;
/**
 * So long a retry waits for a process that was killed. A living one renews its lease; if it cannot, because it stands still or
 * the database is away, the next try makes the call, and then its own transactions and its answer fail.
 */
const LEASE_MS = 8_000;
const RENEWAL_MS = 2_000;
const KEYS_OF_ACCOUNT = 10_000;
const DELETED_AT_ONCE = 100;

type Call = PendingCall<Route, Caller, Mount> & { readonly request: FastifyRequest; readonly reply: FastifyReply };
type Row = Selectable<Tables['idempotencyKeys']>;
/** A row that another try has claimed. */
interface Claimed extends Row {
  /** whether its lease had not run out when the database looked */
  readonly leased: unknown;
}

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

/** A call that has lost its row notices when it changes something, or answers. */
const IGNORED = { worked: () => {}, failed: () => {} };

const inProgress = () =>
  conflict('call-in-progress', 'A call with this Idempotency-Key is being made. Send it again in a moment.', {
    retryAfter: 1,
  });

export function openIdempotency(
  database: Database,
  { leaseMs = LEASE_MS, renewalMs = RENEWAL_MS }: { leaseMs?: number; renewalMs?: number } = {},
) {
  const rowOf = (trx: Pick<Transaction<Tables>, 'updateTable'>, id: string, owner: string) =>
    trx.updateTable('idempotencyKeys').where('id', '=', id).where('owner', '=', owner);

  /** @returns undefined when the call is the caller's to make */
  async function claim(row: Pick<Row, 'id' | 'account' | 'fingerprint' | 'owner'>): Promise<Claimed | undefined> {
    return database.transaction(async (trx) => {
      const now = databaseNow(trx);
      const expired = trx
        .selectFrom('idempotencyKeys')
        .select('id')
        .where('expiresAt', '<=', now)
        .orderBy('id')
        .limit(DELETED_AT_ONCE);
      await trx.deleteFrom('idempotencyKeys').where('id', 'in', expired).execute();
      const { keys } = await trx
        .selectFrom('idempotencyKeys')
        .select((e) => e.fn.countAll().as('keys'))
        .where('account', '=', row.account)
        .executeTakeFirstOrThrow();
      if (Number(keys) >= KEYS_OF_ACCOUNT) {
        throw tooMany('too-many-keys', `An account has at most ${KEYS_OF_ACCOUNT} keys of the last 24 hours.`, {
          retryAfter: 3600,
        });
      }
      const values = {
        ...row,
        state: 'running' as const,
        leaseUntil: sql<number>`${now} + ${leaseMs}`,
        expiresAt: sql<number>`${now} + ${LIFETIME_MS}`,
        answer: null,
      };
      const put = await trx
        .insertInto('idempotencyKeys')
        .values(values)
        .onConflict((clash) =>
          clash
            .column('id')
            .doUpdateSet(values)
            // The process that claimed it is gone and changed nothing.
            .where((e) =>
              e.and([
                e('idempotencyKeys.state', '=', 'running'),
                e('idempotencyKeys.leaseUntil', '<=', now),
                e('idempotencyKeys.fingerprint', '=', row.fingerprint),
              ]),
            ),
        )
        .returning('id')
        .executeTakeFirst();
      if (put) return undefined;
      const found = await trx
        .selectFrom('idempotencyKeys')
        .selectAll()
        .select((e) => e('leaseUntil', '>', now).as('leased'))
        .where('id', '=', row.id)
        .executeTakeFirst();
      // It was given back in between.
      if (!found) throw inProgress();
      return found;
    });
  }

  /** @throws ApiError what the first try was answered, or 409, 422 */
  function replay(row: Claimed, fingerprint: string, secret: Buffer, reply: FastifyReply): unknown {
    if (row.fingerprint !== fingerprint) {
      throw unprocessable(
        'idempotency-key-used',
        'This Idempotency-Key was used for another call. Nothing was changed: take a new key for each call.',
      );
    }
    // A lease that ran out since the row was asked for is the next try's: nothing was changed yet.
    if (row.state === 'running' || (row.state === 'worked' && row.leased)) throw inProgress();
    if (row.answer === null) {
      throw conflict(
        'answer-lost',
        'This call was made before, but its answer was lost. Look at what it was to change; a new key makes it again.',
      );
    }
    const { answer, location, error } = readAnswer(secret, row.answer);
    reply.header('idempotency-replayed', 'true');
    if (error) throw new ApiError(error.status, error.code, error.message, error);
    if (location !== undefined) reply.header('location', location);
    return answer;
  }

  const renew = ({ id, owner }: Pick<Row, 'id' | 'owner'>) =>
    database.transaction((trx) =>
      rowOf(trx, id, owner)
        .where('state', '!=', 'done')
        .set({ leaseUntil: sql<number>`${databaseNow(trx)} + ${leaseMs}` })
        .execute(),
    );

  /**
   * What the call answered; a failure that changed nothing gives the key back.
   * @returns false: the row is another try's by now, so this one has changed nothing
   */
  async function record(row: Pick<Row, 'id' | 'owner'>, secret: Buffer, answered: Answered): Promise<boolean> {
    const answer = storedAnswer(secret, answered);
    const { numUpdatedRows } = await database.transaction((trx) =>
      rowOf(trx, row.id, row.owner).set({ state: 'done', answer }).executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  async function release({ id, owner }: Pick<Row, 'id' | 'owner'>): Promise<boolean> {
    const { numDeletedRows } = await database.transaction((trx) =>
      trx
        .deleteFrom('idempotencyKeys')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .executeTakeFirst(),
    );
    return numDeletedRows > 0n;
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
    const before = await claim(row);
    if (before) return replay(before, row.fingerprint, secret, reply);
    const mark = async (trx: Transaction<Tables>) => {
      const { numUpdatedRows } = await rowOf(trx, row.id, row.owner).set({ state: 'worked' }).executeTakeFirst();
      // Another try makes the call by now.
      if (numUpdatedRows === 0n) throw inProgress();
    };
    const endRenewals = repeatEvery(renewalMs, () => renew(row), IGNORED);
    try {
      const answer = await markCommits(mark, make).finally(endRenewals);
      const location = reply.getHeader('location');
      const answered = { answer, ...(typeof location === 'string' && { location }) };
      // The call is made, whether or not this can be written. Only a call that changed nothing can have lost its row.
      const isOurs = await record(row, secret, answered).catch(() => true);
      if (!isOurs) throw inProgress();
      return answer;
    } catch (error) {
      const released = await release(row).catch(() => true);
      if (!released && error instanceof ApiError && error.status < 500) {
        const { status, code, message, details } = error;
        await record(row, secret, { error: { status, code, message, ...(details && { details }) } }).catch(() => {});
      }
      throw error;
    }
  };
}
