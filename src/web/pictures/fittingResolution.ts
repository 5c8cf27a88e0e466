/**
 * The resolution to request if the user chooses none: the smallest with a picture pixel for each device pixel.
 *
 *   fittingResolution
 */
interface Sized {
  /** pixels */
  readonly width: number;
}

/**
 * @param width CSS pixels that the picture is shown in
 * @param density device pixels per CSS pixel
 * @returns the widest if none is wide enough; undefined if there are none
 */
export function fittingResolution<R extends Sized>(
  all: readonly R[],
  width: number,
  density = window.devicePixelRatio,
): R | undefined {
  const byWidth = all.toSorted((a, b) => a.width - b.width);
  return byWidth.find((one) => one.width >= width * density) ?? byWidth.at(-1);
}
