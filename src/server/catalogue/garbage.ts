/**
 * Cleaning up: what no ref, no kept entry of the history and no waiting pack needs goes after a time of grace.
 *
 * Safe beside uploads, promotions and roll backs: whoever puts a snapshot or a blob makes it young again, snapshots are
 * looked at once more by the statement that deletes them, and everything counts that any snapshot left then needs.
 * Killed half way it has only done less, and goes on the next time.
 *
 * Tables are read in pages, in the background, and what is needed is kept in 8 bytes a hash, so a store of any size is
 * cleaned up beside requests. A page need not know of those before it: a row that is there all the time is seen, and one
 * that comes meanwhile is young.
 *
 *   GarbageReport, GarbageOptions
 *   collectGarbage   @throws Error when a manifest cannot be read: what it needs is unknown, so no blob goes
 *   touchSnapshot    keeps a snapshot that a ref is about to return to; false when it no longer exists
 */
import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { releaseBuffer } from '../platform/memory.ts';
import type { Database, Tables } from '../schema.ts';
import { HashSet } from './hashSet.ts';
import type { SnapshotContent, Snapshots } from './snapshots.ts';

export interface GarbageReport {
  /** entries of the history that one cannot go back to any more */
  history: number;
  snapshots: number;
  /** rows of uploads of which nothing is left, or that no area has used for `historyDays` */
  packs: number;
  derived: number;
  blobs: number;
  /** of the blobs */
  bytes: number;
}

export interface GarbageOptions {
  database: Database;
  blobs: Blobs;
  snapshots: Snapshots;
  /** epoch milliseconds, of the database's clock */
  now: number;
  /** epoch milliseconds: since then that clock has gone on without a jump */
  steadySince: number;
  /** what became useless later than so many days ago stays; longer than any upload takes */
  graceDays: number;
  /** one can go back so many days, and always to the last `HISTORY_KEPT` entries */
  historyDays: number;
  /** kinds of derived forms that nobody asks for any more, whatever picture they are of */
  outdated(kind: string): boolean;
  /** only counts */
  dryRun?: boolean;
  signal?: AbortSignal;
}

const DAY = 24 * 3600 * 1000;
/** entries of a key in an area that are kept however old they are */
const HISTORY_KEPT = 20;
/** rows of one statement */
const PAGE = 500;

/** @param next the rows after one, in the order of their key; at most PAGE */
async function* pages<R>(
  next: (after: R | undefined) => Promise<R[]>,
  signal: AbortSignal | undefined,
): AsyncGenerator<R[]> {
  for (let last: R | undefined; ; ) {
    signal?.throwIfAborted();
    const rows = await next(last);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1);
  }
}

export async function touchSnapshot(trx: Transaction<Tables>, snapshotId: string): Promise<boolean> {
  const kept = await trx
    .updateTable('snapshots')
    .set({ createdAt: databaseNow(trx) })
    .where('id', '=', snapshotId)
    .executeTakeFirst();
  return Number(kept.numUpdatedRows) === 1;
}

/**
 * Whether nobody needs a snapshot: no ref, no entry of the history that is young or among the last of its key, and nobody
 * who put it lately.
 */
const useless =
  ({ now, graceDays, historyDays }: GarbageOptions) =>
  (e: ExpressionBuilder<Tables, 'snapshots'>): Expression<SqlBool> => {
    const since = now - Math.max(historyDays, graceDays) * DAY;
    const keptBy = (side: 'fromSnapshot' | 'toSnapshot') =>
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
              .offset(HISTORY_KEPT - 1);
            return of.or([of('entry.movedAt', '>=', since), of.not(of.exists(lastButKept))]);
          }),
      );
    const ref = e.selectFrom('refs').select('refs.key').whereRef('refs.snapshotId', '=', 'snapshots.id');
    return e.and([
      e('snapshots.createdAt', '<', now - graceDays * DAY),
      e.not(e.exists(ref)),
      e.not(keptBy('toSnapshot')),
      e.not(keptBy('fromSnapshot')),
    ]);
  };

