/**
 * The stores that the settings name: the database, migrated, and the blobs. Everything that the process creates once the
 * database is open is private to its account.
 *
 *   openStore         the database
 *   openBlobStore     the blobs
 */
import { DATABASE_NAMES, type Settings } from './config.ts';
import { migrations } from './migrations/index.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import { type BlobLocation, openBlobs } from './platform/blobs/open.ts';
import { isToMigrate, migrate, openDatabase } from './platform/database/database.ts';
import type { DatabaseReport } from './platform/database/failures.ts';
import { lockDatabase } from './platform/database/lock.ts';
import { databaseNotUsable } from './platform/database/notUsable.ts';
import { openFolder, setPrivateUmask, tightenFile } from './platform/disk.ts';
import type { Database, Tables } from './schema.ts';

/** @throws NotUsable */
export const openBlobStore = (location: BlobLocation): Promise<Blobs> =>
  openBlobs(location, {
    store: 'LACQUER_BLOBS',
    folder: 'LACQUER_DATA',
    keyId: 'LACQUER_S3_ACCESS_KEY_ID',
    secretKey: 'LACQUER_S3_SECRET_ACCESS_KEY',
    region: 'LACQUER_S3_REGION',
  });

/** A store of an earlier version may have been readable by every account of the machine. */
async function tightenDatabase(url: string): Promise<void> {
  const file = /^sqlite:(.*)$/.exec(url)?.[1];
  if (file === undefined) return;
  // SQLite gives its other files the mode of this one.
  for (const suffix of ['', '-wal', '-shm', '.lock', '.lock-journal']) await tightenFile(`${file}${suffix}`);
}

export interface Use {
  /** this process serves or runs jobs: with SQLite no other process may */
  alone: boolean;
  report?: DatabaseReport;
}

/** @throws NotUsable, or the database's own error where the cause is unknown */
export async function openStore(
  { data, databaseUrl: url }: Pick<Settings, 'data' | 'databaseUrl'>,
  { alone, report }: Use,
): Promise<Database> {
  setPrivateUmask();
  await openFolder(data, { setting: 'LACQUER_DATA', own: false });
  let release: (() => void) | undefined;
  let database: Database | undefined;
  try {
    if (alone) release = lockDatabase(url, DATABASE_NAMES);
    await tightenDatabase(url);
    const opened = await openDatabase<Tables>(url, report);
    database = opened;
    // A running server must not see its tables change.
    if (!release && (await isToMigrate(opened, migrations))) release = lockDatabase(url, DATABASE_NAMES);
    await migrate(opened, migrations);
    if (!alone) release?.();
    await opened.clock.sync();
    return {
      ...opened,
      async close() {
        await opened.close();
        if (alone) release?.();
      },
    };
  } catch (error) {
    await database?.close();
    release?.();
    throw databaseNotUsable(url, error, DATABASE_NAMES.setting) ?? error;
  }
}
