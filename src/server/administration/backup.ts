/**
 * Backup and restore. A backup is a folder: `manifest.json`, `rows.jsonl.gz` (every row of one moment) and `blobs/` (the
 * content, by hash; a later backup into the same folder copies only what is new). It can be made while the server runs.
 *
 *   BackupManifest, BackupReport
 *   backup
 *   restore           into an empty store, of either database
 */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { SnapshotContent } from '../catalogue/snapshots.ts';
import { DATABASE_NAMES } from '../config.ts';
import { migrations } from '../migrations/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { blocksOfBlob } from '../platform/blobs/stream.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { type Dumped, dumpRows, restoreRows } from '../platform/database/dump.ts';
import { lockDatabase } from '../platform/database/lock.ts';
import type { Tables } from '../schema.ts';

/**
 * Sessions and what belongs to them are left out: users of a restored store sign in again. So is the state of the
 * clock, as another machine may have another one. The order is one in which rows can be inserted.
 */
const TABLES = Object.keys({
  users: true,
  apiTokens: true,
  logLines: true,
  logCounts: true,
  jobs: true,
  packs: true,
  snapshots: true,
  snapshotPacks: true,
  refs: true,
  refHistory: true,
  promotions: true,
  areaGenerations: true,
  globalConfigs: true,
  configHistory: true,
  derived: true,
  qualityReports: true,
  areaChecks: true,
  thumbnails: true,
} satisfies Record<Exclude<keyof Tables, 'sessions' | 'sessionKeys' | 'signInTries' | 'secrets' | 'clock'>, true>);
/** the columns that the database counts itself */
const IDENTITIES = { logLines: 'id', refHistory: 'id', configHistory: 'id', jobs: 'number', packs: 'number' } as const;
/** An empty store has none of these. */
const CONTENT = ['users', 'packs', 'snapshots', 'refs', 'globalConfigs'] as const;
const FORMAT = 1;

export interface BackupManifest {
  readonly format: number;
  readonly madeAt: string;
  /** the newest migration that the rows have gone through */
  readonly migration: string;
  readonly rows: number;
  /** of rows.jsonl.gz */
  readonly sha256: string;
  /** true: the blobs are not in the folder, but where the store has them */
  readonly databaseOnly?: boolean;
}
export interface BackupReport {
  readonly rows: number;
  readonly copied: number;
  readonly present: number;
}

interface Store {
  databaseUrl: string;
  blobs: Blobs;
}

const newestMigration = (): string => Object.keys(migrations).sort().at(-1) ?? '';

