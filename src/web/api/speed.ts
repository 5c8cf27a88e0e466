/**
 * How fast bytes are sent, smoothed: a number that a person can read.
 *
 *   Speed
 *   nextSpeed     after more bytes were sent
 *   secondsLeft   until the rest is sent
 */
export interface Speed {
  /** bytes sent by then */
  readonly bytes: number;
  /** milliseconds */
  readonly at: number;
  /** undefined: too early to tell */
  readonly bytesPerSecond: number | undefined;
}

/** how often the speed changes */
const STEP_MS = 1000;
/** what a new step counts, beside those before */
const WEIGHT = 0.3;

/** @param bytes sent in total. @returns the same speed until a step is over */
export function nextSpeed(before: Speed | undefined, bytes: number, at: number): Speed {
  if (!before) return { bytes, at, bytesPerSecond: undefined };
  if (at - before.at < STEP_MS) return before;
  const latest = (Math.max(0, bytes - before.bytes) / (at - before.at)) * 1000;
  const { bytesPerSecond: known = latest } = before;
  return { bytes, at, bytesPerSecond: known + WEIGHT * (latest - known) };
}

/** @returns undefined: nothing is known, or nothing moves */
export const secondsLeft = (bytes: number, bytesPerSecond: number): number | undefined =>
  bytesPerSecond > 0 ? Math.ceil(bytes / bytesPerSecond) : undefined;
