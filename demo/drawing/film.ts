/**
 * From samples to pictures: light is collected once for each view, then each paint is mixed from it quickly.
 *
 *   Light        the light of one sample: as paint (diffuse, metal, clear coat, facing) or as a fixed colour with alpha
 *   Film         the collected light of one layer, one value per pixel
 *   expose       samples of the wanted parts -> film
 *   Paint        a lacquer
 *   develop      film and paint -> RGBA picture, 8 bit
 */
import { clamp, mix } from './curve.ts';
import { type Frame, HEIGHT, OVER, WIDTH } from './raster.ts';

export interface Light {
  paint: boolean;
  diffuse: number;
  metal: number;
  coat: number;
  facing: number;
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** The pixels that a film covers; the rest of the canvas is empty. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Film {
  readonly box: Box;
  /** diffuse, metal, coat, facing, coverage per pixel */
  readonly paint: Float32Array;
  /** linear r, g, b (times alpha), alpha per pixel */
  readonly fixed: Float32Array;
}

export type Shade = (
  part: number,
  light: Light,
  surface: Float32Array,
  s: number,
  coordinates: Float32Array,
  c: number,
) => void;

/** Collects the samples whose part `wanted` names; `shade` fills in the light of each. */
export function expose(frame: Frame, wanted: ReadonlySet<number>, shade: Shade): Film {
  const keep = new Uint8Array(256);
  for (const part of wanted) keep[part] = 1;
  const box = boxOf(frame, keep);
  const paint = new Float32Array(box.width * box.height * 5);
  const fixed = new Float32Array(box.width * box.height * 4);
  const light: Light = { paint: false, diffuse: 0, metal: 0, coat: 0, facing: 0, r: 0, g: 0, b: 0, alpha: 1 };
  const share = 1 / (OVER * OVER);
  for (let y = box.top * OVER; y < (box.top + box.height) * OVER; y++) {
    for (let x = box.left * OVER; x < (box.left + box.width) * OVER; x++) {
      const at = y * frame.width + x;
      const part = frame.part[at] as number;
      if (keep[part] !== 1) continue;
      light.alpha = 1;
      shade(part, light, frame.surface, at * 6, frame.coordinates, at * 2);
      const pixel = (Math.floor(y / OVER) - box.top) * box.width + Math.floor(x / OVER) - box.left;
      if (light.paint) {
        const p = pixel * 5;
        paint[p] = (paint[p] as number) + light.diffuse * share;
        paint[p + 1] = (paint[p + 1] as number) + light.metal * share;
        paint[p + 2] = (paint[p + 2] as number) + light.coat * share;
        paint[p + 3] = (paint[p + 3] as number) + light.facing * share;
        paint[p + 4] = (paint[p + 4] as number) + share;
      } else {
        const p = pixel * 4;
        const weight = share * light.alpha;
        // bright lights must not bleed over an edge as more than white
        fixed[p] = (fixed[p] as number) + Math.min(light.r, 2.5) * weight;
        fixed[p + 1] = (fixed[p + 1] as number) + Math.min(light.g, 2.5) * weight;
        fixed[p + 2] = (fixed[p + 2] as number) + Math.min(light.b, 2.5) * weight;
        fixed[p + 3] = (fixed[p + 3] as number) + weight;
      }
    }
  }
  return { box, paint, fixed };
}

/** The smallest box round the samples of the parts to keep. */
function boxOf(frame: Frame, keep: Uint8Array): Box {
  let [left, top, right, bottom] = [frame.width, frame.height, -1, -1];
  for (let y = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++) {
      if (keep[frame.part[y * frame.width + x] as number] !== 1) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return { left: 0, top: 0, width: 0, height: 0 };
  const [firstX, firstY] = [Math.floor(left / OVER), Math.floor(top / OVER)];
  return {
    left: firstX,
    top: firstY,
    width: Math.floor(right / OVER) + 1 - firstX,
    height: Math.floor(bottom / OVER) + 1 - firstY,
  };
}

/** A lacquer: linear colour, how much of it is metal flake, colour seen at a flat angle. */
export interface Paint {
  readonly base: readonly [number, number, number];
  readonly metal: number;
  readonly flip: readonly [number, number, number];
}

const encode = new Uint8ClampedArray(4097);
for (let i = 0; i <= 4096; i++) {
  const mapped = 1 - Math.exp(-1.28 * (i / 1024) * (1 + 0.1 * (i / 1024)));
  encode[i] = 255 * (mapped <= 0.0031308 ? 12.92 * mapped : 1.055 * mapped ** (1 / 2.4) - 0.055);
}
const tone = (value: number) => encode[Math.round(clamp(value, 0, 4) * 1024)] as number;

export function develop({ box, paint, fixed }: Film, lacquer: Paint): Buffer {
  const out = Buffer.alloc(WIDTH * HEIGHT * 4);
  const { base, flip, metal } = lacquer;
  for (let pixel = 0; pixel < box.width * box.height; pixel++) {
    const p = pixel * 5;
    const q = pixel * 4;
    const painted = paint[p + 4] as number;
    const alpha = painted + (fixed[q + 3] as number);
    if (alpha <= 0.002) continue;
    const o = ((box.top + Math.floor(pixel / box.width)) * WIDTH + box.left + (pixel % box.width)) * 4;
    const facing = painted > 0 ? (paint[p + 3] as number) / painted : 0;
    const turn = (1 - facing) ** 2;
    const diffuse = (paint[p] as number) * (1 - metal * 0.45);
    const flake = (paint[p + 1] as number) * metal * (0.35 + 0.85 * facing);
    const coat = paint[p + 2] as number;
    for (let k = 0; k < 3; k++) {
      const tint = mix(base[k] as number, flip[k] as number, turn);
      out[o + k] = tone((tint * (diffuse + flake) + coat + (fixed[q + k] as number)) / alpha);
    }
    out[o + 3] = Math.round(255 * Math.min(1, alpha));
  }
  return out;
}
