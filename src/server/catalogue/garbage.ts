/**
 * Cleaning up: what no ref and no kept entry of the history needs goes after a time of grace. First rows, then blobs; a
 * blob that somebody stored again meanwhile stays. Killed half way it has only done less, and goes on the next time.
 *
 *   GarbageReport, collectGarbage
 */
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../platform/database/database.ts';
import type { SnapshotContent, Snapshots } from './snapshots.ts';

export interface GarbageReport {
  /** entries of the history that one cannot go back to any more */
  history: number;
  snapshots: number;
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
  /** what became useless later than so many days ago stays */
  graceDays: number;
  /** one can go back so many days, and always to the last `HISTORY_KEPT` entries */
  historyDays: number;
  /** only counts */
  dryRun?: boolean;
}

const DAY = 24 * 3600 * 1000;
/** entries of a key in an area that are kept however old they are */
const HISTORY_KEPT = 20;
/** rows of one statement: databases limit the parameters */
const AT_ONCE = 500;

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += AT_ONCE) yield list.slice(at, at + AT_ONCE);
}

/** Entries whose states may go: too old, and not among the last ones. */
async function oldHistory({ database, now, historyDays }: GarbageOptions): Promise<number[]> {
  const rows = await database.read
    .selectFrom('refHistory')
    .select(['id', 'area', 'kind', 'key', 'movedAt', 'fromSnapshot', 'toSnapshot'])
    .orderBy('id', 'desc')
    .execute();
  const seen = new Map<string, number>();
  return rows.flatMap((row) => {
    const key = `${row.area} ${row.kind} ${row.key}`;
    const newer = seen.get(key) ?? 0;
    seen.set(key, newer + 1);
    const old = newer >= HISTORY_KEPT && Number(row.movedAt) < now - historyDays * DAY;
    return old && (row.fromSnapshot ?? row.toSnapshot) !== null ? [Number(row.id)] : [];
  });
}

/** Of these snapshots, what they are made of: manifests, packs, and the contents of their entries. */
async function neededBy(
  snapshots: Snapshots,
  contents: readonly SnapshotContent[],
): Promise<{ blobs: Set<string>; contents: Set<string> }> {
  const needed = { blobs: new Set<string>(), contents: new Set<string>() };
  for (const part of contents.flatMap(({ parts }) => parts)) {
    if (needed.blobs.has(part.manifest)) continue;
    needed.blobs.add(part.manifest);
    const { packSha256, entries } = await snapshots.manifestOf(part);
    needed.blobs.add(packSha256);
    for (const { sha256 } of entries) needed.contents.add(sha256);
  }
  return needed;
}

export async function collectGarbage(options: GarbageOptions): Promise<GarbageReport> {
  const { database, blobs, snapshots, now, graceDays, dryRun = false } = options;
  const before = now - graceDays * DAY;
  const report: GarbageReport = { history: 0, snapshots: 0, derived: 0, blobs: 0, bytes: 0 };

  const old = await oldHistory(options);
  report.history = old.length;
  if (!dryRun) {
    for (const ids of chunks(old)) {
      await database.transaction((trx) =>
        trx.updateTable('refHistory').set({ fromSnapshot: null, toSnapshot: null }).where('id', 'in', ids).execute(),
      );
    }
  }

  const [refs, history, all] = await Promise.all([
    database.read.selectFrom('refs').select('snapshotId').execute(),
    database.read.selectFrom('refHistory').select(['id', 'fromSnapshot', 'toSnapshot']).execute(),
    database.read.selectFrom('snapshots').select(['id', 'content', 'createdAt']).execute(),
  ]);
  const forgotten = new Set(old);
  const kept = new Set(refs.map(({ snapshotId }) => snapshotId));
  for (const { id, fromSnapshot, toSnapshot } of history) {
    if (forgotten.has(Number(id))) continue;
    for (const snapshot of [fromSnapshot, toSnapshot]) if (snapshot !== null) kept.add(snapshot);
  }
  const useless = all.filter(({ id, createdAt }) => !kept.has(id) && Number(createdAt) < before);
  report.snapshots = useless.length;
  if (!dryRun) {
    for (const some of chunks(useless.map(({ id }) => id))) {
      // A ref may have come to it since: then it is needed again, and stays.
      await database.transaction((trx) =>
        trx
          .deleteFrom('snapshots')
          .where('id', 'in', some)
          .where((e) => e.not(e.exists(e.selectFrom('refs').select('key').whereRef('snapshotId', '=', 'snapshots.id'))))
          .execute(),
      );
    }
  }

  const gone = new Set(useless.map(({ id }) => id));
  const needed = await neededBy(
    snapshots,
    all.filter(({ id }) => !gone.has(id)).map(({ content }) => JSON.parse(content) as SnapshotContent),
  );
  const packs = await database.read.selectFrom('packs').select('sha256').where('state', '!=', 'replaced').execute();
  for (const { sha256 } of packs) needed.blobs.add(sha256);

  const forms = await database.read.selectFrom('derived').select(['kind', 'sha256', 'blob', 'createdAt']).execute();
  const unused = forms.filter(({ sha256, createdAt }) => !needed.contents.has(sha256) && Number(createdAt) < before);
  report.derived = unused.length;
  const dropped = new Set(unused);
  for (const form of forms) if (!dropped.has(form)) needed.blobs.add(form.blob);
  if (!dryRun) {
    for (const [kind, some] of Map.groupBy(unused, (form) => form.kind)) {
      for (const part of chunks(some.map(({ sha256 }) => sha256))) {
        await database.transaction((trx) =>
          trx.deleteFrom('derived').where('kind', '=', kind).where('sha256', 'in', part).execute(),
        );
      }
    }
  }

  for await (const { sha256, size, neededAt } of blobs.list()) {
    if (needed.blobs.has(sha256) || neededAt >= before) continue;
    if (!dryRun && !(await blobs.deleteUnused(sha256, before))) continue;
    report.blobs += 1;
    report.bytes += size;
  }
  return report;
}
