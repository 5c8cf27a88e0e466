/**
 * Makes a backup of a store, which may be in use meanwhile. backupFolder.ts describes the folder.
 *
 *   backup
 */
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { migrations } from '../migrations/index.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { dumpRows } from '../platform/database/dump.ts';
import {
  type BackedUpStore,
  type BackupManifest,
  type BackupReport,
  FORMAT,
  hashOfFile,
  newestMigration,
} from './backupFolder.ts';
import { copyBlobs } from './copyBlobs.ts';
import { BACKED_UP_TABLES } from './tables.ts';

async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Rows are copied before blobs, because a blob is stored before the rows that refer to it. */
export async function backup(
  { databaseUrl, blobs }: BackedUpStore,
  folder: string,
  { databaseOnly = false }: { databaseOnly?: boolean } = {},
): Promise<BackupReport> {
  await mkdir(folder, { recursive: true });
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const dumped of dumpRows(databaseUrl, BACKED_UP_TABLES)) {
      rows += 1;
      yield `${JSON.stringify(dumped)}\n`;
    }
  }
  const newRows = join(folder, 'rows.jsonl.gz.new');
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(newRows));
  await syncToDisk(newRows);
  const counts = databaseOnly
    ? { copied: 0, present: 0 }
    : await copyBlobs(blobs, await openFolderBlobs(join(folder, 'blobs')));
  const manifest: BackupManifest = {
    format: FORMAT,
    madeAt: new Date().toISOString(),
    migration: newestMigration(),
    migrations: Object.keys(migrations),
    rows,
    sha256: await hashOfFile(newRows),
    ...(databaseOnly && { databaseOnly }),
  };
  // The manifest is written last: without it, or with rows that do not match it, the folder is not a backup.
  await rename(newRows, join(folder, 'rows.jsonl.gz'));
  await writeFile(join(folder, 'manifest.json.new'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await syncToDisk(join(folder, 'manifest.json.new'));
  await rename(join(folder, 'manifest.json.new'), join(folder, 'manifest.json'));
  await syncToDisk(folder);
  return { rows, ...counts };
}
