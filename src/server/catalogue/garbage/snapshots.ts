/**
 * Snapshots that nothing needs, and what the others need.
 *
 *   deleteSnapshots
 *   Needed, neededBySnapshots
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { releaseBuffer } from '../../platform/memory.ts';
import type { Tables } from '../../schema.ts';
import { HashSet } from '../hashSet.ts';
import type { SnapshotContent } from '../snapshots.ts';
import { ageLimits, type GarbageOptions, PAGE, pagesOf } from './options.ts';

/** entries of a key in an area that are kept however old they are */
const HISTORY_ENTRIES = 20;

/**
 * Whether nothing needs a snapshot: no ref, no entry of the history that is young or among the last of its key, and it was
 * not stored recently.
 */
const isUnneeded =
  (options: GarbageOptions) =>
  (e: ExpressionBuilder<Tables, 'snapshots'>): Expression<SqlBool> => {
    const { grace, history } = ageLimits(options);
    const inHistory = (side: 'fromSnapshot' | 'toSnapshot') =>
      e.exists(
        e
          .selectFrom('refHistory as entry')
          .select('entry.id')
          .whereRef(`entry.${side}`, '=', 'snapshots.id')
          .where((of) => {
            const lastButKept = of
              .selectFrom('refHistory as newer')
              .select('newer.id')
              .whereRef('newer.kind', '=', 'entry.kind')
              .whereRef('newer.key', '=', 'entry.key')
              .whereRef('newer.area', '=', 'entry.area')
              .whereRef('newer.id', '>', 'entry.id')
              .orderBy('newer.id')
              .limit(1)
              .offset(HISTORY_ENTRIES - 1);
            return of.or([of('entry.movedAt', '>=', history), of.not(of.exists(lastButKept))]);
          }),
      );
    const ref = e.selectFrom('refs').select('refs.key').whereRef('refs.snapshotId', '=', 'snapshots.id');
    return e.and([
      e('snapshots.createdAt', '<', grace),
      e.not(e.exists(ref)),
      e.not(inHistory('toSnapshot')),
      e.not(inHistory('fromSnapshot')),
    ]);
  };

/** @returns how many snapshots were deleted, and how many entries of the history point to them */
export async function deleteSnapshots(options: GarbageOptions): Promise<{ history: number; snapshots: number }> {
  const { database, dryRun, signal } = options;
  const unneeded = isUnneeded(options);
  const next = (after: { id: string } | undefined) =>
    database.background
      .selectFrom('snapshots')
      .select('id')
      .where('id', '>', after?.id ?? '')
      .where(unneeded)
      .orderBy('id')
      .limit(PAGE)
      .execute();
  const deleted = { history: 0, snapshots: 0 };
  for await (const page of pagesOf(next, signal)) {
    const ids = page.map(({ id }) => id);
    const entries = await database.background
      .selectFrom('refHistory')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('toSnapshot', 'in', ids)
      .executeTakeFirst();
    deleted.history += Number(entries?.count ?? 0);
    if (dryRun) {
      deleted.snapshots += ids.length;
      continue;
    }
    // The statement asks again: what became needed since the page was read stays.
    const { numDeletedRows } = await database.transaction((trx) =>
      trx.deleteFrom('snapshots').where('id', 'in', ids).where(unneeded).executeTakeFirst(),
    );
    deleted.snapshots += Number(numDeletedRows);
  }
  return deleted;
}

export interface Needed {
  readonly blobs: HashSet;
  /** of pictures and files in packs */
  readonly contents: HashSet;
}

/** @returns what the remaining snapshots consist of: manifests, packs, and the contents of their entries */
export async function neededBySnapshots(options: GarbageOptions): Promise<Needed> {
  const { database, snapshots, dryRun, signal } = options;
  const unneeded = isUnneeded(options);
  const needed: Needed = { blobs: new HashSet(), contents: new HashSet() };
  // An exact set: with a HashSet, a manifest taken for read by mistake would lose what it refers to.
  const read = new Set<string>();
  const next = (after: { id: string } | undefined) =>
    database.background
      .selectFrom('snapshots')
      .select(['id', 'content'])
      .where('id', '>', after?.id ?? '')
      .$if(dryRun ?? false, (query) => query.where((e) => e.not(unneeded(e))))
      .orderBy('id')
      .limit(PAGE)
      .execute();
  for await (const page of pagesOf(next, signal)) {
    for (const part of page.flatMap(({ content }) => (JSON.parse(content) as SnapshotContent).parts)) {
      if (read.has(part.manifest)) continue;
      signal?.throwIfAborted();
      const { packSha256, hashes } = await snapshots.referencesOf(part);
      read.add(part.manifest);
      needed.blobs.add(part.manifest);
      needed.blobs.add(packSha256);
      needed.contents.addAll(hashes);
      releaseBuffer(hashes);
    }
  }
  return needed;
}
