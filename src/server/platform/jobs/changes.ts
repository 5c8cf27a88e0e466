/**
 * Notices changes to jobs by any process: polls the database while anyone waits, once for all waiters.
 *
 *   openJobChanges
 */
import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
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
  let lastPoll: { at: number; version: Promise<string> } | undefined;

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

  function version(): Promise<string> {
    const now = performance.now();
    if (!lastPoll || lastPoll.at + times.pollMs <= now) lastPoll = { at: now, version: readVersion() };
    return lastPoll.version;
  }

  const pause = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, times.pollMs);
      signal.addEventListener('abort', done);
    });

  return {
    async wait(after, caller) {
      const signal = AbortSignal.any([caller, closing.signal]);
      const until = performance.now() + times.longestWaitMs;
      for (;;) {
        const now = await version();
        if (now !== after || signal.aborted || performance.now() >= until) return now;
        await pause(signal);
      }
    },
    close: () => closing.abort(),
  };
}
