/**
 * Notices changes to jobs by any process: polls the database while anyone waits, once for all waiters.
 *
 *   openJobChanges
 */
import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { pause, readAtMostEvery } from '../polling.ts';
import type { JobTables } from './table.ts';

export interface JobChanges {
  /**
   * Waits a limited time until the jobs differ from version `after`. Without `after` it resolves at once.
   * @returns the current version, an opaque text
   */
  wait(after: string | undefined, signal: AbortSignal): Promise<string>;
  /** Resolves all pending waits. */
  close(): void;
}

const TIMES = {
  pollMs: 300,
  /** Proxies cut connections that are silent for more than half a minute. */
  longestWaitMs: 20_000,
};
/** how many running jobs are watched for progress: the newest ones, which users look at */
const WATCHED_JOBS = 200;

export function openJobChanges(database: Database<JobTables>, given: Partial<typeof TIMES> = {}): JobChanges {
  const times = { ...TIMES, ...given };
  const closing = new AbortController();

  /**
   * A new job is the newest; a job that ends leaves the list of unfinished ones; one that ran again and ended between
   * two polls has the latest end.
   */
  async function readVersion(): Promise<string> {
    const [newest, ended, underWay] = await Promise.all([
      database.read.selectFrom('jobs').select('id').orderBy('number', 'desc').limit(1).executeTakeFirst(),
      database.read
        .selectFrom('jobs')
        .select((e) => e.fn.max('stoppedAt').as('at'))
        .executeTakeFirst(),
      database.read
        .selectFrom('jobs')
        .select(['id', 'state', 'progress'])
        .where('state', 'in', ['CREATED', 'STARTED'])
        .orderBy('number', 'desc')
        .limit(WATCHED_JOBS)
        .execute(),
    ]);
    return createHash('sha256')
      .update(JSON.stringify([newest, ended, underWay]))
      .digest('base64url')
      .slice(0, 22);
  }

  const version = readAtMostEvery(times.pollMs, readVersion);

  return {
    async wait(after, caller) {
      const signal = AbortSignal.any([caller, closing.signal]);
      const until = performance.now() + times.longestWaitMs;
      for (;;) {
        const now = await version();
        if (now !== after || signal.aborted || performance.now() >= until) return now;
        await pause(times.pollMs, signal);
      }
    },
    close: () => closing.abort(),
  };
}
