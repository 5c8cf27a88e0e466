/**
 * What the kernel needs to scale a stack to another size (assembly/scale.ts): weights of a Lanczos filter of three lobes,
 * stretched where the picture shrinks, and room to work in. The centres of both pictures coincide; beyond an edge its last
 * pixel is repeated.
 *
 *   ScalePlan, scalePlan
 *   writePlan    the plan in the kernel's memory
 */
import { LRUCache } from 'lru-cache';
import type { Canvas } from './layerCache.ts';

interface Weights {
  /** pairs of pixels that make one */
  readonly pairs: number;
  /** for every pixel of whole tiles: the first pair, then two weights of 14 bits per pair */
  readonly table: Uint32Array;
}
export interface ScalePlan {
  readonly across: Weights;
  readonly down: Weights;
  /** columns of tiles, and pairs of rows that are worked on at once */
  readonly cols: number;
  readonly ringPairs: number;
  /** of the scaled picture, made at once */
  readonly lines: number;
  /** bytes of the plan and its weights */
  readonly bytes: number;
  /** bytes that each thread needs */
  readonly workBytes: number;
  /** Rows of tiles that a thread paints at once: several, because each time it starts with rows that others blend, too. */
  readonly band: number;
}

const LOBES = 3;
/** One, as a weight. */
const ONE = 1 << 14;
const PLAN_BYTES = 64;

function lanczos(x: number): number {
  if (x === 0) return 1;
  const angle = Math.PI * x;
  return Math.abs(x) < LOBES ? (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / angle ** 2 : 0;
}

/** The weights of one pixel, from pixel `first` on, rounded so that their sum is exactly one. */
function weightsAt(centre: number, step: number, from: number): { first: number; weights: number[] } {
  const stretch = Math.max(1, step);
  const lowest = Math.ceil(centre - LOBES * stretch);
  const highest = Math.floor(centre + LOBES * stretch);
  const inside = (at: number) => Math.max(0, Math.min(from - 1, at));
  const first = inside(lowest);
  const exact = new Array<number>(inside(highest) - first + 1).fill(0);
  let sum = 0;
  for (let at = lowest; at <= highest; at++) {
    const weight = lanczos((at - centre) / stretch);
    exact[inside(at) - first] = (exact[inside(at) - first] as number) + weight;
    sum += weight;
  }
  // The rounding error is carried to the next weight.
  let left = 0;
  const weights = exact.map((weight) => {
    const wanted = (weight / sum) * ONE + left;
    left = wanted - Math.round(wanted);
    return Math.round(wanted);
  });
  return { first, weights };
}

function makeWeights(from: number, to: number): Weights {
  const step = from / to;
  const all = Array.from({ length: to }, (_, i) => weightsAt((i + 0.5) * step - 0.5, step, from));
  const needed = all.map(({ first, weights }) => ((first & 1) + weights.length + 1) >> 1);
  const pairs = needed.reduce((a, b) => Math.max(a, b));
  const allPairs = ((from + 15) >> 4) << 3;
  const padded = (to + 15) & ~15;
  const table = new Uint32Array(padded * (pairs + 1));
  for (let i = 0; i < padded; i++) {
    const { first, weights } = all[Math.min(i, to - 1)] as (typeof all)[number];
    // Reading must end within the tiles: there, the first weights are zero instead of the last.
    const start = Math.min(first >> 1, allPairs - pairs);
    const entry = i * (pairs + 1);
    table[entry] = start;
    for (const [j, weight] of weights.entries()) {
      const at = first - 2 * start + j;
      const word = entry + 1 + (at >> 1);
      table[word] = (table[word] as number) | ((weight & 0xffff) << (at & 1 ? 16 : 0));
    }
  }
  return { pairs, table };
}

/** Making the weights of a picture takes milliseconds. Few sizes are asked for. */
const weightsBySizes = new LRUCache<string, Weights>({
  maxSize: 2 ** 24,
  sizeCalculation: ({ table }) => table.byteLength,
});
function weightsOf(from: number, to: number): Weights {
  const key = `${from} ${to}`;
  const known = weightsBySizes.get(key) ?? makeWeights(from, to);
  weightsBySizes.set(key, known);
  return known;
}

const aligned = (bytes: number): number => (bytes + 63) & ~63;
/** bytes; a picture of 3840 x 2160 reduced to a third needs less */
const LARGE_RING = 4 * 1024 ** 2;
const MAX_BAND = 8;
const BANDS = 8;

/** @returns how many pairs of rows so many lines are made of, at most; whole tiles */
function ringOf({ pairs, table }: Weights, height: number, lines: number): number {
  const startOf = (y: number) => table[y * (pairs + 1)] as number;
  let most = 0;
  for (let y = 0; y < height; y += lines) {
    const end = startOf(Math.min(height, y + lines) - 1) + pairs;
    most = Math.max(most, ((end - 1) >> 3) + 1 - (startOf(y) >> 3));
  }
  return most * 8;
}

export function scalePlan(from: Canvas, to: Canvas): ScalePlan {
  const across = weightsOf(from.width, to.width);
  const down = weightsOf(from.height, to.height);
  const cols = (from.width + 15) >> 4;
  const tiles = (to.width + 15) >> 4;
  // Where lines are made of many rows, making fewer at once takes less memory.
  let lines = 16;
  while (lines > 1 && ringOf(down, to.height, lines) * cols * 256 > LARGE_RING) lines /= 2;
  const ringPairs = ringOf(down, to.height, lines);
  // As assembly/scale.ts lays it out.
  const held = (cols * ringPairs) / 8 + cols;
  const workBytes = 2048 + aligned(held) + 16 * cols * 128 + ringPairs * cols * 256 + tiles * 2048;
  return {
    ...{ across, down, cols, ringPairs, lines },
    bytes: PLAN_BYTES + aligned(across.table.byteLength) + down.table.byteLength,
    workBytes: aligned(workBytes),
    band: Math.max(1, Math.min(MAX_BAND, Math.floor(((to.height + 15) >> 4) / BANDS))),
  };
}

/** @param at address of `bytes` bytes */
export function writePlan(
  { across, down, cols, ringPairs, band, lines }: ScalePlan,
  memory: WebAssembly.Memory,
  at: number,
): void {
  const weightsAcross = at + PLAN_BYTES;
  const weightsDown = weightsAcross + aligned(across.table.byteLength);
  const words = [cols, across.pairs, down.pairs, weightsAcross, weightsDown, ringPairs, band, lines];
  new Uint32Array(memory.buffer, at, words.length).set(words);
  new Uint32Array(memory.buffer, weightsAcross, across.table.length).set(across.table);
  new Uint32Array(memory.buffer, weightsDown, down.table.length).set(down.table);
}
