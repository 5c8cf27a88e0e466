/**
 * Asks for the pictures of a choice before it is made or drawn, and decodes them: the tiles find them by their keys. Only one
 * choice is foreseen at a time: what is still on its way for another one is given up.
 *
 *   useForesight
 *   Foresight    how sure the choice is
 */
import { type QueryClient, type QueryFunctionContext, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { makeReady } from './readyPictures.ts';
import { firstOf } from './usePicture.ts';
import type { ViewedPicture } from './viewerPicture.ts';

/** `maybe`: a pointer rests on it. The server paints it only while it has nothing else to do. */
export type Foresight = 'maybe' | 'pressed' | 'chosen';

/** Foreseen pictures that nobody chose are forgotten after this time, milliseconds. */
const KEPT_MS = 30_000;

function giveUp(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    const query = client.getQueryCache().find({ queryKey });
    const isUnwanted = query?.state.fetchStatus === 'fetching' && query.getObserversCount() === 0;
    if (isUnwanted) void client.cancelQueries({ queryKey, exact: true });
  }
}

/** @returns the same function at every render; its promise is kept when the pictures are there, or failed */
export function useForesight(): (pictures: readonly ViewedPicture[], foresight: Foresight) => Promise<unknown> {
  const client = useQueryClient();
  const foreseen = useRef<readonly QueryKey[]>([]);
  return useCallback(
    (pictures, foresight) => {
      const wanted = pictures.map((picture) => ({ picture, ...firstOf(picture) }));
      const hashes = new Set(wanted.map(({ queryKey }) => JSON.stringify(queryKey)));
      giveUp(
        client,
        foreseen.current.filter((key) => !hashes.has(JSON.stringify(key))),
      );
      foreseen.current = wanted.map(({ queryKey }) => queryKey);
      const requests = wanted.map(({ picture, queryKey, queryFn }) => {
        // The tile shows it as soon as it is there; decoding it before would only make it later.
        if (foresight === 'chosen') return client.prefetchQuery({ queryKey, queryFn });
        const loadAhead = ({ signal }: QueryFunctionContext) =>
          picture.load(signal, picture.quick === false ? undefined : 'jpeg', true);
        return (
          client
            .fetchQuery({ queryKey, gcTime: KEPT_MS, queryFn: foresight === 'maybe' ? loadAhead : queryFn })
            .then(makeReady)
            // Whoever shows it asks again, and tells the failure.
            .catch(() => undefined)
        );
      });
      return Promise.all(requests);
    },
    [client],
  );
}
