/**
 * Follows the jobs: while a screen that shows their effects is open and visible, one call waits at the server for the next
 * change, and what the screens show is loaded again. When the server is unreachable, the call is repeated until it is back.
 *
 *   useJobChanges
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '../../contract/index.ts';
import { api } from './api.ts';

const RETRY_INTERVAL_MS = 1000;

/** `isFirst`: the first answer. No change is known, but there may have been one while the screen was loading. */
type Listener = (isFirst: boolean) => void;
const listeners = new Set<Listener>();
let following: AbortController | undefined;

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, RETRY_INTERVAL_MS);
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
      const { cursor } = await api().jobChanges({ query: after === undefined ? {} : { after }, signal });
      if (cursor !== after) for (const listener of listeners) listener(after === undefined && !lost);
      after = cursor;
      lost = false;
    } catch (error) {
      // Signed out or without permission: the screen itself reports it.
      if (signal.aborted || (error instanceof ApiFailure && (error.status === 401 || error.status === 403))) return;
      after = undefined;
      lost = true;
      await pause(signal);
    }
  }
}

/** One call for the whole page, however many screens listen; none while the page is hidden. */
function startOrStop(): void {
  const wanted = listeners.size > 0 && document.visibilityState === 'visible';
  if (wanted && !following) {
    following = new AbortController();
    void follow(following.signal);
  } else if (!wanted && following) {
    following.abort();
    following = undefined;
  }
}

/**
 * Reloads queries whenever a job was created, made progress or ended.
 * @param queryKey prefix of their keys; undefined: none, and jobs are not followed
 */
export function useJobChanges(queryKey: QueryKey | undefined): void {
  const client = useQueryClient();
  const key = queryKey && JSON.stringify(queryKey);
  useEffect(() => {
    if (key === undefined) return undefined;
    const listener: Listener = (isFirst) =>
      // At first only loaded data may be out of date; a failed query has already been reported.
      void client.invalidateQueries({
        queryKey: JSON.parse(key) as QueryKey,
        ...(isFirst && { predicate: ({ state }) => state.status === 'success' }),
      });
    listeners.add(listener);
    startOrStop();
    document.addEventListener('visibilitychange', startOrStop);
    return () => {
      listeners.delete(listener);
      document.removeEventListener('visibilitychange', startOrStop);
      startOrStop();
    };
  }, [client, key]);
}