/** @returns how many snapshots go, and how many entries of the history named them */
async function dropSnapshots(options: GarbageOptions): Promise<Pick<GarbageReport, 'history' | 'snapshots'>> {
  const { database, dryRun, signal } = options;
  const isUseless = useless(options);
  const next = (after: { id: string } | undefined) =>
    database.background
      .selectFrom('snapshots')
      .select('id')
      .where('id', '>', after?.id ?? '')
      .where(isUseless)
      .orderBy('id')
      .limit(PAGE)
      .execute();
  const dropped = { history: 0, snapshots: 0 };
  for await (const page of pages(next, signal)) {
    const ids = page.map(({ id }) => id);
    const named = await database.background
      .selectFrom('refHistory')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('toSnapshot', 'in', ids)
      .executeTakeFirst();
    dropped.history += Number(named?.count ?? 0);
    if (dryRun) dropped.snapshots += ids.length;
    else {
      // Whom somebody needed, or put, since it was found stays.
      const { numDeletedRows } = await database.transaction((trx) =>
        trx.deleteFrom('snapshots').where('id', 'in', ids).where(isUseless).executeTakeFirst(),
      );
      dropped.snapshots += Number(numDeletedRows);
    }
  }
  return dropped;
}

interface Needed {
  readonly blobs: HashSet;
  /** of pictures and files in packs */
  readonly contents: HashSet;
}

/** What the snapshots that are left are made of: manifests, packs, and the contents of their entries. */
async function neededBySnapshots(options: GarbageOptions): Promise<Needed> {
  const { database, snapshots, dryRun, signal } = options;
  const isUseless = useless(options);
  const needed: Needed = { blobs: new HashSet(), contents: new HashSet() };
  // Exactly those that were read: one that was taken for read by mistake would lose what it names.
  const read = new Set<string>();
  const next = (after: { id: string } | undefined) =>
    database.background
      .selectFrom('snapshots')
      .select(['id', 'content'])
      .where('id', '>', after?.id ?? '')
      .$if(dryRun ?? false, (query) => query.where((e) => e.not(isUseless(e))))
      .orderBy('id')
      .limit(PAGE)
      .execute();
  for await (const page of pages(next, signal)) {
    for (const part of page.flatMap(({ content }) => (JSON.parse(content) as SnapshotContent).parts)) {
      if (read.has(part.manifest)) continue;
      signal?.throwIfAborted();
      const { packSha256, hashes } = await snapshots.namedBy(part);
      read.add(part.manifest);
      needed.blobs.add(part.manifest);
      needed.blobs.add(packSha256);
      needed.contents.addAll(hashes);
      releaseBuffer(hashes);
    }
  }
  return needed;
}

/**
 * Adds what waits to be read or was sent lately. Then deletes rows of other uploads of which nothing is needed, and of those
 * that were live and are in use by no ref and no young entry of the history: what old entries keep of them needs no row.
 */
async function dropPacks(options: GarbageOptions, needed: HashSet): Promise<number> {
  const { database, now, historyDays, graceDays, dryRun, signal } = options;
  const since = now - Math.max(historyDays, graceDays) * DAY;
  const waits = (state: string) => state === 'received' || state === 'reading';
  const inUse = (e: ExpressionBuilder<Tables, 'packs'>) =>
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
  const next = (after: { id: string } | undefined) =>
    database.background
      .selectFrom('packs')
      .select(['id', 'sha256', 'state', 'uploadedAt'])
      .select((e) => e.case().when(inUse(e)).then(1).else(0).end().as('inUse'))
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(PAGE)
      .execute();
  for await (const page of pages(next, signal)) {
    for (const { sha256, state, uploadedAt } of page) {
      if (waits(state) || (state !== 'replaced' && Number(uploadedAt) >= since)) needed.add(sha256);
    }
  }
  let dropped = 0;
  for await (const page of pages(next, signal)) {
    const ids = page
      .filter(({ state, uploadedAt }) => !waits(state) && Number(uploadedAt) < since)
      .filter((row) => !needed.has(row.sha256) || (row.state === 'live' && row.inUse === 0))
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    if (!dryRun) {
      await database.transaction((trx) =>
        trx
          .deleteFrom('packs')
          .where('id', 'in', ids)
          // A refused one may have been tried again since.
          .where('state', 'not in', ['received', 'reading'])
          .execute(),
      );
    }
    dropped += ids.length;
  }
  return dropped;
}

