/**
 * The resolution to ask for where the user chooses none: the smallest that has a picture pixel for each pixel of the screen.
 *
 *   fittingResolution
 */
interface Sized {
  /** pixels */
  readonly width: number;
}

/**
 * @param width CSS pixels that the picture is shown in
 * @param density device pixels in a CSS pixel
 * @returns the widest where none is wide enough; undefined of none
 */
export function fittingResolution<R extends Sized>(
  all: readonly R[],
  width: number,
  density = window.devicePixelRatio,
): R | undefined {
  const byWidth = all.toSorted((a, b) => a.width - b.width);
  return byWidth.find((one) => one.width >= width * density) ?? byWidth.at(-1);
}