/** Copies what the other store lacks. @throws Error naming a blob whose bytes are not what its name says */
async function copyBlobs(from: Blobs, to: Blobs): Promise<{ copied: number; present: number }> {
  const counts = { copied: 0, present: 0 };
  for await (const { sha256 } of from.list()) {
    if (await to.has(sha256)) {
      counts.present += 1;
      continue;
    }
    const staging = await to.stage();
    try {
      const staged = await staging.fromStream(Readable.from(blocksOfBlob(from, sha256)));
      if (staged.sha256 !== sha256) throw new Error(`the blob ${sha256} is damaged: run lacquer scrub`);
      await staging.commit();
      counts.copied += 1;
    } finally {
      await staging.abort();
    }
  }
  return counts;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Rows first, then blobs: every blob that a row names was stored before the row. */
export async function backup(
  { databaseUrl, blobs }: Store,
  folder: string,
  { databaseOnly = false }: { databaseOnly?: boolean } = {},
): Promise<BackupReport> {
  await mkdir(folder, { recursive: true });
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const dumped of dumpRows(databaseUrl, TABLES)) {
      rows += 1;
      yield `${JSON.stringify(dumped)}\n`;
    }
  }
  const fresh = join(folder, 'rows.jsonl.gz.new');
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(fresh));
  await synced(fresh);
  const counts = databaseOnly
    ? { copied: 0, present: 0 }
    : await copyBlobs(blobs, await openFolderBlobs(join(folder, 'blobs')));
  const manifest: BackupManifest = {
    format: FORMAT,
    madeAt: new Date().toISOString(),
    migration: newestMigration(),
    rows,
    sha256: await hashOf(fresh),
    ...(databaseOnly && { databaseOnly }),
  };
  // The manifest comes last: a folder without one, or whose rows do not fit it, is no backup.
  await rename(fresh, join(folder, 'rows.jsonl.gz'));
  await writeFile(join(folder, 'manifest.json.new'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await synced(join(folder, 'manifest.json.new'));
  await rename(join(folder, 'manifest.json.new'), join(folder, 'manifest.json'));
  await synced(folder);
  return { rows, ...counts };
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} holds no backup: it has no manifest.json`);
  });
  const manifest = JSON.parse(text) as BackupManifest;
  if (manifest.format !== FORMAT)
    throw new Error(`the backup has format ${manifest.format}; this version reads ${FORMAT}`);
  if (manifest.migration !== newestMigration()) {
    throw new Error(`the backup is of the tables ${manifest.migration}, this version has ${newestMigration()}`);
  }
  if ((await hashOf(join(folder, 'rows.jsonl.gz'))) !== manifest.sha256) {
    throw new Error(
      'rows.jsonl.gz is not the one that the manifest tells of: the backup was not finished, or is damaged',
    );
  }
  return manifest;
}

async function* readRows(folder: string): AsyncGenerator<Dumped> {
  const input = createReadStream(join(folder, 'rows.jsonl.gz')).pipe(createGunzip());
  for await (const line of createInterface({ input })) yield JSON.parse(line) as Dumped;
}

/** @throws Error when the blobs that the rows name are not where the store looks for them */
async function ensureBlobs(folder: string, blobs: Blobs): Promise<void> {
  const there = new Set<string>();
  for await (const { sha256 } of blobs.list()) there.add(sha256);
  const missing = new Set<string>();
  for await (const { table, row } of readRows(folder)) {
    const named =
      table === 'packs' && row['state'] !== 'replaced'
        ? [String(row['sha256'])]
        : table === 'snapshots'
          ? (JSON.parse(String(row['content'])) as SnapshotContent).parts.map(({ manifest }) => manifest)
          : [];
    for (const sha256 of named) if (!there.has(sha256)) missing.add(sha256);
  }
  if (missing.size === 0) return;
  throw new Error(
    `the backup holds the database only, and ${missing.size} of its blobs are not in the store (LACQUER_BLOBS), for one ${[...missing][0]}. Bring back what was deleted there, then restore.`,
  );
}

/** @throws NotUsable while a server runs on it, Error when the store is not empty, or the folder holds no whole backup; then nothing was changed */
export async function restore({ databaseUrl, blobs }: Store, folder: string): Promise<BackupReport> {
  const { rows, databaseOnly = false } = await readManifest(folder);
  const release = lockDatabase(databaseUrl, DATABASE_NAMES);
  try {
    return await fill({ databaseUrl, blobs }, folder, { rows, databaseOnly });
  } finally {
    release();
  }
}

async function fill(
  { databaseUrl, blobs }: Store,
  folder: string,
  { rows, databaseOnly }: { rows: number; databaseOnly: boolean },
): Promise<BackupReport> {
  const database = await openDatabase<Tables>(databaseUrl);
  try {
    await migrate(database, migrations);
    for (const table of CONTENT) {
      const found = await database.read.selectFrom(table).selectAll().limit(1).execute();
      if (found.length > 0)
        throw new Error(`the store is not empty: the table ${table} has rows. Restore into a new one.`);
    }
  } finally {
    await database.close();
  }
  if (databaseOnly) await ensureBlobs(folder, blobs);
  const counts = databaseOnly
    ? { copied: 0, present: 0 }
    : await copyBlobs(await openFolderBlobs(join(folder, 'blobs')), blobs);
  await restoreRows(databaseUrl, readRows(folder), { identities: IDENTITIES, cleared: [...TABLES].reverse() });
  return { rows, ...counts };
}
