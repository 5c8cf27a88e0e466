/**
 * Polling on behalf of many who wait.
 *
 *   readAtMostEvery   one reading serves all who ask within an interval
 *   pause             a wait that a signal ends early
 */
import { setTimeout } from 'node:timers/promises';

/** @returns `read`, whose result is shared by all calls within `intervalMs` of the first */
export function readAtMostEvery<T>(intervalMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || last.at + intervalMs <= now) last = { at: now, result: read() };
    return last.result;
  };
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  // It fails only when it is aborted, which ends the pause.
  setTimeout(ms, undefined, { signal }).catch(() => {});
