/**
 * Promotions of many, as their calls answer them. Leaves out a job that names a set which is hidden from the caller.
 *
 *   BulkStores
 *   listBulkPromotions, findBulkPromotion, readBulkDetails    the last two @throws ApiError 404
 */
import { AREAS, type BulkPromotion, type BulkPromotionDetails, type BulkPromotionItem } from '../../contract/index.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Caller } from '../handlers.ts';
import { type ApiError, notFound } from '../platform/http/errors.ts';
import { countItems, type ItemCounts } from '../platform/jobs/items.ts';
import type { Job, JobItem } from '../platform/jobs/table.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database } from '../schema.ts';
import { type BulkPayload, PROMOTE_MANY } from './bulkRequests.ts';

export interface BulkStores {
  database: Database;
  catalogue: Pick<Catalogue, 'hidden' | 'seenBy'>;
}

const MAX_ROWS = 20;
/** ids per statement, because databases limit the number of parameters */
const IDS_PER_STATEMENT = 400;
const STATES = {
  waiting: 'waiting',
  done: 'promoted',
  refused: 'refused',
  stopped: 'stopped',
} as const satisfies Record<JobItem['state'], BulkPromotionItem['state']>;
/** in the order of interest to users */
const ORDER = ['refused', 'stopped', 'waiting', 'promoted'] as const;

const unknownPromotion = (jobId: string): ApiError =>
  notFound('unknown-promotion', `There is no promotion of many with the number ${jobId}.`);

const instant = (time: number): string => new Date(Number(time)).toISOString();

function answerOf(job: Job, counts: ItemCounts | undefined): BulkPromotion {
  const { kind, source, target, what, note } = JSON.parse(job.payload) as BulkPayload;
  const { total = 0, done = 0, refused = 0, stopped = 0 } = counts ?? {};
  return {
    jobId: job.id,
    kind,
    source,
    target,
    what,
    note: note ?? null,
    who: job.createdBy,
    state: job.state,
    createdAt: instant(job.createdAt),
    stoppedAt: job.stoppedAt === null ? null : instant(job.stoppedAt),
    failure: job.failure,
    total,
    promoted: done,
    refused,
    stopped,
  };
}

/** @returns the jobs with an item that is hidden from the caller */
async function withHiddenSets(
  { database, catalogue }: BulkStores,
  { can }: Caller,
  jobIds: readonly string[],
): Promise<Set<string>> {
  const withheld = new Set<string>();
  if (can.admin || jobIds.length === 0) return withheld;
  const seen = catalogue.seenBy(can);
  const hidden = await Promise.all(AREAS.map(async (area) => (await catalogue.hidden(area)).sets()));
  const unknown: string[] = [];
  await eachInTurns(new Set(hidden.flatMap((sets) => [...sets.keys()])), async (disId) => {
    if (!(await seen.knows(disId))) unknown.push(disId);
  });
  for (let at = 0; at < unknown.length; at += IDS_PER_STATEMENT) {
    const rows = await database.read
      .selectFrom('jobItems')
      .select('jobId')
      .distinct()
      .where('jobId', 'in', jobIds)
      .where('subject', 'in', unknown.slice(at, at + IDS_PER_STATEMENT))
      .execute();
    for (const { jobId } of rows) withheld.add(jobId);
  }
  return withheld;
}

export async function listBulkPromotions(stores: BulkStores, caller: Caller): Promise<BulkPromotion[]> {
  const { database } = stores;
  const jobs = await database.read
    .selectFrom('jobs')
    .selectAll()
    .where('name', '=', PROMOTE_MANY)
    .orderBy('createdAt', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const ids = jobs.map(({ id }) => id);
  const [counts, withheld] = await Promise.all([countItems(database, ids), withHiddenSets(stores, caller, ids)]);
  return jobs.filter(({ id }) => !withheld.has(id)).map((job) => answerOf(job, counts.get(job.id)));
}

export async function findBulkPromotion(stores: BulkStores, caller: Caller, jobId: string): Promise<BulkPromotion> {
  const { database } = stores;
  const job = await database.read
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', jobId)
    .where('name', '=', PROMOTE_MANY)
    .executeTakeFirst();
  const [counts, withheld] = await Promise.all([
    countItems(database, [jobId]),
    withHiddenSets(stores, caller, [jobId]),
  ]);
  if (!job || withheld.has(jobId)) throw unknownPromotion(jobId);
  return answerOf(job, counts.get(jobId));
}

export async function readBulkDetails(
  stores: BulkStores,
  caller: Caller,
  jobId: string,
): Promise<BulkPromotionDetails> {
  const found = await findBulkPromotion(stores, caller, jobId);
  const rows = await stores.database.read
    .selectFrom('jobItems')
    .select(['subject', 'state', 'reason'])
    .where('jobId', '=', jobId)
    .orderBy('position')
    .execute();
  const items = rows.map(({ subject, state, reason }) => ({ key: subject, state: STATES[state], reason }));
  return { ...found, items: items.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)) };
}
