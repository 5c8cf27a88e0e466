/**
 * The rows of calls with an `Idempotency-Key`: claiming one, keeping the lease, and what the call answered.
 *
 *   ClaimedRow, openIdempotencyRows
 *   callInProgressError   the refusal of a try while another one makes the call
 */
import { type Selectable, sql, type Transaction } from 'kysely';
import { databaseNow } from '../platform/database/clock.ts';
import { type ApiError, conflict, tooMany } from '../platform/http/errors.ts';
import type { Database, Tables } from '../schema.ts';
import { encryptAnswer, type StoredAnswer } from './storedAnswers.ts';

const LIFETIME_MS = 24 * 3600 * 1000;
/**
 * So long a retry waits for a process that was killed. A living one renews its lease; if it cannot, because it stands still or
 * the database is away, the next try makes the call, and then its own transactions and its answer fail.
 */
const LEASE_MS = 8_000;
const KEYS_OF_ACCOUNT = 10_000;
const DELETED_PER_STATEMENT = 100;

type IdempotencyRow = Selectable<Tables['idempotencyKeys']>;
/** A row that another try has claimed. */
export interface ClaimedRow extends IdempotencyRow {
  /** whether its lease had not run out when the database looked */
  readonly leased: unknown;
}
type Claim = Pick<IdempotencyRow, 'id' | 'owner'>;

/** While another try makes the call. */
export const callInProgressError = (): ApiError =>
  conflict('call-in-progress', 'A call with this Idempotency-Key is being made. Send it again in a moment.', {
    retryAfter: 1,
  });

/** @param leaseMs so long a row is its owner's */
export function openIdempotencyRows(database: Database, leaseMs = LEASE_MS) {
  const updateRow = (trx: Pick<Transaction<Tables>, 'updateTable'>, id: string, owner: string) =>
    trx.updateTable('idempotencyKeys').where('id', '=', id).where('owner', '=', owner);

  /** @returns undefined when the call is the caller's to make */
  async function claim(
    row: Pick<IdempotencyRow, 'id' | 'account' | 'fingerprint' | 'owner'>,
  ): Promise<ClaimedRow | undefined> {
    return database.transaction(async (trx) => {
      const now = databaseNow(trx);
      // Two statements: one with a query in it would be planned by how many rows there were once, and could read all for each.
      const expired = await trx
        .selectFrom('idempotencyKeys')
        .select('id')
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .orderBy('id')
        .limit(DELETED_PER_STATEMENT)
        .execute();
      const ids = expired.map(({ id }) => id);
      if (ids.length > 0) await trx.deleteFrom('idempotencyKeys').where('id', 'in', ids).execute();
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
      const written = await trx
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
      if (written) return undefined;
      const found = await trx
        .selectFrom('idempotencyKeys')
        .selectAll()
        .select((e) => e('leaseUntil', '>', now).as('leased'))
        .where('id', '=', row.id)
        .executeTakeFirst();
      // It was given back in between.
      if (!found) throw callInProgressError();
      return found;
    });
  }

  const renew = ({ id, owner }: Claim) =>
    database.transaction((trx) =>
      updateRow(trx, id, owner)
        .where('state', '!=', 'done')
        .set({ leaseUntil: sql<number>`${databaseNow(trx)} + ${leaseMs}` })
        .execute(),
    );

  /**
   * What the call answered; a failure that changed nothing gives the key back.
   * @returns false: the row is another try's by now, so this one has changed nothing
   */
  async function record(row: Claim, secret: Buffer, answered: StoredAnswer): Promise<boolean> {
    const answer = encryptAnswer(secret, answered);
    const { numUpdatedRows } = await database.transaction((trx) =>
      updateRow(trx, row.id, row.owner).set({ state: 'done', answer }).executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  async function release({ id, owner }: Claim): Promise<boolean> {
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

  /** Notes in the call's own transaction that it changes something. */
  async function mark(trx: Transaction<Tables>, { id, owner }: Claim): Promise<void> {
    const { numUpdatedRows } = await updateRow(trx, id, owner).set({ state: 'worked' }).executeTakeFirst();
    // Another try makes the call by now.
    if (numUpdatedRows === 0n) throw callInProgressError();
  }

  return { claim, renew, record, release, mark };
}
