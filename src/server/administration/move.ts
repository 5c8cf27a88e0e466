/**
 * Moves a store to another database, another file store, or both. The source stays as it is. The target is marked until
 * all of it has been compared with the source, and an interrupted move continues when it is started again.
 *
 *   MovedStore, MoveReport
 *   move
 */
import { migrations } from '../migrations/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { migrate, openDatabase, schemaStateOf } from '../platform/database/database.ts';
import { type Dumped, dumpRows, lastNumbers } from '../platform/database/dump.ts';
import { type Fingerprint, openFingerprint } from '../platform/database/fingerprint.ts';
import { loadRows } from '../platform/database/load.ts';
import { databaseNameOf } from '../platform/database/notUsable.ts';
import { NotUsable } from '../platform/notUsable.ts';
import type { Database, Tables } from '../schema.ts';
import { type CopiedBlobs, copyBlobs, verifyBlobs } from './copyBlobs.ts';
import { TABLES } from './tables.ts';
import { blobMarks, clearDatabaseMark, readDatabaseMark, setDatabaseMark } from './unfinishedMove.ts';

export interface MovedStore {
  readonly databaseUrl: string;
  readonly blobs: Blobs;
  /** where the blobs are, for messages */
  readonly blobsName: string;
}
export interface MoveReport {
  /** by table; undefined: the database was not moved */
  readonly tables: Readonly<Record<string, Fingerprint>> | undefined;
  /** undefined: the file store was not moved */
  readonly blobs: (CopiedBlobs & { readonly verified: number }) | undefined;
}
export type Progress = (text: () => string) => void;

async function withTarget<R>({ databaseUrl }: MovedStore, work: (database: Database) => Promise<R>): Promise<R> {
  const database = await openDatabase<Tables>(databaseUrl);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const notEmpty = (what: string, source: string | undefined) =>
  new NotUsable(
    source === undefined
      ? `${what} is not empty. Move into an empty one.`
      : `${what} is the target of another unfinished move, from ${source}. Finish that move, or move into an empty one.`,
  );

/** @returns whether an earlier attempt at this move began with the same file store */
async function claimDatabase(from: MovedStore, to: MovedStore, source: string): Promise<boolean> {
  return withTarget(to, async (database) => {
    const what = `The database ${databaseNameOf(to.databaseUrl)}`;
    const mark = await readDatabaseMark(database);
    if (mark === undefined) {
      if ((await schemaStateOf(database, migrations)) !== 'empty') throw notEmpty(what, undefined);
      await setDatabaseMark(database, { source, blobs: to.blobsName });
      return false;
    }
    if (mark.source !== source) throw notEmpty(what, mark.source);
    if (mark.blobs !== to.blobsName && from.blobsName !== to.blobsName) {
      throw new NotUsable(
        `${what} is the target of a move with the file store ${mark.blobs}. Name that file store, or move into an empty database.`,
      );
    }
    return true;
  });
}

async function claimBlobs({ blobs, blobsName }: MovedStore, source: string, resumed: boolean): Promise<void> {
  const marks = blobMarks(blobs, source);
  if (!resumed && !(await marks.areOwn())) {
    for await (const _ of blobs.list()) throw notEmpty(`The file store ${blobsName}`, undefined);
  }
  await marks.set();
}

/** Passes rows on, and counts and hashes them. */
async function* watched(
  rows: Iterable<Dumped> | AsyncIterable<Dumped>,
  each: (dumped: Dumped) => void,
): AsyncGenerator<Dumped> {
  for await (const dumped of rows) {
    each(dumped);
    yield dumped;
  }
}

async function fingerprintOf(url: string, progress: Progress): Promise<ReturnType<typeof openFingerprint>> {
  const fingerprint = openFingerprint();
  let rows = 0;
  for await (const dumped of dumpRows(url, TABLES)) {
    fingerprint.add(dumped);
    rows += 1;
    progress(() => `comparing: ${rows} rows`);
  }
  return fingerprint;
}

async function moveRows(from: MovedStore, to: MovedStore, progress: Progress): Promise<Record<string, Fingerprint>> {
  await withTarget(to, (database) => migrate(database, migrations));
  const sent = openFingerprint();
  let rows = 0;
  const source = watched(dumpRows(from.databaseUrl, TABLES), (dumped) => {
    sent.add(dumped);
    rows += 1;
    progress(() => `${rows} rows`);
  });
  await loadRows(to.databaseUrl, source, {
    cleared: [...TABLES].reverse(),
    numbers: await lastNumbers(from.databaseUrl),
  });
  const arrived = await fingerprintOf(to.databaseUrl, progress);
  const after = await fingerprintOf(from.databaseUrl, progress);
  const differs = (a: Fingerprint, b: Fingerprint) => a.rows !== b.rows || a.hash !== b.hash;
  for (const table of TABLES) {
    if (differs(sent.of(table), after.of(table))) {
      throw new Error(
        `The table ${table} of the store changed during the move. Stop everything that uses the store, and start the move again.`,
      );
    }
    if (differs(sent.of(table), arrived.of(table))) {
      throw new Error(
        `The table ${table} differs in the target: ${sent.of(table).rows} rows were sent, ${arrived.of(table).rows} are there. Start the move again.`,
      );
    }
  }
  return Object.fromEntries(TABLES.map((table) => [table, sent.of(table)]));
}

async function moveBlobs(from: MovedStore, to: MovedStore, progress: Progress): Promise<MoveReport['blobs']> {
  let all = 0;
  for await (const _ of from.blobs.list()) all += 1;
  const counter = (what: string) => {
    let done = 0;
    return () => {
      done += 1;
      progress(() => `${what}: ${done} of ${all} files`);
    };
  };
  const counts = await copyBlobs(from.blobs, to.blobs, counter('copying'));
  return { ...counts, verified: await verifyBlobs(from.blobs, to.blobs, counter('comparing')) };
}

/**
 * Nothing else may use either store meanwhile. A part that is the same on both sides is not moved.
 * @param progress called often, with how far it is
 * @throws NotUsable for a target that is neither empty nor left by an earlier attempt at the same move
 */
export async function move(
  from: MovedStore,
  to: MovedStore,
  moved: { readonly database: boolean; readonly blobs: boolean },
  progress: Progress,
): Promise<MoveReport> {
  const source = `${databaseNameOf(from.databaseUrl)} with ${from.blobsName}`;
  const resumed = moved.database && (await claimDatabase(from, to, source));
  if (moved.blobs) await claimBlobs(to, source, resumed);
  // Blobs are stored before the rows that refer to them.
  const blobs = moved.blobs ? await moveBlobs(from, to, progress) : undefined;
  const tables = moved.database ? await moveRows(from, to, progress) : undefined;
  if (moved.blobs) await blobMarks(to.blobs, source).clear();
  if (moved.database) await withTarget(to, clearDatabaseMark);
  return { tables, blobs };
}
