/**
 * Items of a job: what it does one after the other, each in a transaction of its own that also records the item's end.
 * So a job that is taken over continues with the items that still wait, and no item is done twice.
 *
 *   NewItem
 *   addItems, nextItem
 *   endItem             only if it still waits; @returns whether it did
 *   stopItems           those that still wait
 *   reopenItems         those that were not done
 *   ItemCounts, countItems
 */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { JobItem, JobTables } from './table.ts';

export interface NewItem {
  subject: string;
  /** other jobs with this key wait until the item has ended */
  serialKey: string;
}

/** rows per statement, because databases limit the number of parameters */
const ROWS_PER_STATEMENT = 400;

export async function addItems(trx: Transaction<JobTables>, jobId: string, items: readonly NewItem[]): Promise<void> {
  const rows = items.map(({ subject, serialKey }, position) => ({
    ...{ jobId, position, subject, serialKey },
    state: 'waiting' as const,
    reason: null,
  }));
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    await trx
      .insertInto('jobItems')
      .values(rows.slice(at, at + ROWS_PER_STATEMENT))
      .execute();
  }
}

/** @param after position of the previous item; -1: from the first */
export const nextItem = (
  database: Database<JobTables>,
  jobId: string,
  after: number,
): Promise<Pick<JobItem, 'position' | 'subject'> | undefined> =>
  database.read
    .selectFrom('jobItems')
    .select(['position', 'subject'])
    .where('jobId', '=', jobId)
    .where('position', '>', after)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();

export async function endItem(
  trx: Transaction<JobTables>,
  { jobId, position }: Pick<JobItem, 'jobId' | 'position'>,
  end: { state: 'done' } | { state: 'refused'; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobItems')
    .set({ reason: null, ...end })
    .where('jobId', '=', jobId)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns the subjects of the stopped items */
export async function stopItems(trx: Transaction<JobTables>, jobId: string, reason: string): Promise<string[]> {
  const stopped = await trx
    .updateTable('jobItems')
    .set({ state: 'stopped', reason })
    .where('jobId', '=', jobId)
    .where('state', '=', 'waiting')
    .returning('subject')
    .execute();
  return stopped.map(({ subject }) => subject);
}

/**
 * Items that were not done wait again, unless a later job is about the same subject.
 * @returns whether any of them waits now
 */
export async function reopenItems(
  trx: Transaction<JobTables>,
  jobId: string,
  jobNumber: number,
): Promise<'some' | 'none' | 'noItems'> {
  const first = await trx.selectFrom('jobItems').select('jobId').where('jobId', '=', jobId).limit(1).executeTakeFirst();
  if (!first) return 'noItems';
  const { rows } = await sql<object>`
    update "jobItems" set "state" = 'waiting', "reason" = null
    where "jobId" = ${jobId} and "state" <> 'done'
      and not exists (
        select 1 from "jobs" as later where later."serialKey" = "jobItems"."serialKey" and later."number" > ${jobNumber})
      and not exists (
        select 1 from "jobItems" as other join "jobs" as later on later."id" = other."jobId"
        where other."serialKey" = "jobItems"."serialKey" and later."number" > ${jobNumber})
    returning "position"`.execute(trx);
  return rows.length > 0 ? 'some' : 'none';
}

export type ItemCounts = Readonly<Record<'total' | JobItem['state'], number>>;

/** @returns counts by job id; jobs without items are absent */
export async function countItems(
  database: Database<JobTables>,
  jobIds: readonly string[],
): Promise<Map<string, ItemCounts>> {
  const counts = new Map<string, ItemCounts>();
  if (jobIds.length === 0) return counts;
  const rows = await database.background
    .selectFrom('jobItems')
    .select((e) => ['jobId', 'state', e.fn.countAll().as('items')])
    .where('jobId', 'in', jobIds)
    .groupBy(['jobId', 'state'])
    .execute();
  for (const { jobId, state, items } of rows) {
    const before = counts.get(jobId) ?? { total: 0, waiting: 0, done: 0, refused: 0, stopped: 0 };
    counts.set(jobId, { ...before, total: before.total + Number(items), [state]: Number(items) });
  }
  return counts;
}
