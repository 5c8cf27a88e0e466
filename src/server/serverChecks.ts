/**
 * What a server needs to be ready: its folders, and the checks of its health call.
 *
 *   foldersOf, checksOf
 */
import { join } from 'node:path';
import { tryWrite } from './administration/clockWatch.ts';
import type { Check } from './administration/health.ts';
import type { Settings } from './config.ts';
import type { Context } from './context.ts';
import { tryFolder } from './platform/disk.ts';

/** The folders that a server has on this machine's disk, besides database and blobs. */
export const foldersOf = ({ data, paintDiskBytes, audit }: Settings) => [
  { path: join(data, 'uploads'), setting: 'LACQUER_DATA', own: true },
  { path: join(data, 'printing'), setting: 'LACQUER_DATA', own: true },
  ...(paintDiskBytes > 0 ? [{ path: join(data, 'pictures'), setting: 'LACQUER_DATA', own: true }] : []),
  // Another account may collect the files from a folder elsewhere.
  ...(audit.to === 'off' || audit.to === 'stdout'
    ? []
    : [{ path: audit.to, setting: 'LACQUER_AUDIT', own: audit.to === join(data, 'audit') }]),
];

export const checksOf = (settings: Settings, { database, blobs }: Context): Check[] => [
  { sentence: 'The database does not answer.', run: () => database.clock.sync() },
  {
    sentence: 'The database accepts no changes: existing content can be read, but nothing can be uploaded or changed.',
    run: () => tryWrite(database),
    forChanges: true,
  },
  { sentence: 'The file store cannot be used.', run: () => blobs.check() },
  {
    sentence: 'A folder of this server cannot be written.',
    run: () => Promise.all([settings.data, ...foldersOf(settings).map(({ path }) => path)].map(tryFolder)),
  },
];
