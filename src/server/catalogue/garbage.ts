/**
 * Cleaning up: what no ref, no kept entry of the history and no waiting pack needs goes after a time of grace.
 *
 * Safe beside uploads, promotions and roll backs: whoever puts a snapshot or a blob makes it young again, snapshots are
 * looked at once more by the statement that deletes them, and everything counts that any snapshot left then needs.
 * Killed half way it has only done less, and goes on the next time.
 *
 *   GarbageReport, GarbageOptions
 *   collectGarbage   @throws Error when a manifest cannot be read: what it needs is unknown, so no blob goes
 *   takeBack         keeps a snapshot that a ref is about to come back to; false when it is gone
 */
import type { Transaction } from 'kysely';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../schema.ts';
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
  /** epoch milliseconds */
  now: number;
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
/** rows of one statement: databases limit the parameters */
const AT_ONCE = 500;

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += AT_ONCE) yield list.slice(at, at + AT_ONCE);
}

export async function takeBack(trx: Transaction<Tables>, snapshotId: string): Promise<boolean> {
  const kept = await trx
    .updateTable('snapshots')
    .set({ createdAt: Date.now() })
    .where('id', '=', snapshotId)
    .executeTakeFirst();
  return Number(kept.numUpdatedRows) === 1;
}

/**
 * What the history keeps: all of a key's last entries, and younger ones; `recent` are the younger ones alone. `last` is the
 * newest entry looked at.
 */
async function historyNow({ database, now, historyDays, graceDays }: GarbageOptions) {
  const rows = await database.background
    .selectFrom('refHistory')
    .select(['id', 'area', 'kind', 'key', 'movedAt', 'fromSnapshot', 'toSnapshot'])
    .orderBy('id', 'desc')
    .execute();
  const since = now - Math.max(historyDays, graceDays) * DAY;
  const seen = new Map<string, number>();
  const kept = new Set<string>();
  const recent = new Set<string>();
  const forgotten: string[] = [];
  for (const row of rows) {
    const key = `${row.area} ${row.kind} ${row.key}`;
    const newer = seen.get(key) ?? 0;
    seen.set(key, newer + 1);
    if (newer >= HISTORY_KEPT && Number(row.movedAt) < since) {
      if (row.toSnapshot !== null) forgotten.push(row.toSnapshot);
    } else {
      for (const snapshot of [row.fromSnapshot, row.toSnapshot]) {
        if (snapshot === null) continue;
        kept.add(snapshot);
        if (Number(row.movedAt) >= since) recent.add(snapshot);
      }
    }
  }
  return { kept, recent, forgotten, last: Number(rows[0]?.id ?? 0) };
}

/** Deletes those that nobody needed or put since they were found useless. */
async function dropSnapshots(
  database: Database,
  ids: readonly string[],
  before: number,
  last: number,
): Promise<number> {
  let dropped = 0;
  for (const some of chunks(ids)) {
    const { numDeletedRows } = await database.transaction((trx) =>
      trx
        .deleteFrom('snapshots')
        .where('id', 'in', some)
        .where('createdAt', '<', before)
        .where((e) => {
          const refs = e.selectFrom('refs').select('key').whereRef('snapshotId', '=', 'snapshots.id');
          const moves = e
            .selectFrom('refHistory')
            .select('refHistory.id')
            .where('refHistory.id', '>', last)
            .where((m) =>
              m.or([m('fromSnapshot', '=', m.ref('snapshots.id')), m('toSnapshot', '=', m.ref('snapshots.id'))]),
            );
          return e.and([e.not(e.exists(refs)), e.not(e.exists(moves))]);
        })
        .executeTakeFirst(),
    );
    dropped += Number(numDeletedRows);
  }
  return dropped;
}

/** Of these snapshots, what they are made of: manifests, packs, and the contents of their entries. */
async function neededBy(
  { snapshots, signal }: GarbageOptions,
  contents: readonly SnapshotContent[],
): Promise<{ blobs: Set<string>; contents: Set<string> }> {
  const needed = { blobs: new Set<string>(), contents: new Set<string>() };
  for (const part of contents.flatMap(({ parts }) => parts)) {
    if (needed.blobs.has(part.manifest)) continue;
    signal?.throwIfAborted();
    needed.blobs.add(part.manifest);
    const { packSha256, entries } = await snapshots.manifestOf(part);
    needed.blobs.add(packSha256);
    for (const { sha256 } of entries) needed.contents.add(sha256);
  }
  return needed;
}

