/**
 * For tests: a separate PostgreSQL server that can be stopped and restarted. The one that `npm test` starts is shared by
 * all tests and must not be stopped.
 *
 *   startOwnPostgres
 */

export interface OwnPostgres {
  readonly url: string;
  /** Ends it with SIGTERM (smart: waits for its clients), SIGINT (fast) or SIGQUIT (immediate). */
  halt(signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts it again at the same address and with the same data. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const SERVICES = new URL('../../../../../scripts/services.mjs', import.meta.url).href;

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const { startPostgres } = (await import(SERVICES)) as {
    startPostgres(more: Record<string, string>): Promise<OwnPostgres>;
  };
  // Committed data survives however the server was stopped.
  return startPostgres({ synchronous_commit: 'on' });
}
