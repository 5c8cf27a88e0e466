/**
 * What a backup and a restore have in common. A backup is a folder: `manifest.json`, `rows.jsonl.gz` (every row as of one moment)
 * and `blobs/` (the content by hash; a later backup into the same folder copies only new blobs).
 *
 *   BackupManifest, BackupReport, BackedUpStore
 *   TABLES, FORMAT
 *   newestMigration, hashOfFile
 *   copyBlobs      @throws Error that names a blob whose bytes do not match its hash
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { migrations } from '../migrations/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { blocksOfBlob } from '../platform/blobs/stream.ts';
import type { Tables } from '../schema.ts';

/**
 * The tables in an order in which rows can be inserted. Sessions and what belongs to them are left out: users of a restored store
 * sign in again. The reading of the clock is left out, too, because another machine may have another clock.
 */
export const TABLES = Object.keys({
  users: true,
  apiTokens: true,
  logLines: true,
  logCounts: true,
  jobs: true,
  jobItems: true,
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
  webhooks: true,
  webhookMessages: true,
} satisfies Record<
  Exclude<
    keyof Tables,
    | 'sessions'
    | 'sessionKeys'
    | 'signInTries'
    | 'secrets'
    | 'clock'
    // Of a restored store they would be wrong.
    | 'storageReports'
    | 'storageSets'
    | 'storagePacks'
  >,
  true
>);

/** of the backup folder */
export const FORMAT = 1;

export interface BackupManifest {
  readonly format: number;
  readonly madeAt: string;
  /** the newest migration of the tables */
  readonly migration: string;
  readonly rows: number;
  /** hash of rows.jsonl.gz */
  readonly sha256: string;
  /** true: the folder has no blobs; they stay where the store has them */
  readonly databaseOnly?: boolean;
}
export interface BackupReport {
  readonly rows: number;
  /** blobs */
  readonly copied: number;
  /** blobs that were there already */
  readonly present: number;
}

export interface BackedUpStore {
  databaseUrl: string;
  blobs: Blobs;
}

/** @returns the name of the newest migration of this version */
export const newestMigration = (): string => Object.keys(migrations).sort().at(-1) ?? '';

/** Copies the blobs that the other store lacks. */
export async function copyBlobs(from: Blobs, to: Blobs): Promise<{ copied: number; present: number }> {
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

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
