/**
 * Only one process at a time serves an SQLite database: it runs the jobs and dates everything by its clock. Commands
 * that read, or change little, may run beside it.
 *
 *   lockDatabase    until it is released or the process ends in any way; @throws NotUsable
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NotUsable } from '../notUsable.ts';

/** SQLITE_BUSY */
const BUSY = 5;

/** References that keep the garbage collector from releasing the locks. */
const held = new Set<DatabaseSync>();

/**
 * The system releases a lock when its process ends, killed or not, so a lock is never left behind. SQLite takes such
 * locks; Node itself has no call for them.
 *
 * @param names the product and the setting that names the database, for the message
 * @returns releases it
 */
export function lockDatabase(url: string, names: { product: string; setting: string }): () => void {
  const file = /^sqlite:(.*)$/.exec(url)?.[1];
  // PostgreSQL serves several processes.
  if (file === undefined) return () => {};
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== BUSY) throw error;
    throw new NotUsable(
      `Another ${names.product} process is already using ${folder}. With SQLite one process does everything: stop the other one first, or use PostgreSQL for several processes (${names.setting}).`,
      { cause: error },
    );
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}
