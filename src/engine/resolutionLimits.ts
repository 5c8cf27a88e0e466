/**
 * Limits on the size and number of a profile's resolutions, because painting one takes memory.
 *
 *   ResolutionLimits, RESOLUTION_LIMITS
 *   sizeProblem
 */
export interface ResolutionLimits {
  /** pixels */
  readonly side: number;
  /** pixels of the whole picture */
  readonly pixels: number;
  /** of one viewport */
  readonly count: number;
}

/** Defaults that settings override: 8K, twice over for a photo's proportions. */
export const RESOLUTION_LIMITS: ResolutionLimits = { side: 8192, pixels: 36_000_000, count: 50 };

/** @returns a sentence when the size is over a limit */
export function sizeProblem(
  { width, height }: { width: number; height: number },
  { side, pixels }: ResolutionLimits,
): string | undefined {
  if (width <= side && height <= side && width * height <= pixels) return undefined;
  return `${width} x ${height} is too large: a resolution has at most ${side} pixels a side and ${pixels} in all`;
}
