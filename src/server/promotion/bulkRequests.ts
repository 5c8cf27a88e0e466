/**
 * Requests to promote many sets or static packs together: checked as a whole, and one job that promotes one after the other.
 *
 *   PROMOTE_MANY              the name of the job
 *   BulkRequest, BulkPayload
 *   requestBulkPromotion
 *   stopBulkPromotion         between two items
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import type { RefKind } from '../catalogue/refs.ts';
import { write } from '../journal/journal.ts';
import { badRequest, conflict, type Problem } from '../platform/http/errors.ts';
import { stopItems } from '../platform/jobs/items.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import type { Database } from '../schema.ts';
import { publishAll } from '../webhooks/publish.ts';
import { promotionData } from './eventData.ts';
import { assertDirection, metadataNeedsSet, notInSource, type PromotionRequest, promotionKey } from './requests.ts';

export const PROMOTE_MANY = 'promoteMany';

export type BulkPayload = Omit<PromotionRequest, 'key'>;
export interface BulkRequest extends BulkPayload {
  /** set ids or names of static packs, in the order in which they are promoted */
  keys: readonly string[];
}

const NOUNS: Readonly<Record<RefKind, readonly [string, string]>> = {
  dis: ['image set', 'image sets'],
  static: ['static image pack', 'static image packs'],
};
/** How many set ids the message names; the details name all. */
const MAX_NAMED = 3;
/** keys per statement, because databases limit the number of parameters */
const KEYS_PER_STATEMENT = 400;
/** An interrupted job continues where it was, so more attempts than usual are worthwhile. */
const MAX_ATTEMPTS = 10;

const countOf = (kind: RefKind, count: number): string => `${count} ${NOUNS[kind][count === 1 ? 0 : 1]}`;

async function keysIn(database: Database, area: Area, { kind, keys }: BulkRequest): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < keys.length; at += KEYS_PER_STATEMENT) {
    const rows = await database.read
      .selectFrom('refs')
      .select('key')
      .where('area', '=', area)
      .where('kind', '=', kind)
      .where('key', 'in', keys.slice(at, at + KEYS_PER_STATEMENT))
      .execute();
    for (const { key } of rows) found.add(key);
  }
  return found;
}

function assertNamedOnce(keys: readonly string[]): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) throw badRequest('named-twice', `The request names ${key} twice. Name each once.`);
    seen.add(key);
  }
}

/** @throws ApiError 409 that names every key that cannot be promoted, with its reason */
async function assertPromotable(
  database: Database,
  request: BulkRequest,
  known: (key: string) => boolean,
): Promise<void> {
  const { keys, source, target, what } = request;
  const [inSource, inTarget] = await Promise.all([
    keysIn(database, source, request),
    what === 'metadata' ? keysIn(database, target, request) : undefined,
  ]);
  const details = keys.flatMap((key): Problem[] => {
    if (!inSource.has(key) || !known(key)) return [{ entry: key, reason: notInSource(key, source) }];
    return inTarget && !inTarget.has(key) ? [{ entry: key, reason: metadataNeedsSet(key, target) }] : [];
  });
  if (details.length === 0) return;
  const reasons = details.slice(0, MAX_NAMED).map(({ reason }) => reason);
  const more = details.length > MAX_NAMED ? ` … and ${details.length - MAX_NAMED} more.` : '';
  throw conflict(
    'not-promotable',
    `Nothing was requested: ${details.length} of ${keys.length} cannot be promoted. ${reasons.join(' ')}${more}`,
    { details },
  );
}

/**
 * @param known false for a set that is hidden from the caller: the answer is as if it did not exist
 * @returns the id of the job
 * @throws ApiError 400 for a direction that does not exist or a key that is named twice; 409 with every key that cannot be
 *   promoted
 */
export async function requestBulkPromotion(
  database: Database,
  request: BulkRequest,
  { known, who }: { known: (key: string) => boolean; who: string },
): Promise<string> {
  const { keys, ...payload } = request;
  const { kind, source, target, what } = payload;
  assertDirection(kind, source, target);
  assertNamedOnce(keys);
  await assertPromotable(database, request, known);
  const direction = `from ${AREA_NAMES[source]} to ${AREA_NAMES[target]}`;
  return database.transaction(async (trx) => {
    const id = await enqueue(trx, {
      name: PROMOTE_MANY,
      function: `Promote ${what === 'metadata' ? 'metadata of ' : ''}${countOf(kind, keys.length)} ${direction}`,
      payload,
      items: keys.map((key) => ({ subject: key, serialKey: promotionKey({ kind, key }) })),
      createdBy: who,
      maxAttempts: MAX_ATTEMPTS,
    });
    for (const key of keys) {
      const line = contentLine({ kind, key }, `promotion of ${what} ${direction} requested.`);
      await write(trx, { status: 'INFO', context: 'promotion', ...line, who });
    }
    return id;
  });
}

/** The item that is being promoted at this moment is still promoted. @returns how many items were stopped */
export function stopBulkPromotion(database: Database, jobId: string, who: string): Promise<number> {
  return database.transaction(async (trx) => {
    const reason = `Stopped by ${who} before it was promoted.`;
    const stopped = await stopItems(trx, jobId, reason);
    const job = await trx.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst();
    if (stopped.length > 0 && job) {
      const message = `Job "${job.function}" was stopped; ${stopped.length} were not promoted.`;
      await write(trx, { status: 'WARN', context: 'promotion', message, who });
      const payload = JSON.parse(job.payload) as BulkPayload;
      await publishAll(
        trx,
        stopped.map((key) => ({
          type: 'promotion.stopped',
          about: key,
          data: { ...promotionData({ ...payload, key }, job), reason },
          owner: job.createdBy,
        })),
      );
    }
    return stopped.length;
  });
}
