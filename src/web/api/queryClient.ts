/**
 * The cache of answers. They stay fresh for half a minute; failed calls are reported and not repeated silently. Calls are
 * made even when the browser believes that it is offline: Lacquer is often on the local network, and only a failed call
 * shows that it cannot be reached.
 */
import { QueryClient } from '@tanstack/react-query';

/** how long answers stay fresh */
export const FRESH_MS = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
