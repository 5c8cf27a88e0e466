/**
 * The job that promotes many sets or static packs, one after the other. Each is one transaction that also ends its
 * item, so a worker that takes the job over continues with the next one.
 *
 *   promoteMany
 *   publishEnd
 */
import type { Transaction } from 'kysely';
import { AREA_NAMES } from '../../contract/index.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import { ContentDamaged } from '../catalogue/damaged.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { countItems, endItem, type ItemCounts, nextItem } from '../platform/jobs/items.ts';
import { type JobContext, JobRefused } from '../platform/jobs/jobs.ts';
import type { Job, JobItem } from '../platform/jobs/table.ts';
import { isTemporary } from '../platform/unavailable.ts';
import type { Database, Tables } from '../schema.ts';
import { publish } from '../webhooks/publish.ts';
import type { BulkPayload } from './bulkRequests.ts';
import { promotionData } from './eventData.ts';
import { promoteContent } from './moves.ts';

/** The item was stopped, or another worker has ended it. */
class ItemEnded extends Error {}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Counts the outcomes of the items if not all were promoted. */
function summaryOf({ total, done, refused, stopped }: ItemCounts): string {
  const rest = [refused > 0 && `${refused} refused`, stopped > 0 && `${stopped} stopped`].filter((part) => part);
  return `${done} of ${total} promoted, ${rest.join(', ')}.`;
}

/** Reports that the request has ended and how many were promoted. The outcome of each set was reported before. */
export async function publishEnd(trx: Transaction<Tables>, job: Job): Promise<void> {
  const { kind, source, target, what } = JSON.parse(job.payload) as BulkPayload;
  const rows = await trx
    .selectFrom('jobItems')
    .select((e) => ['state', e.fn.countAll().as('items')])
    .where('jobId', '=', job.id)
    .groupBy('state')
    .execute();
  const countOf = (state: JobItem['state']) => Number(rows.find((row) => row.state === state)?.items ?? 0);
  const counts = { promoted: countOf('done'), refused: countOf('refused'), stopped: countOf('stopped') };
  const data = { kind, source, target, what, who: job.createdBy, jobId: job.id, ...counts, left: countOf('waiting') };
  await publish(trx, { type: 'promotions.done', about: job.function, data, owner: job.createdBy });
}

export async function promoteMany(
  stores: { database: Database; snapshots: Snapshots },
  { job, payload, signal, progress }: JobContext<BulkPayload>,
): Promise<void> {
  const { database } = stores;
  const who = job.createdBy;

  async function refuse(position: number, key: string, reason: string): Promise<void> {
    await database.transaction(async (trx) => {
      if (!(await endItem(trx, { jobId: job.id, position }, { state: 'refused', reason }))) return;
      const { kind, what, source, target } = payload;
      const text = `promotion of ${what} from ${AREA_NAMES[source]} to ${AREA_NAMES[target]} refused. ${reason}`;
      await write(trx, { status: 'WARN', context: 'promotion', ...contentLine({ kind, key }, text), who });
      const data = { ...promotionData({ ...payload, key }, job), reason };
      await publish(trx, { type: 'promotion.failed', about: key, data, owner: who });
    });
  }

  async function promoteItem({ position, subject: key }: Pick<JobItem, 'position' | 'subject'>): Promise<void> {
    try {
      await promoteContent(
        stores,
        { ...payload, key },
        {
          job,
          signal,
          end: async (trx) => {
            if (!(await endItem(trx, { jobId: job.id, position }, { state: 'done' }))) throw new ItemEnded();
          },
        },
      );
    } catch (error) {
      if (error instanceof ItemEnded) return;
      if (!(error instanceof JobRefused || error instanceof ContentDamaged)) throw error;
      await refuse(position, key, sentence(error.message));
    }
  }

  const { total = 0, waiting = 0 } = (await countItems(database, [job.id])).get(job.id) ?? {};
  let endedCount = total - waiting;
  /** An unexpected error of one item does not hold up the others. The next attempt retries the item. */
  const unexpected: { position: number; key: string; error: unknown }[] = [];
  for (let item = await nextItem(database, job.id, -1); item; item = await nextItem(database, job.id, item.position)) {
    signal.throwIfAborted();
    try {
      await promoteItem(item);
    } catch (error) {
      if (signal.aborted || isTemporary(error)) throw error;
      unexpected.push({ position: item.position, key: item.subject, error });
    }
    endedCount += 1;
    progress((endedCount / total) * 100);
  }
  const [first] = unexpected;
  if (first && job.attempts < job.maxAttempts) throw first.error;
  for (const { position, key } of unexpected) {
    await refuse(position, key, 'Something went wrong on the server. Its log has the details. Try again.');
  }
  const counts = (await countItems(database, [job.id])).get(job.id);
  if (counts && counts.done < counts.total) throw new JobRefused(summaryOf(counts));
}
