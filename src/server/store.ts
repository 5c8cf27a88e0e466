/**
 * The database that the settings name, ready for use. Everything that the process makes from then on is private to its
 * account.
 *
 *   openStore
 */
import type { Settings } from './config.ts';
import { migrations } from './migrations/index.ts';
import { isToMigrate, migrate, openDatabase } from './platform/database/database.ts';
import type { DatabaseReport } from './platform/database/failures.ts';
import { holdDatabase } from './platform/database/hold.ts';
import { databaseNotUsable } from './platform/database/notUsable.ts';
import { keepPrivate, openFolder, tightenFile } from './platform/disk.ts';
import type { Database, Tables } from './schema.ts';

/** A store of an earlier version may have been readable by every account of the machine. */
async function tightenDatabase(url: string): Promise<void> {
  const file = /^sqlite:(.*)$/.exec(url)?.[1];
  if (file === undefined) return;
  // SQLite gives the files beside it the mode of this one.
  for (const suffix of ['', '-wal', '-shm', '.lock', '.lock-journal']) await tightenFile(`${file}${suffix}`);
}

export interface Use {
  /** this process serves or runs jobs: with SQLite no other one may */
  alone: boolean;
  report?: DatabaseReport;
}

/** @throws NotUsable, or what the database says where there are no words for it */
export async function openStore(
  { data, databaseUrl: url }: Pick<Settings, 'data' | 'databaseUrl'>,
  { alone, report }: Use,
): Promise<Database> {
  keepPrivate();
  await openFolder(data, { setting: 'LACQUER_DATA', own: false });
  let release = alone ? holdDatabase(url) : undefined;
  let database: Database | undefined;
  try {
    await tightenDatabase(url);
    const opened = await openDatabase<Tables>(url, report);
    database = opened;
    // A server that runs meanwhile must not find other tables than it started with.
    if (!release && (await isToMigrate(opened, migrations))) release = holdDatabase(url);
    await migrate(opened, migrations);
    if (!alone) release?.();
    await opened.clock.look();
    return {
      ...opened,
      async close() {
        await opened.close();
        if (alone) release?.();
      },
    };
  } catch (error) {
    await database?.close();
    release?.();
    throw databaseNotUsable(url, error) ?? error;
  }
}
