/**
 * Fetches what a person is likely to need next, once the page has nothing else to do.
 *
 *   useWhenIdle
 */
import { useEffect } from 'react';

/** Safari knows no idle callback; by then the page stands. Milliseconds. */
const OTHERWISE = 1500;

/** @param fetchNext one and the same function each time; that it fails is no harm, for it is asked again when needed */
export function useWhenIdle(fetchNext: () => Promise<unknown>): void {
  useEffect(() => {
    const start = () => void fetchNext().catch(() => undefined);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, OTHERWISE);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(start);
    return () => window.cancelIdleCallback(handle);
  }, [fetchNext]);
}
