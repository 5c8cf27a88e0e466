/**
 * The tables, in an order in which rows can be inserted.
 *
 *   TABLES             all of them
 *   BACKED_UP_TABLES   those of a backup
 */
import type { Tables } from '../schema.ts';

/**
 * Whether a backup has the table. Backups leave out sessions and related tables, because users of a restored store sign in
 * again; the last clock reading, because another machine may have another clock; idempotency keys, because the restored
 * store may lack the effects of those calls; and storage reports, which would be wrong.
 */
const IN_BACKUP: Readonly<Record<keyof Tables, boolean>> = {
  users: true,
  sessions: false,
  sessionKeys: false,
  signInTries: false,
  secrets: false,
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
  clock: false,
  areaChecks: true,
  thumbnails: true,
  events: true,
  webhooks: true,
  webhookMessages: true,
  idempotencyKeys: false,
  storageReports: false,
  storageSets: false,
  storagePacks: false,
};

export const TABLES = Object.keys(IN_BACKUP) as (keyof Tables)[];
export const BACKED_UP_TABLES = TABLES.filter((table) => IN_BACKUP[table]);
