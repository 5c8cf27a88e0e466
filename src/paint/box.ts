/**
 * The bounding box of the visible pixels of a picture.
 *
 *   Box, boxOf
 */
import type { RawPicture } from './raw.ts';
import { packingBytes } from './renderReady.ts';
import { workspace } from './workspace.ts';

/** x, y, width, height */
export type Box = readonly [number, number, number, number];

/**
 * Works on the calling thread. Pixels that were decoded into the workspace are read in place and left there; others are
 * copied into it first.
 * @param picture of at least one pixel
 * @returns null for a picture without a visible pixel
 */
export function boxOf({ rgba, width, height }: RawPicture): Box | null {
  const { memory, kernel, at } = workspace(packingBytes(width, height));
  if (rgba.buffer !== memory.buffer || rgba.byteOffset !== at) new Uint8Array(memory.buffer).set(rgba, at);
  const result = Math.ceil((at + rgba.length) / 64) * 64;
  if (!kernel.visibleBox(at, width, height, result)) return null;
  const [left, top, right, bottom] = new Int32Array(memory.buffer, result, 4) as unknown as Box;
  return [left, top, right - left + 1, bottom - top + 1];
}
