/**
 * For tests: a PostgreSQL of one's own, to be stopped and started again. `npm test` has one for all tests, which nobody may
 * stop.
 *
 *   startOwnPostgres
 */

export interface OwnPostgres {
  readonly url: string;
  /** Ends it with SIGTERM (smart: waits for its clients), SIGINT (fast) or SIGQUIT (immediate). */
  halt(signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts it again, at the same address and with what it had. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const SERVICES = new URL('../../../../../scripts/services.mjs', import.meta.url).href;

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const { startPostgres } = (await import(SERVICES)) as {
    startPostgres(more: Record<string, string>): Promise<OwnPostgres>;
  };
  // What was committed is there when it starts again, however it was ended.
  return startPostgres({ synchronous_commit: 'on' });
}
