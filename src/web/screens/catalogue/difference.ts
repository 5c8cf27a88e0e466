/**
 * How two pictures of one size differ, pixel by pixel. Colours are premultiplied by alpha, so they count as much as they are
 * visible: differences under full transparency do not count.
 *
 *   Pixels             RGBA, 8 bits per channel, not premultiplied: what a canvas returns
 *   Difference
 *   differenceOf       compares two pictures
 *   changedPixels      how many pixels differ by more than a threshold
 *   paintChanges       the picture in grey with the changes marked
 */
import { compareTexts } from '../../texts/compare.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export interface Difference {
  readonly width: number;
  readonly height: number;
  /** for each pixel the largest difference of its four channels, 0 to 255 */
  readonly map: Uint8Array;
  /** at each level, how many pixels differ by exactly that much */
  readonly histogram: Uint32Array;
}

const LEVELS = 256;

/** @throws Error for pictures of different sizes */
export function differenceOf(left: Pixels, right: Pixels): Difference {
  const { width, height } = left;
  if (right.width !== width || right.height !== height) {
    throw new Error(compareTexts.sizesDiffer(`${width} × ${height}`, `${right.width} × ${right.height}`));
  }
  const [a, b] = [left.data, right.data];
  const map = new Uint8Array(width * height);
  const histogram = new Uint32Array(LEVELS);
  for (let i = 0, at = 0; i < map.length; i++, at += 4) {
    const [alphaA, alphaB] = [a[at + 3] as number, b[at + 3] as number];
    let most = Math.abs(alphaA - alphaB);
    for (let channel = at; channel < at + 3; channel++) {
      const seenA = Math.round(((a[channel] as number) * alphaA) / 255);
      const seenB = Math.round(((b[channel] as number) * alphaB) / 255);
      most = Math.max(most, Math.abs(seenA - seenB));
    }
    map[i] = most;
    histogram[most] = (histogram[most] as number) + 1;
  }
  return { width, height, map, histogram };
}

/** @param threshold differences up to it, of 255, count as none */
export const changedPixels = ({ histogram }: Difference, threshold: number): number =>
  histogram.reduce((sum, pixels, level) => (level > threshold ? sum + pixels : sum), 0);

/** Magenta: no car has this colour, and it stands out from grey for every kind of colour vision. */
const MARK = [214, 0, 110] as const;
/** opacity of the grey picture on white */
const GREY_OPACITY = 0.35;

export function paintChanges({ map }: Difference, threshold: number, picture: Pixels): Uint8ClampedArray<ArrayBuffer> {
  const { data } = picture;
  const painted = new Uint8ClampedArray(data.length);
  for (let i = 0, at = 0; i < map.length; i++, at += 4) {
    if ((map[i] as number) > threshold) painted.set(MARK, at);
    else {
      const luma = 0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
      painted.fill(255 - ((255 - luma) * GREY_OPACITY * (data[at + 3] as number)) / 255, at, at + 3);
    }
    painted[at + 3] = 255;
  }
  return painted;
}
