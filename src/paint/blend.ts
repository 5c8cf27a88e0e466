/**
 * Porter-Duff `over` of a stack of layers on a transparent canvas (Porter and Duff 1984, section 4.3), computed in
 * premultiplied 32-bit floats and rounded once: within 1 of 255 of an exact computation for any number of layers.
 *
 *   blend    bottom first
 */
import type { RawPicture } from './raw.ts';

/** All layers have the size of the canvas. */
export function blend(layers: readonly RawPicture[], width: number, height: number): RawPicture {
  const pixels = width * height;
  const canvas = new Float32Array(pixels * 4);
  for (const { rgba } of layers) over(canvas, rgba);
  const out = new Uint8Array(pixels * 4);
  for (let i = 0; i < out.length; i += 4) {
    const alpha = canvas[i + 3] as number;
    if (alpha === 0) continue;
    // Premultiplied values are 0 to 255, alpha 0 to 1: dividing gives straight colour.
    out[i] = Math.round((canvas[i] as number) / alpha);
    out[i + 1] = Math.round((canvas[i + 1] as number) / alpha);
    out[i + 2] = Math.round((canvas[i + 2] as number) / alpha);
    out[i + 3] = Math.round(alpha * 255);
  }
  return { rgba: out, width, height };
}

function over(canvas: Float32Array, rgba: Uint8Array): void {
  for (let i = 0; i < rgba.length; i += 4) {
    const a = rgba[i + 3] as number;
    if (a === 0) continue;
    if (a === 255) {
      canvas[i] = rgba[i] as number;
      canvas[i + 1] = rgba[i + 1] as number;
      canvas[i + 2] = rgba[i + 2] as number;
      canvas[i + 3] = 1;
      continue;
    }
    const alpha = a / 255;
    const rest = 1 - alpha;
    canvas[i] = (rgba[i] as number) * alpha + (canvas[i] as number) * rest;
    canvas[i + 1] = (rgba[i + 1] as number) * alpha + (canvas[i + 1] as number) * rest;
    canvas[i + 2] = (rgba[i + 2] as number) * alpha + (canvas[i + 2] as number) * rest;
    canvas[i + 3] = alpha + (canvas[i + 3] as number) * rest;
  }
}
