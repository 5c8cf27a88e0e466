/**
 * How a worker claims a job: one that is due or whose worker died; for each key always the first unfinished one.
 *
 *   newOwner           a name for a claim
 *   claim
 *   nextAccount        whose turn it is
 *   clampFutureTimes   corrects times after the clock went back
 */
import { hostname } from 'node:os';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { timeOrderedId } from '../ids.ts';
import { lockKey } from './jobs.ts';
import type { Job, JobTables } from './table.ts';

/** One name per claim, not per worker: a worker's second attempt at a job must not be mistaken for its first. */
export const newOwner = (): string => `${hostname()} ${process.pid} ${timeOrderedId()}`;

export interface Claim {
  owner: string;
  /** milliseconds until the job counts as abandoned unless its lease is renewed */
  lease: number;
  /** whether to take jobs whose lease has expired */
  takeOver: boolean;
  /** owners that may unknowingly hold a job, because the answer to their claim was lost */
  lost: readonly string[];
  /** only jobs of this account, starting with its first waiting one; absent: any job */
  turn?: Turn | undefined;
  /** only jobs with these names; absent: any job */
  names?: readonly string[] | undefined;
}

export interface Turn {
  readonly createdBy: string;
  /** of the job */
  readonly number: number;
}

/** A round of turns ends after this many accounts: their names are parameters of a statement. */
export const ACCOUNTS_PER_ROUND = 200;

/**
 * The account whose job has waited longest, among those that had no turn in this round: an account with a thousand jobs
 * does not hold up the others. Reads all waiting jobs, so it runs in the background.
 */
export async function nextAccount(
  database: Database<JobTables>,
  served: ReadonlySet<string>,
  names?: readonly string[],
): Promise<Turn | undefined> {
  return database.background
    .selectFrom('jobs')
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
    .select(['createdBy', 'number'])
    .where('state', '=', 'CREATED')
    .where('notBefore', '<=', databaseNow(database.background))
    .where('createdBy', 'not in', [...served])
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Due or abandoned, and no other job of its key precedes it or is running. Keys of items count while the items wait: a
 * job of many items runs after the earlier jobs about any of them, and later jobs about one of them run as soon as that
 * one is done.
 */
function claimable(trx: Transaction<JobTables>, takeOver: boolean): RawBuilder<SqlBool> {
  const now = databaseNow(trx);
  const abandoned = takeOver ? sql`or (j."state" = 'STARTED' and j."leaseUntil" < ${now})` : sql``;
  const isFirst = sql`other."id" <> j."id" and other."state" in ('CREATED', 'STARTED')
    and (other."number" < j."number" or (other."state" = 'STARTED' and other."leaseUntil" >= ${now}))`;
  return sql<SqlBool>`((j."state" = 'CREATED' and j."notBefore" <= ${now}) ${abandoned})
    and not exists (select 1 from "jobs" as other where other."serialKey" = j."serialKey" and ${isFirst})
    and not exists (
      select 1 from "jobItems" as item join "jobs" as other on other."id" = item."jobId"
      where item."serialKey" = j."serialKey" and item."state" = 'waiting' and ${isFirst})
    and not exists (
      select 1 from "jobItems" as mine join "jobs" as other on other."serialKey" = mine."serialKey"
      where mine."jobId" = j."id" and mine."state" = 'waiting' and ${isFirst})
    and not exists (
      select 1 from "jobItems" as mine
      join "jobItems" as item on item."serialKey" = mine."serialKey" and item."state" = 'waiting'
      join "jobs" as other on other."id" = item."jobId"
      where mine."jobId" = j."id" and mine."state" = 'waiting' and ${isFirst})`;
}

/** Releases the jobs of lost claims; those attempts do not count. */
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
  { owner, lease, takeOver, lost, turn, names }: Claim,
): Promise<Job | undefined> {
  const ofTurn = turn ? sql`and j."createdBy" = ${turn.createdBy} and j."number" >= ${turn.number}` : sql``;
  const named = names ? sql`and j."name" in (${sql.join(names)})` : sql``;
  const skip = database.dialect === 'postgres' ? sql`for update of j skip locked` : sql``;
  return database.transaction(async (trx) => {
    await releaseClaims(trx, lost);
    const found = await sql<{ id: string; serialKey: string | null }>`
      select j."id", j."serialKey" from "jobs" as j where ${claimable(trx, takeOver)} ${ofTurn} ${named}
      order by j."number" limit 1 ${skip}`.execute(trx);
    const [job] = found.rows;
    if (!job) return undefined;
    if (job.serialKey !== null) {
      // With the key locked, nothing else can request, retry or claim a job of it: check again.
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

/** How long a statement may take between reading the clock and writing. */
const TOLERANCE_MS = 1000;

/**
 * Corrects times after the clock went back. No job is due later than the longest pause between two attempts, and no
 * lease ends later than a full lease; a row that says otherwise would wait for as long as the clock went back.
 *
 * @returns how many rows were corrected
 */
export function clampFutureTimes(
  database: Database<JobTables>,
  times: { lease: number; longestPause: number },
): Promise<number> {
  return database.transaction(async (trx) => {
    const now = databaseNow(trx);
    const due = await trx
      .updateTable('jobs')
      .set({ notBefore: now })
      .where('state', '=', 'CREATED')
      .where('notBefore', '>', sql<number>`${now} + ${times.longestPause + TOLERANCE_MS}`)
      .executeTakeFirst();
    const leases = await trx
      .updateTable('jobs')
      .set({ leaseUntil: sql<number>`${now} + ${times.lease}` })
      .where('state', '=', 'STARTED')
      .where('leaseUntil', '>', sql<number>`${now} + ${times.lease + TOLERANCE_MS}`)
      .executeTakeFirst();
    return Number(due.numUpdatedRows + leases.numUpdatedRows);
  });
}
