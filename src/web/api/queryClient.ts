/**
 * The calls' cache: answers stay fresh for half a minute, failures are said and not repeated silently. A call is made
 * also when the browser believes to be offline: Lacquer often stands in the same building, and only a call that fails
 * shows that it is lost.
 */
import { QueryClient } from '@tanstack/react-query';

/** answers stay fresh for so long */
export const FRESH_MS = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
