/**
 * Loads what the user is likely to need next, once the page is idle.
 *
 *   useWhenIdle
 */
import { useEffect } from 'react';

/** Delay for Safari, which has no idle callback; by then the page is drawn. */
const FALLBACK_DELAY_MS = 1500;

/** @param fetchNext must be the same function at each call. If it fails, its result is loaded when it is needed */
export function useWhenIdle(fetchNext: () => Promise<unknown>): void {
  useEffect(() => {
    // It is loaded again when it is needed, and that tells.
    const start = () => void fetchNext().catch(() => undefined);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, FALLBACK_DELAY_MS);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(start);
    return () => window.cancelIdleCallback(handle);
  }, [fetchNext]);
}
