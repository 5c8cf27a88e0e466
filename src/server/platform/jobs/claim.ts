/**
 * How a worker gets a job: one that is due, or whose worker is dead, and of a key always the first that is not done.
 *
 *   newOwner      a name for a claim
 *   claim
 *   clampAhead    after a clock that went back
 */
import { hostname } from 'node:os';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { timeOrderedId } from '../ids.ts';
import { lockKey } from './jobs.ts';
import type { Job, JobTables } from './table.ts';

/** For each claim and not for each worker, whose next try of a job must not pass for the one before. */
export const newOwner = (): string => `${hostname()} ${process.pid} ${timeOrderedId()}`;

export interface Claim {
  owner: string;
  /** milliseconds until the job counts as abandoned unless its lease is renewed */
  lease: number;
  /** whether jobs are taken whose lease ran out */
  takeOver: boolean;
  /** owners that may have a job without knowing, because the answer to their claim got lost */
  lost: readonly string[];
}

/** Due or abandoned, and nothing of its key is to come before it or runs beside it. */
function claimable(trx: Transaction<JobTables>, takeOver: boolean): RawBuilder<SqlBool> {
  const now = databaseNow(trx);
  const abandoned = takeOver ? sql`or (j."state" = 'STARTED' and j."leaseUntil" < ${now})` : sql``;
  return sql<SqlBool>`((j."state" = 'CREATED' and j."notBefore" <= ${now}) ${abandoned})
    and not exists (
      select 1 from "jobs" as other
      where other."serialKey" = j."serialKey" and other."id" <> j."id" and other."state" in ('CREATED', 'STARTED')
        and (other."number" < j."number" or (other."state" = 'STARTED' and other."leaseUntil" >= ${now})))`;
}

/** Gives back what was claimed without anybody knowing; it was not tried. */
async function releaseClaims(trx: Transaction<JobTables>, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return;
  await trx
    .updateTable('jobs')
    .set((e) => ({ state: 'CREATED' as const, leaseOwner: null, leaseUntil: null, attempts: e('attempts', '-', 1) }))
    .where('leaseOwner', 'in', owners)
    .where('state', '=', 'STARTED')
    .execute();
}

export function claim(
  database: Database<JobTables>,
  { owner, lease, takeOver, lost }: Claim,
): Promise<Job | undefined> {
  const skip = database.dialect === 'postgres' ? sql`for update of j skip locked` : sql``;
  return database.transaction(async (trx) => {
    await releaseClaims(trx, lost);
    const found = await sql<{ id: string; serialKey: string | null }>`
      select j."id", j."serialKey" from "jobs" as j where ${claimable(trx, takeOver)}
      order by j."number" limit 1 ${skip}`.execute(trx);
    const [job] = found.rows;
    if (!job) return undefined;
    if (job.serialKey !== null) {
      // Nobody else asks for, tries again or claims one of this key now: look once more.
      await lockKey(trx, job.serialKey);
      const still =
        await sql`select 1 from "jobs" as j where j."id" = ${job.id} and ${claimable(trx, takeOver)}`.execute(trx);
      if (still.rows.length === 0) return undefined;
    }
    const now = databaseNow(trx);
    return trx
      .updateTable('jobs')
      .set((e) => ({
        state: 'STARTED' as const,
        leaseOwner: owner,
        leaseUntil: sql<number>`${now} + ${lease}`,
        attempts: e('attempts', '+', 1),
        startedAt: e.fn.coalesce('startedAt', now),
        progress: 0,
      }))
      .where('id', '=', job.id)
      .returningAll()
      .executeTakeFirst();
  });
}

/** Milliseconds that a statement may take between reading the clock and writing. */
const TOLERANCE = 1000;

/**
 * Nothing is due later than the longest pause between two tries, and no lease ends later than one lasts. What says
 * otherwise was written before the clock went back, and would wait as long as it went.
 *
 * @returns how many rows said so
 */
export function clampAhead(
  database: Database<JobTables>,
  times: { lease: number; longestPause: number },
): Promise<number> {
  return database.transaction(async (trx) => {
    const now = databaseNow(trx);
    const due = await trx
      .updateTable('jobs')
      .set({ notBefore: now })
      .where('state', '=', 'CREATED')
      .where('notBefore', '>', sql<number>`${now} + ${times.longestPause + TOLERANCE}`)
      .executeTakeFirst();
    const leases = await trx
      .updateTable('jobs')
      .set({ leaseUntil: sql<number>`${now} + ${times.lease}` })
      .where('state', '=', 'STARTED')
      .where('leaseUntil', '>', sql<number>`${now} + ${times.lease + TOLERANCE}`)
      .executeTakeFirst();
    return Number(due.numUpdatedRows + leases.numUpdatedRows);
  });
}
