/**
 * Rows of uploads that nothing needs.
 *
 *   deletePacks
 */
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { HashSet } from '../hashSet.ts';
import { ageLimits, type GarbageOptions, PAGE, pagesOf } from './options.ts';

const UNREAD = ['received', 'reading'] as const;
const isUnread = (state: string) => UNREAD.some((one) => one === state);

/** Whether a ref or a young entry of the history has a snapshot with files of the pack. */
const inUse =
  (since: number) =>
  (e: ExpressionBuilder<Tables, 'packs'>): ReturnType<typeof e.exists> =>
    e.exists(
      e
        .selectFrom('snapshotPacks as of')
        .select('of.pack')
        .whereRef('of.pack', '=', 'packs.fileName')
        .where((by) => {
          const ref = by.selectFrom('refs').select('refs.key').whereRef('refs.snapshotId', '=', 'of.snapshotId');
          const young = (side: 'fromSnapshot' | 'toSnapshot') =>
            by
              .selectFrom('refHistory as entry')
              .select('entry.id')
              .whereRef(`entry.${side}`, '=', 'of.snapshotId')
              .where('entry.movedAt', '>=', since);
          return by.or([by.exists(ref), by.exists(young('toSnapshot')), by.exists(young('fromSnapshot'))]);
        }),
    );

/**
 * Adds the blobs of packs that are unread or young to `needed`. Then deletes the other rows of which no blob is needed, and
 * those of live packs that no ref and no young entry of the history uses: what old entries keep of a pack needs no row.
 *
 * @returns how many were deleted
 */
export async function deletePacks(options: GarbageOptions, needed: HashSet): Promise<number> {
  const { database, dryRun, signal } = options;
  const since = ageLimits(options).history;
  const next = (after: { id: string } | undefined) =>
    database.background
      .selectFrom('packs')
      .select(['id', 'sha256', 'state', 'uploadedAt'])
      .select((e) => e.case().when(inUse(since)(e)).then(1).else(0).end().as('inUse'))
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(PAGE)
      .execute();
  for await (const page of pagesOf(next, signal)) {
    for (const { sha256, state, uploadedAt } of page) {
      if (isUnread(state) || (state !== 'replaced' && Number(uploadedAt) >= since)) needed.add(sha256);
    }
  }
  let deleted = 0;
  for await (const page of pagesOf(next, signal)) {
    const ids = page
      .filter(({ state, uploadedAt }) => !isUnread(state) && Number(uploadedAt) < since)
      .filter((row) => !needed.has(row.sha256) || (row.state === 'live' && row.inUse === 0))
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    if (!dryRun) {
      await database.transaction((trx) =>
        trx
          .deleteFrom('packs')
          .where('id', 'in', ids)
          // A refused pack may be read again since the page was read.
          .where('state', 'not in', UNREAD)
          .execute(),
      );
    }
    deleted += ids.length;
  }
  return deleted;
}
