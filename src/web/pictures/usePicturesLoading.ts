import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether pictures that are shown are on their way: not those that are only foreseen. It changes when the first one is asked
 * for and when the last one is there, not with each.
 *
 * @param queryKey begins the keys of the pictures' queries; its text decides whether it is another one
 */
export function usePicturesLoading(queryKey: QueryKey): boolean {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  return useSyncExternalStore(subscribe, () => client.isFetching({ queryKey, type: 'active' }) > 0);
}
