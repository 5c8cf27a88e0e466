/**
 * What a backup and a restore have in common. A backup is a folder: `manifest.json`, `rows.jsonl.gz` (every row as of one moment)
 * and `blobs/` (the content by hash; a later backup into the same folder copies only new blobs).
 *
 *   BackupManifest, BackupReport, BackedUpStore
 *   FORMAT
 *   newestMigration, hashOfFile
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { migrations } from '../migrations/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { CopiedBlobs } from './copyBlobs.ts';

/** of the backup folder */
export const FORMAT = 1;

export interface BackupManifest {
  readonly format: number;
  readonly madeAt: string;
  /** the newest migration of the tables */
  readonly migration: string;
  /** all of them; 1.50.3 and earlier versions did not write them down */
  readonly migrations?: readonly string[];
  readonly rows: number;
  /** hash of rows.jsonl.gz */
  readonly sha256: string;
  /** the folder has no blobs; they stay where the store keeps them */
  readonly databaseOnly?: boolean;
}
export interface BackupReport extends CopiedBlobs {
  readonly rows: number;
}

export interface BackedUpStore {
  databaseUrl: string;
  blobs: Blobs;
}

/** @returns the name of the newest migration of this version */
export const newestMigration = (): string => Object.keys(migrations).sort().at(-1) ?? '';

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
