/**
 * A store without a server, for tests of what changes content: an empty database of the present version, and blobs in a folder.
 *
 *   ContentStore, openContentStore
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshots, type Snapshots } from '../catalogue/snapshots.ts';
import { migrations } from '../migrations/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import type { TestDatabase } from '../platform/database/testing/databases.ts';
import type { Database, Tables } from '../schema.ts';

export interface ContentStore {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  /** Closes and deletes it. */
  end(): Promise<void>;
}

/** @param fresh as each of `DATABASES` has it */
export async function openContentStore(fresh: () => Promise<TestDatabase>): Promise<ContentStore> {
  const place = await fresh();
  const database = await openDatabase<Tables>(place.url);
  await migrate(database, migrations);
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const blobs = await openFolderBlobs(folder);
  return {
    database,
    blobs,
    snapshots: openSnapshots(database, blobs),
    async end() {
      await blobs.close();
      await database.close();
      await place.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
