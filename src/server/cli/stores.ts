/**
 * Opens the stores that the settings name for a command, and closes them after it.
 *
 *   Stores
 *   withDatabase, withBlobs, withStores
 *   withLittleCache
 */
import { openSnapshots, type Snapshots } from '../catalogue/snapshots.ts';
import { readSettings, type Settings } from '../config.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { BlobLocation } from '../platform/blobs/open.ts';
import { databaseNameOf } from '../platform/database/notUsable.ts';
import type { Database } from '../schema.ts';
import { type OpenStoreOptions, openBlobStore, openStore } from '../store.ts';

export interface Stores {
  settings: Settings;
  database: Database;
  blobs: Blobs;
  snapshots: Snapshots;
}

/** A command reads each blob once, so a cache would help little. */
const CACHE_BYTES = 64 * 1024 ** 2;

/** @param use what the command may do to a store that does not have the tables of this version; absent: nothing */
export async function withDatabase(
  work: (database: Database) => Promise<unknown>,
  use: Pick<OpenStoreOptions, 'upgrade'> = {},
): Promise<void> {
  const settings = readSettings(process.env);
  const database = await openStore(settings, { exclusive: false, ...use });
  // On standard error, so that scripts read only the output that they asked for.
  console.error(`Store: ${databaseNameOf(settings.databaseUrl)}`);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

export const withLittleCache = (location: BlobLocation): BlobLocation =>
  's3' in location ? { s3: { ...location.s3, cacheBytes: CACHE_BYTES } } : location;

export async function withBlobs(settings: Settings, work: (blobs: Blobs) => Promise<void>): Promise<void> {
  const blobs = await openBlobStore(withLittleCache(settings.blobs));
  try {
    await work(blobs);
  } finally {
    await blobs.close();
  }
}

export async function withStores(work: (stores: Stores) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env);
  await withDatabase((database) =>
    withBlobs(settings, (blobs) => work({ settings, database, blobs, snapshots: openSnapshots(database, blobs) })),
  );
}
