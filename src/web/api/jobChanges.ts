/**
 * Follows the jobs: as long as a screen that shows their effects is open and in sight, one call waits at the server for
 * the next change, and what the screens show is asked for again. A lost server is asked again until it is back.
 *
 *   useJobChanges
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '../../contract/index.ts';
import { api } from './api.ts';

/** milliseconds until a server that did not answer is asked again */
const AGAIN = 1000;

/** `justBegan`: nothing is known to have changed, but it may have while the screen was loaded */
type Listener = (justBegan: boolean) => void;
const listeners = new Set<Listener>();
let following: AbortController | undefined;

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, AGAIN);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function follow(signal: AbortSignal): Promise<void> {
  let after: string | undefined;
  let lost = false;
  while (!signal.aborted) {
    try {
      const { version } = await api().jobChanges({ query: after === undefined ? {} : { after }, signal });
      if (version !== after) for (const listener of listeners) listener(after === undefined && !lost);
      after = version;
      lost = false;
    } catch (error) {
      // Signed out, or without the permission: the screen itself says so.
      if (signal.aborted || (error instanceof ApiFailure && (error.status === 401 || error.status === 403))) return;
      after = undefined;
      lost = true;
      await pause(signal);
    }
  }
}

/** One call for the whole page, whatever number of screens listen; none while nobody looks. */
function keepUp(): void {
  const wanted = listeners.size > 0 && document.visibilityState === 'visible';
  if (wanted && !following) {
    following = new AbortController();
    void follow(following.signal);
  } else if (!wanted && following) {
    following.abort();
    following = undefined;
  }
}

/** Asks again for what these keys name whenever a job was created, moved on or ended */
export function useJobChanges(...keys: readonly QueryKey[]): void {
  const client = useQueryClient();
  const named = JSON.stringify(keys);
  useEffect(() => {
    const listener: Listener = (justBegan) => {
      for (const queryKey of JSON.parse(named) as QueryKey[]) {
        // At the beginning only what is there may be out of date; what failed has said so already.
        void client.invalidateQueries({
          queryKey,
          ...(justBegan && { predicate: ({ state }) => state.status === 'success' }),
        });
      }
    };
    listeners.add(listener);
    keepUp();
    document.addEventListener('visibilitychange', keepUp);
    return () => {
      listeners.delete(listener);
      document.removeEventListener('visibilitychange', keepUp);
      keepUp();
    };
  }, [client, named]);
}
