/**
 * How fast bytes are sent, smoothed so that the number is readable.
 *
 *   Speed
 *   nextSpeed     after more bytes were sent
 *   secondsLeft   until the rest is sent
 */
export interface Speed {
  /** bytes sent so far */
  readonly bytes: number;
  /** milliseconds */
  readonly at: number;
  /** undefined: too early to tell */
  readonly bytesPerSecond: number | undefined;
}

/** how often the speed changes */
const STEP_MS = 1000;
/** weight of a new step against the previous ones */
const WEIGHT = 0.3;

/** @param bytes sent in total. @returns the same speed until a step is over */
export function nextSpeed(before: Speed | undefined, bytes: number, at: number): Speed {
  if (!before) return { bytes, at, bytesPerSecond: undefined };
  if (at - before.at < STEP_MS) return before;
  const latest = (Math.max(0, bytes - before.bytes) / (at - before.at)) * 1000;
  const { bytesPerSecond: known = latest } = before;
  return { bytes, at, bytesPerSecond: known + WEIGHT * (latest - known) };
}

/** @returns undefined if nothing is known yet or nothing moves */
export const secondsLeft = (bytes: number, bytesPerSecond: number): number | undefined =>
  bytesPerSecond > 0 ? Math.ceil(bytes / bytesPerSecond) : undefined;
