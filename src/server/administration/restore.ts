/**
 * Restores a store from a backup. backupFolder.ts describes the folder.
 *
 *   restore
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Migration } from 'kysely/migration';
import type { SnapshotContent } from '../catalogue/snapshots.ts';
import { DATABASE_NAMES } from '../config.ts';
import { migrations } from '../migrations/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { migrate, openDatabase, schemaStateOf } from '../platform/database/database.ts';
import type { Dumped } from '../platform/database/dump.ts';
import { holdDatabase } from '../platform/database/hold.ts';
import { loadRows } from '../platform/database/load.ts';
import { databaseNameOf, databaseNotUsable } from '../platform/database/notUsable.ts';
import { NotUsable } from '../platform/notUsable.ts';
import type { Tables } from '../schema.ts';
import { type BackedUpStore, type BackupManifest, type BackupReport, FORMAT, hashOfFile } from './backupFolder.ts';
import { appVersion } from './buildInfo.ts';
import { copyBlobs } from './copyBlobs.ts';
import { BACKED_UP_TABLES } from './tables.ts';
import { readDatabaseMark } from './unfinishedMove.ts';

/** An empty store has none of these. */
const CONTENT_TABLES = ['users', 'packs', 'snapshots', 'refs', 'globalConfigs'] as const;

async function readManifest(folder: string): Promise<BackupManifest> {
  // Without the file, or the folder, this is no backup.
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} is not a backup: it has no manifest.json`);
  });
  const manifest = JSON.parse(text) as BackupManifest;
  if (manifest.format !== FORMAT)
    throw new Error(`the backup has format ${manifest.format}; this version reads ${FORMAT}`);
  const unknown = migrationsOf(manifest).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new Error(
      `${folder} was made by a newer version: this one, ${appVersion}, does not know its change ${unknown.join(', ')} of the tables. Restore it with that version or a newer one.`,
    );
  }
  if ((await hashOfFile(join(folder, 'rows.jsonl.gz'))) !== manifest.sha256) {
    throw new Error('rows.jsonl.gz does not match the manifest: the backup was not finished, or it is damaged');
  }
  return manifest;
}

/** The changes that the tables of the backup have gone through. Released versions had all of them up to their newest. */
function migrationsOf({ migration, migrations: all }: BackupManifest): readonly string[] {
  return all ?? [...Object.keys(migrations).filter((name) => name < migration), migration];
}

async function* readRows(folder: string): AsyncGenerator<Dumped> {
  const input = createReadStream(join(folder, 'rows.jsonl.gz')).pipe(createGunzip());
  for await (const line of createInterface({ input })) yield JSON.parse(line) as Dumped;
}

/** @throws Error if the store lacks blobs that the rows refer to */
async function assertBlobs(folder: string, blobs: Blobs): Promise<void> {
  const stored = new Set<string>();
  for await (const { sha256 } of blobs.list()) stored.add(sha256);
  const missing = new Set<string>();
  for await (const { table, row } of readRows(folder)) {
    const referenced =
      table === 'packs' && row['state'] !== 'replaced'
        ? [String(row['sha256'])]
        : table === 'snapshots'
          ? (JSON.parse(String(row['content'])) as SnapshotContent).parts.map(({ manifest }) => manifest)
          : [];
    for (const sha256 of referenced) if (!stored.has(sha256)) missing.add(sha256);
  }
  if (missing.size === 0) return;
  throw new Error(
    `the backup contains only the database, and ${missing.size} of its blobs are not in the store (LACQUER_BLOBS), such as ${[...missing][0]}. Bring back what was deleted there, then restore.`,
  );
}

/**
 * Fills an empty store of either database from a backup of this version or an earlier one. If it throws, the store is as empty as
 * before; if the process is killed while the tables of an earlier version change, "lacquer migrate" or a server goes on.
 * @throws NotUsable while a server uses the store, Error if the store is not empty or the folder has no complete backup
 */
export async function restore({ databaseUrl, blobs }: BackedUpStore, folder: string): Promise<BackupReport> {
  const manifest = await readManifest(folder);
  const release = await holdDatabase(databaseUrl, DATABASE_NAMES).catch((error: unknown) => {
    throw databaseNotUsable(databaseUrl, error, DATABASE_NAMES.setting) ?? error;
  });
  try {
    return await fillStore({ databaseUrl, blobs }, folder, manifest);
  } finally {
    await release();
  }
}

/**
 * Gives an empty store the tables that the backup's rows fit into.
 * @returns those that rows are in or may be in, as BACKED_UP_TABLES orders them
 */
async function prepareTables(databaseUrl: string, wanted: Record<string, Migration>): Promise<string[]> {
  const database = await openDatabase<Tables>(databaseUrl);
  try {
    if (await readDatabaseMark(database)) throw new Error('the store is the target of an unfinished move');
    const isEmpty = (await schemaStateOf(database, migrations)) === 'empty';
    if (!isEmpty) {
      for (const table of CONTENT_TABLES) {
        const found = await database.read.selectFrom(table).selectAll().limit(1).execute();
        if (found.length > 0)
          throw new Error(`the store is not empty: the table ${table} has rows. Restore into a new one.`);
      }
    }
    await migrate(database, wanted).catch((error: unknown) => {
      if (!(error instanceof NotUsable)) throw error;
      throw new Error(
        `the backup was made by an earlier version than the tables in ${databaseNameOf(databaseUrl)}. Restore into a database without tables.`,
      );
    });
    const present = await database.read.introspection.getTables();
    return BACKED_UP_TABLES.filter((table) => present.some(({ name }) => name === table));
  } finally {
    await database.close();
  }
}

async function fillStore(
  { databaseUrl, blobs }: BackedUpStore,
  folder: string,
  manifest: BackupManifest,
): Promise<BackupReport> {
  const { rows, databaseOnly = false } = manifest;
  const names = migrationsOf(manifest);
  const wanted = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)));
  const tables = await prepareTables(databaseUrl, wanted);
  if (databaseOnly) await assertBlobs(folder, blobs);
  const counts = databaseOnly
    ? { copied: 0, present: 0 }
    : await copyBlobs(await openFolderBlobs(join(folder, 'blobs')), blobs);
  await loadRows(databaseUrl, readRows(folder), { cleared: tables.reverse() });
  const database = await openDatabase<Tables>(databaseUrl);
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
  return { rows, ...counts };
}
