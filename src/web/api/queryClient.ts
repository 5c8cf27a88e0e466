/**
 * The cache of answers. They stay fresh for half a minute; refused calls are reported and not repeated. A read whose
 * connection broke is repeated once: browsers end what is loading when a page is left or a download begins, and proxies end
 * connections. Calls are made even when the browser believes that it is offline: Lacquer is often on the local network, and
 * only a failed call shows that it cannot be reached.
 */
import { QueryClient } from '@tanstack/react-query';
import { isBroken } from './serverAnswers.ts';

/** how long answers stay fresh */
export const FRESH_MS = 30_000;
/** A page that is being left is gone by then. */
const REPEAT_DELAY_MS = 1_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures === 0 && isBroken(error),
      retryDelay: REPEAT_DELAY_MS,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
