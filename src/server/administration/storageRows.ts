/**
 * Reads from the database what a storage measurement needs, in pages.
 *
 *   MeasuredDatabase
 *   readStates            the pieces of every stored state, and who shows them
 *   readUploads           every upload; returns those that could be deleted
 *   readPreparedBundles   the blobs of prepared content
 */
import type { Area } from '../../contract/index.ts';
import { HashSet } from '../catalogue/hashSet.ts';
import type { SnapshotContent } from '../catalogue/snapshots.ts';
import type { Database } from '../schema.ts';
import type { Ledger } from './storageLedger.ts';

export interface MeasuredDatabase {
  readonly database: Database;
  readonly signal: AbortSignal;
}

/** rows per statement */
const PAGE = 500;
const USE_OF_STATE = {
  received: 'reading',
  reading: 'reading',
  refused: 'refused',
  live: 'unused',
  replaced: 'replaced',
} as const;

/** @param progress is told the share of states that are read, 0 to 1 */
export async function readStates(
  ledger: Ledger,
  { database, signal }: MeasuredDatabase,
  progress: (share: number) => void,
): Promise<void> {
  const db = database.background;
  const count = await db
    .selectFrom('snapshots')
    .select((e) => e.fn.countAll<number>().as('all'))
    .executeTakeFirst();
  let done = 0;
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const page = await db
      .selectFrom('snapshots')
      .select(['id', 'content'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    last = page.at(-1)?.id ?? last;
    const ids = page.map(({ id }) => id);
    const [refs, moves] = ids.length === 0 ? [[], []] : await Promise.all([refsTo(db, ids), movesTo(db, ids)]);
    const refsOf = Map.groupBy(refs, ({ id }) => id);
    const movesOf = Map.groupBy(moves, ({ id }) => id);
    for (const { id, content } of page) {
      const shownIn = refsOf.get(id) ?? [];
      for (const part of (JSON.parse(content) as SnapshotContent).parts) {
        signal.throwIfAborted();
        const piece = await ledger.pieceOf(part, shownIn.length > 0 ? 'shown' : 'history');
        if (!piece) continue;
        for (const { area, kind, key } of shownIn) {
          const use = ledger.contentOf(kind, key);
          use.areas[area].add(piece);
          piece.shownBy = piece.shownBy === undefined || piece.shownBy === use ? use : null;
        }
        for (const { kind, key } of movesOf.get(id) ?? []) ledger.contentOf(kind, key).older.add(piece);
      }
    }
    done += page.length;
    progress(done / Math.max(1, Number(count?.all ?? 1)));
    if (page.length < PAGE) return;
  }
}

type Content = { id: string; kind: 'dis' | 'static'; key: string };
const refsTo = (db: Database['background'], ids: readonly string[]) =>
  db
    .selectFrom('refs')
    .select(['snapshotId as id', 'area', 'kind', 'key'])
    .where('snapshotId', 'in', ids)
    .execute() as Promise<(Content & { area: Area })[]>;
const movesTo = (db: Database['background'], ids: readonly string[]) =>
  db
    .selectFrom('refHistory')
    .select(['toSnapshot as id', 'kind', 'key'])
    .distinct()
    .where('toSnapshot', 'in', ids)
    .execute() as Promise<Content[]>;

/** @returns the uploads that could be deleted, with their bytes */
export async function readUploads(ledger: Ledger, { database, signal }: MeasuredDatabase) {
  const uploads: { id: string; sha256: string; size: number; state: 'refused' | 'live' }[] = [];
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const page = await database.background
      .selectFrom('packs')
      .select(['id', 'sha256', 'kind', 'state', 'size', 'fileName'])
      .select((e) =>
        e
          .case()
          .when(
            e.exists(
              e
                .selectFrom('snapshotPacks')
                .innerJoin('refs', 'refs.snapshotId', 'snapshotPacks.snapshotId')
                .select('refs.key')
                .whereRef('snapshotPacks.pack', '=', 'packs.fileName'),
            ),
          )
          .then(1)
          .else(0)
          .end()
          .as('inUse'),
      )
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    last = page.at(-1)?.id ?? last;
    for (const { id, sha256, kind, state, size, inUse } of page) {
      const pack = ledger.notePack(sha256, kind, USE_OF_STATE[state]);
      pack.kind = kind;
      pack.uploads += 1;
      if (state === 'refused' || (state === 'live' && Number(inUse) === 0)) {
        uploads.push({ id, sha256, size: Number(size), state });
      }
    }
    if (page.length < PAGE) return uploads;
  }
}

/** @returns the blobs of prepared content */
export async function readPreparedBundles({ database, signal }: MeasuredDatabase): Promise<HashSet> {
  const bundles = new HashSet();
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const page = await database.background
      .selectFrom('derived')
      .select('blob')
      .distinct()
      .where('blob', '>', last)
      .orderBy('blob')
      .limit(PAGE)
      .execute();
    for (const { blob } of page) bundles.add(blob);
    last = page.at(-1)?.blob ?? last;
    if (page.length < PAGE) return bundles;
  }
}