/** Deletes forms of pictures that nothing needs, or of a kind that nobody asks for; adds the blobs of the others. */
async function dropDerived(options: GarbageOptions, needed: Needed): Promise<number> {
  const { database, now, graceDays, outdated, dryRun, signal } = options;
  const before = now - graceDays * DAY;
  const kinds = await database.background.selectFrom('derived').select('kind').distinct().execute();
  let dropped = 0;
  for (const { kind } of kinds) {
    const next = (after: { sha256: string } | undefined) =>
      database.background
        .selectFrom('derived')
        .select('sha256')
        .$if(dryRun ?? false, (query) => query.select('blob'))
        .where('kind', '=', kind)
        .where('sha256', '>', after?.sha256 ?? '')
        .where('createdAt', '<', before)
        .orderBy('sha256')
        .limit(PAGE)
        .execute();
    for await (const page of pages(next, signal)) {
      const isUnused = ({ sha256 }: { sha256: string }) => outdated(kind) || !needed.contents.has(sha256);
      const unused = page.filter(isUnused).map(({ sha256 }) => sha256);
      dropped += unused.length;
      if (dryRun) for (const form of page) if (form.blob !== undefined && !isUnused(form)) needed.blobs.add(form.blob);
      if (dryRun || unused.length === 0) continue;
      await database.transaction((trx) =>
        trx
          .deleteFrom('derived')
          .where('kind', '=', kind)
          .where('createdAt', '<', before)
          .where('sha256', 'in', unused)
          .execute(),
      );
    }
  }
  // Young ones are not among those that were looked at; after deleting all that is left counts.
  const bundles = (after: { blob: string } | undefined) =>
    database.background
      .selectFrom('derived')
      .select('blob')
      .distinct()
      .where('blob', '>', after?.blob ?? '')
      .$if(dryRun ?? false, (query) => query.where('createdAt', '>=', before))
      .orderBy('blob')
      .limit(PAGE)
      .execute();
  for await (const page of pages(bundles, signal)) for (const { blob } of page) needed.blobs.add(blob);
  return dropped;
}

export async function collectGarbage(options: GarbageOptions): Promise<GarbageReport> {
  const { blobs, now, graceDays, dryRun = false, signal } = options;
  const before = now - graceDays * DAY;
  // A clock that was set ahead makes everything look old: it has to be seen to go on for the time of grace first.
  if (options.steadySince > before) return { history: 0, snapshots: 0, packs: 0, derived: 0, blobs: 0, bytes: 0 };
  const { history, snapshots } = await dropSnapshots(options);
  // What stands there after deleting counts: a useless one that somebody needs since is among it.
  const needed = await neededBySnapshots(options);
  const packs = await dropPacks(options, needed.blobs);
  const derived = await dropDerived(options, needed);
  const report: GarbageReport = { history, snapshots, packs, derived, blobs: 0, bytes: 0 };
  for await (const { sha256, size, neededAt } of blobs.list()) {
    signal?.throwIfAborted();
    if (needed.blobs.has(sha256) || neededAt >= before) continue;
    if (!dryRun && !(await blobs.deleteUnused(sha256, before))) continue;
    report.blobs += 1;
    report.bytes += size;
  }
  return report;
}
