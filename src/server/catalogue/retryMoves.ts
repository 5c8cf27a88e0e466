/**
 * Retries a change of refs if another caller moved one of them after it was read.
 *
 *   retryMoves
 */
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../platform/http/errors.ts';
import { RefMoved } from './refs.ts';

/** Each failed attempt means that another caller's move succeeded; this many in a row are no coincidence. */
const MAX_TRIES = 100;
const MAX_PAUSE_MS = 50;

/**
 * Runs `attempt`, which reads refs and then moves them, until no other caller moves one of them in between.
 *
 * @throws ApiError 503 if others are first every time; what `attempt` throws; the signal's reason
 */
export async function retryMoves<R>(attempt: () => Promise<R>, signal?: AbortSignal): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RefMoved)) throw error;
      if (tries === MAX_TRIES) {
        throw unavailable('content-busy', `${error.message}, repeatedly. Nothing was changed. Try again.`, {
          retryAfter: 1,
        });
      }
    }
    await pause(Math.random() * Math.min(MAX_PAUSE_MS, 2 * tries));
  }
}
