/**
 * A store without a server, for tests of what changes content: an empty database of the present version, and blobs in a folder.
 *
 *   ContentStore, openContentStore
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshots, type Snapshots } from '../catalogue/snapshots.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import type { Database } from '../schema.ts';
import { type DatabaseKind, openTestDatabase } from './databases.ts';

export interface ContentStore {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  /** Closes and deletes it. */
  end(): Promise<void>;
}

export async function openContentStore(kind: DatabaseKind): Promise<ContentStore> {
  const { database, end } = await openTestDatabase(kind);
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const blobs = await openFolderBlobs(folder);
  return {
    database,
    blobs,
    snapshots: openSnapshots(database, blobs),
    async end() {
      await blobs.close();
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}