/**
 * Adds what waits to be read or was sent lately.
 *
 * @param inUse names of the packs that a ref or the recent history has
 * @returns the rows of other uploads of which nothing is needed, and of those that were live and are not in use any more:
 *          what the history still keeps of them needs no row
 */
async function oldPacks(
  { database, now, historyDays, graceDays }: GarbageOptions,
  needed: Set<string>,
  inUse: ReadonlySet<string>,
) {
  const since = now - Math.max(historyDays, graceDays) * DAY;
  const rows = await database.background
    .selectFrom('packs')
    .select(['id', 'fileName', 'sha256', 'state', 'uploadedAt'])
    .execute();
  const idle = rows.filter(({ sha256, state, uploadedAt }) => {
    const waits = state === 'received' || state === 'reading';
    if (waits || (state !== 'replaced' && Number(uploadedAt) >= since)) needed.add(sha256);
    return !waits && Number(uploadedAt) < since;
  });
  return idle
    .filter(({ fileName, sha256, state }) => !needed.has(sha256) || (state === 'live' && !inUse.has(fileName)))
    .map(({ id }) => id);
}

export async function collectGarbage(options: GarbageOptions): Promise<GarbageReport> {
  const { database, blobs, now, graceDays, dryRun = false, signal } = options;
  const before = now - graceDays * DAY;
  const report: GarbageReport = { history: 0, snapshots: 0, packs: 0, derived: 0, blobs: 0, bytes: 0 };

  const { kept, recent, forgotten, last } = await historyNow(options);
  const allSnapshots = () =>
    database.background.selectFrom('snapshots').select(['id', 'content', 'createdAt']).execute();
  const refs = await database.background.selectFrom('refs').select('snapshotId').execute();
  for (const { snapshotId } of refs) {
    kept.add(snapshotId);
    recent.add(snapshotId);
  }
  const found = await allSnapshots();
  const useless = new Set(
    found.filter(({ id, createdAt }) => !kept.has(id) && Number(createdAt) < before).map(({ id }) => id),
  );
  report.history = forgotten.filter((id) => useless.has(id)).length;
  report.snapshots = dryRun ? useless.size : await dropSnapshots(database, [...useless], before, last);

  // What stands there after deleting counts: a useless one that somebody needs since is among it.
  const left = dryRun ? found.filter(({ id }) => !useless.has(id)) : await allSnapshots();
  const contents = left.map(({ id, content }) => ({ id, content: JSON.parse(content) as SnapshotContent }));
  const needed = await neededBy(
    options,
    contents.map(({ content }) => content),
  );

  const inUse = new Set(
    contents.flatMap(({ id, content }) => (recent.has(id) ? content.parts.map(({ pack }) => pack) : [])),
  );
  const packs = await oldPacks(options, needed.blobs, inUse);
  report.packs = packs.length;
  for (const some of dryRun ? [] : chunks(packs)) {
    await database.transaction((trx) => trx.deleteFrom('packs').where('id', 'in', some).execute());
  }

  const forms = await database.background
    .selectFrom('derived')
    .select(['kind', 'sha256', 'blob', 'createdAt'])
    .execute();
  const unused = forms.filter(
    ({ kind, sha256, createdAt }) =>
      Number(createdAt) < before && (!needed.contents.has(sha256) || options.outdated(kind)),
  );
  report.derived = unused.length;
  const dropped = new Set(unused);
  for (const form of forms) if (!dropped.has(form)) needed.blobs.add(form.blob);
  if (!dryRun) {
    for (const [kind, some] of Map.groupBy(unused, (form) => form.kind)) {
      for (const part of chunks(some.map(({ sha256 }) => sha256))) {
        await database.transaction((trx) =>
          trx
            .deleteFrom('derived')
            .where('kind', '=', kind)
            .where('createdAt', '<', before)
            .where('sha256', 'in', part)
            .execute(),
        );
      }
    }
  }

  for await (const { sha256, size, neededAt } of blobs.list()) {
    signal?.throwIfAborted();
    if (needed.blobs.has(sha256) || neededAt >= before) continue;
    if (!dryRun && !(await blobs.deleteUnused(sha256, before))) continue;
    report.blobs += 1;
    report.bytes += size;
  }
  return report;
}
