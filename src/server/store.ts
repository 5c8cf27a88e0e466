/**
 * The stores that the settings name: the database, with the tables of this version, and the blobs. Everything that the
 * process creates once the database is open is private to its account.
 *
 *   openStore             the database
 *   openBlobStore         the blobs
 *   blobsNameOf
 *   sqliteFileOf
 *   unfinishedMoveError   @returns why the target of a move cannot be used
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { areBlobsMarked, readDatabaseMark } from './administration/unfinishedMove.ts';
import { DATABASE_NAMES, type Settings } from './config.ts';
import { migrations } from './migrations/index.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import { type BlobLocation, openBlobs } from './platform/blobs/open.ts';
import { openDatabase } from './platform/database/database.ts';
import type { DatabaseReport } from './platform/database/failures.ts';
import { isHeld } from './platform/database/hold.ts';
import { lockDatabase } from './platform/database/lock.ts';
import { databaseNameOf, databaseNotUsable } from './platform/database/notUsable.ts';
import { migrateAlone, readSchemaState, tablesOf } from './platform/database/upgrade.ts';
import { openFolder, setPrivateUmask, tightenFile } from './platform/disk.ts';
import { NotUsable } from './platform/notUsable.ts';
import type { Database, Tables } from './schema.ts';

/** Only the move that began may go on. */
export const unfinishedMoveError = (what: string) =>
  new NotUsable(
    `${what} is the target of a move that is not finished. Start "lacquer move" again until it says that it is done.`,
  );

/**
 * @param use.move a move continues with what an earlier attempt left there
 * @throws NotUsable
 */
export async function openBlobStore(location: BlobLocation, { move = false } = {}): Promise<Blobs> {
  const blobs = await openBlobs(location, {
    store: 'LACQUER_BLOBS',
    folder: 'LACQUER_DATA',
    keyId: 'LACQUER_S3_ACCESS_KEY_ID',
    secretKey: 'LACQUER_S3_SECRET_ACCESS_KEY',
    region: 'LACQUER_S3_REGION',
  });
  if (move || !(await areBlobsMarked(blobs))) return blobs;
  await blobs.close();
  throw unfinishedMoveError(`LACQUER_BLOBS: the file store ${blobsNameOf(location)}`);
}

/** The folder, or the bucket and prefix, for messages. */
export const blobsNameOf = (location: BlobLocation): string =>
  'folder' in location
    ? resolve(location.folder)
    : `s3://${location.s3.bucket}/${location.s3.prefix} at ${location.s3.endpoint ?? `Amazon S3, ${location.s3.region}`}`;

/** @returns the file; undefined for a database of another kind */
export const sqliteFileOf = (url: string): string | undefined => /^sqlite:(.*)$/.exec(url)?.[1];

const storeMissingError = (url: string) =>
  new NotUsable(
    `There is no store in ${databaseNameOf(url)}. Do LACQUER_DATA and LACQUER_DATABASE_URL name the right one? "lacquer serve" makes a new one, "lacquer restore" one from a backup.`,
  );
const storeOutdatedError = (url: string) =>
  new NotUsable(
    `The store in ${databaseNameOf(url)} has the tables of an earlier version. Start "lacquer serve" of this version first, or run "lacquer migrate".`,
  );

const storeBeingMovedError = (url: string) =>
  new NotUsable(
    `The store in ${databaseNameOf(url)} is being moved or restored. Wait until "lacquer move" or "lacquer restore" has ended.`,
  );

/** A store of an earlier version may have been readable by every account of the machine. */
async function tightenDatabase(url: string): Promise<void> {
  const file = sqliteFileOf(url);
  if (file === undefined) return;
  // SQLite gives its other files the mode of this one.
  for (const suffix of ['', '-wal', '-shm', '.lock', '.lock-journal']) await tightenFile(`${file}${suffix}`);
}

export interface OpenStoreOptions {
  /** this process serves or runs jobs: with SQLite no other process may */
  exclusive: boolean;
  /** what it does with a store that lacks the tables of this version; absent: it refuses */
  upgrade?: 'create or migrate' | 'migrate';
  report?: DatabaseReport;
}

/** @throws NotUsable, also for a store that is not to be upgraded, or the database's own error where the cause is unknown */
export async function openStore(
  { data, databaseUrl: url }: Pick<Settings, 'data' | 'databaseUrl'>,
  { exclusive, upgrade, report }: OpenStoreOptions,
): Promise<Database> {
  setPrivateUmask();
  const creates = upgrade === 'create or migrate';
  // SQLite creates the file that it opens.
  const file = sqliteFileOf(url);
  if (!creates && file !== undefined && !existsSync(file)) throw storeMissingError(url);
  await openFolder(data, { setting: 'LACQUER_DATA', own: false });
  let release: (() => void) | undefined;
  let database: Database | undefined;
  try {
    if (exclusive) release = lockDatabase(url, DATABASE_NAMES);
    await tightenDatabase(url);
    const { product: program } = DATABASE_NAMES;
    const opened = await openDatabase<Tables>(url, report, { program, tables: tablesOf(migrations) });
    database = opened;
    if (await isHeld(opened.read)) throw storeBeingMovedError(url);
    if ((await readDatabaseMark(opened)) !== undefined)
      throw unfinishedMoveError(`The database ${databaseNameOf(url)}`);
    const state = await readSchemaState(opened, migrations);
    if (state === 'empty' && !creates) throw storeMissingError(url);
    if (state === 'outdated' && upgrade === undefined) throw storeOutdatedError(url);
    // A running server must not see its tables change.
    if (!release && state !== 'current') release = lockDatabase(url, DATABASE_NAMES);
    if (state !== 'current') await migrateAlone(opened, migrations, { name: databaseNameOf(url), program });
    if (!exclusive) release?.();
    await opened.clock.sync();
    return {
      ...opened,
      async close() {
        await opened.close();
        if (exclusive) release?.();
      },
    };
  } catch (error) {
    await database?.close();
    release?.();
    throw databaseNotUsable(url, error, DATABASE_NAMES.setting) ?? error;
  }
}
