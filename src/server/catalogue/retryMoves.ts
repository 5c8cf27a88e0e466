/**
 * Tries a change of refs again if somebody else moved one of them after it was read.
 *
 *   retryMoves
 */
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../platform/http/errors.ts';
import { RefMoved } from './refs.ts';

/** Each failed try means that somebody else's move succeeded; so many in a row are no coincidence. */
const TRIES_MAX = 100;
const PAUSE_MAX_MS = 50;

/**
 * Runs `attempt`, which reads refs and then moves them, until nobody else moves one of them in between.
 *
 * @throws ApiError 503 if others come first every time; what `attempt` throws; the signal's reason
 */
export async function retryMoves<R>(attempt: () => Promise<R>, signal?: AbortSignal): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RefMoved)) throw error;
      if (tries === TRIES_MAX) {
        throw unavailable('content-busy', `${error.message}, again and again. Nothing was changed. Try again.`, {
          retryAfter: 1,
        });
      }
    }
    await pause(Math.random() * Math.min(PAUSE_MAX_MS, 2 * tries));
  }
}
