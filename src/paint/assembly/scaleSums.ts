/**
 * Scaling, one row of tiles of the scaled picture at a time: separable, in premultiplied alpha, down first, then across. Weights
 * have 14 bits; sums have 32, so that only what lies between the two directions is rounded, to six bits after the point.
 *
 *   openPlan      takes a plan and divides the work memory; both as scale.ts lays them out
 *   scaleTiles    the next row of tiles -> scaled
 *   scaled        where it stands
 *
 * A column of tiles is blended and summed down for several lines before the next one, so that it stays in the first cache.
 */
import { ALPHA, FULL, fillTile, MIXED, NOTHING, OPAQUE, PAIR, PLANES } from './scaleFill';

let cols: i32 = 0;
let pairsAcross: i32 = 0;
let pairsDown: i32 = 0;
let across: usize = 0;
let down: usize = 0;
let ringPairs: i32 = 0;
let linesAtOnce: i32 = 0;
let planes: usize = 0;
let held: usize = 0;
let heldByLines: usize = 0;
let lines: usize = 0;
let lineBytes: usize = 0;
let ring: usize = 0;
/** one row of tiles of the scaled picture: four planes of 256 i16 each */
export let scaled: usize = 0;
/** rows of tiles that are in the ring, up to but without this one */
let filled: i32 = 0;

function aligned(address: usize): usize {
  return (address + 63) & ~63;
}

/** Takes a plan, and divides the work memory. */
export function openPlan(plan: usize, work: usize): void {
  cols = load<i32>(plan);
  pairsAcross = load<i32>(plan, 4);
  pairsDown = load<i32>(plan, 8);
  across = <usize>load<u32>(plan, 12);
  down = <usize>load<u32>(plan, 16);
  ringPairs = load<i32>(plan, 20);
  linesAtOnce = load<i32>(plan, 28);
  planes = work;
  held = planes + PLANES;
  heldByLines = held + <usize>(cols * (ringPairs >> 3));
  lines = aligned(heldByLines + <usize>cols);
  lineBytes = <usize>cols << 7;
  ring = lines + (lineBytes << 4);
  scaled = ring + <usize>(cols * ringPairs) * PAIR;
  filled = 0;
}

/** Sums a channel of a tile's column down. @param to receives sixteen i16, six bits after the point */
// @ts-ignore: decorator
@inline
function sumChannel(from: usize, begin: usize, end: usize, weights: usize, to: usize): void {
  const half = i32x4.splat(1 << 14);
  let s0 = half;
  let s1 = half;
  let s2 = half;
  let s3 = half;
  for (const last = weights + (<usize>pairsDown << 2); weights < last; weights += 4) {
    const w = v128.load32_splat(weights);
    s0 = i32x4.add(s0, i32x4.dot_i16x8_s(v128.load(from), w));
    s1 = i32x4.add(s1, i32x4.dot_i16x8_s(v128.load(from, 16), w));
    s2 = i32x4.add(s2, i32x4.dot_i16x8_s(v128.load(from, 32), w));
    s3 = i32x4.add(s3, i32x4.dot_i16x8_s(v128.load(from, 48), w));
    from += PAIR;
    if (from == end) from = begin;
  }
  v128.store(to, i16x8.narrow_i32x4_s(i32x4.shr_s(s0, 15), i32x4.shr_s(s1, 15)));
  v128.store(to, i16x8.narrow_i32x4_s(i32x4.shr_s(s2, 15), i32x4.shr_s(s3, 15)), 16);
}

/** A column of tiles summed down for one line. @param ringColumn the column's part of the ring */
// @ts-ignore: decorator
@inline
function sumDown(weights: usize, ringColumn: usize, opaque: bool, to: usize): void {
  const first = <usize>(load<i32>(weights) % ringPairs);
  const from = ringColumn + first * PAIR;
  const end = ringColumn + <usize>ringPairs * PAIR;
  sumChannel(from, ringColumn, end, weights + 4, planes);
  sumChannel(from + 64, ringColumn + 64, end + 64, weights + 4, planes + 32);
  sumChannel(from + 128, ringColumn + 128, end + 128, weights + 4, planes + 64);
  if (opaque) {
    v128.store(planes, i16x8.splat(FULL >> 1), 96);
    v128.store(planes, i16x8.splat(FULL >> 1), 112);
  } else sumChannel(from + ALPHA, ringColumn + ALPHA, end + ALPHA, weights + 4, planes + 96);
  for (let half: usize = 0; half < 32; half += 16, to += 64) {
    const r = v128.load(planes + half), g = v128.load(planes + half, 32);
    const b = v128.load(planes + half, 64), a = v128.load(planes + half, 96);
    const rg0 = i32x4.shuffle(r, g, 0, 4, 1, 5), rg1 = i32x4.shuffle(r, g, 2, 6, 3, 7);
    const ba0 = i32x4.shuffle(b, a, 0, 4, 1, 5), ba1 = i32x4.shuffle(b, a, 2, 6, 3, 7);
    v128.store(to, i64x2.shuffle(rg0, ba0, 0, 2));
    v128.store(to, i64x2.shuffle(rg0, ba0, 1, 3), 16);
    v128.store(to, i64x2.shuffle(rg1, ba1, 0, 2), 32);
    v128.store(to, i64x2.shuffle(rg1, ba1, 1, 3), 48);
  }
}

/** A column of tiles for `rows` lines, from row `y` of the scaled picture on. */
function sumColumn(
  tables: usize, layers: i32, col: i32, y: i32, rows: i32, firstRow: i32, endRow: i32, white: bool, list: usize,
): void {
  const ringRows = ringPairs >> 3;
  const ringColumn = ring + <usize>(col * ringPairs) * PAIR;
  const heldColumn = held + <usize>(col * ringRows);
  for (let row = max(filled, firstRow); row < endRow; row++) {
    const slot = <usize>(row % ringRows);
    store<u8>(heldColumn + slot, fillTile(tables, layers, row * cols + col, ringColumn + slot * (PAIR << 3), white, list, planes));
  }
  let any = NOTHING;
  let all: u8 = MIXED;
  for (let row = firstRow; row < endRow; row++) {
    const holds = load<u8>(heldColumn + <usize>(row % ringRows));
    any |= holds;
    all &= holds;
  }
  store<u8>(heldByLines + <usize>col, any);
  let to = lines + (<usize>col << 7);
  let weights = down + <usize>y * (<usize>(pairsDown + 1) << 2);
  const opaque = any == OPAQUE && all == OPAQUE;
  for (let i = 0; i < rows; i++, to += lineBytes, weights += <usize>(pairsDown + 1) << 2) {
    if (any == NOTHING) memory.fill(to, 0, 128);
    else sumDown(weights, ringColumn, opaque, to);
  }
}

/** One pixel of the scaled picture: red, green, blue, alpha, seven bits after the point. */
// @ts-ignore: decorator
@inline
function sumAcross(line: usize, weights: usize): v128 {
  let from = line + (<usize>load<u32>(weights) << 4);
  let sum = i32x4.splat(1 << 12);
  const end = weights + 4 + (<usize>pairsAcross << 2);
  for (let weight = weights + 4; weight < end; weight += 4, from += 16) {
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(from), v128.load32_splat(weight)));
  }
  return i32x4.shr_s(sum, 13);
}

/** Clamps alpha to 0 and full, and a colour to 0 and its alpha. */
// @ts-ignore: decorator
@inline
function limited(value: v128, most: v128): v128 {
  return i16x8.max_s(i16x8.min_s(value, most), i16x8.splat(0));
}

/** Whether any column is visible among those that the eight pixels from `weights` on are made of. */
// @ts-ignore: decorator
@inline
function isSeen(weights: usize, stride: usize): bool {
  let col = load<i32>(weights) >> 3;
  for (const last = (load<i32>(weights + 7 * stride) + pairsAcross - 1) >> 3; col <= last; col++) {
    if (load<u8>(heldByLines + <usize>col)) return true;
  }
  return false;
}

/** Eight pixels of each line, from pixel `x` of the scaled picture on. @param y row of the tiles of the first line */
function sumEight(x: i32, y: i32, rows: i32): void {
  const stride = <usize>(pairsAcross + 1) << 2;
  const weights = across + <usize>x * stride;
  const full = i16x8.splat(FULL);
  let to = scaled + <usize>(x >> 4) * PLANES + (<usize>y << 5) + (<usize>(x & 8) << 1);
  const seen = isSeen(weights, stride);
  for (let i = 0, line = lines; i < rows; i++, line += lineBytes, to += 32) {
    if (!seen) {
      const zero = i16x8.splat(0);
      v128.store(to, zero);
      v128.store(to, zero, 512);
      v128.store(to, zero, 1024);
      v128.store(to, zero, 1536);
      continue;
    }
    const p0 = sumAcross(line, weights);
    const p1 = sumAcross(line, weights + stride);
    const p2 = sumAcross(line, weights + 2 * stride);
    const p3 = sumAcross(line, weights + 3 * stride);
    const p4 = sumAcross(line, weights + 4 * stride);
    const p5 = sumAcross(line, weights + 5 * stride);
    const p6 = sumAcross(line, weights + 6 * stride);
    const p7 = sumAcross(line, weights + 7 * stride);
    const n0 = i16x8.narrow_i32x4_s(p0, p1), n1 = i16x8.narrow_i32x4_s(p2, p3);
    const n2 = i16x8.narrow_i32x4_s(p4, p5), n3 = i16x8.narrow_i32x4_s(p6, p7);
    const rg0 = i16x8.shuffle(n0, n1, 0, 4, 8, 12, 1, 5, 9, 13), ba0 = i16x8.shuffle(n0, n1, 2, 6, 10, 14, 3, 7, 11, 15);
    const rg1 = i16x8.shuffle(n2, n3, 0, 4, 8, 12, 1, 5, 9, 13), ba1 = i16x8.shuffle(n2, n3, 2, 6, 10, 14, 3, 7, 11, 15);
    const a = limited(i64x2.shuffle(ba0, ba1, 1, 3), full);
    v128.store(to, limited(i64x2.shuffle(rg0, rg1, 0, 2), a));
    v128.store(to, limited(i64x2.shuffle(rg0, rg1, 1, 3), a), 512);
    v128.store(to, limited(i64x2.shuffle(ba0, ba1, 0, 2), a), 1024);
    v128.store(to, a, 1536);
  }
}

/**
 * A row of tiles of the scaled picture, to `scaled`. Rows come in order.
 * @param y     its first row
 * @param rows  how many of its rows are in the picture
 */
export function scaleTiles(
  tables: usize, layers: i32, width: i32, y: i32, rows: i32, white: bool, list: usize,
): void {
  const stride = <usize>(pairsDown + 1) << 2;
  for (let line = 0; line < rows; line += linesAtOnce) {
    const first = y + line;
    const count = min(linesAtOnce, rows - line);
    const firstRow = load<i32>(down + <usize>first * stride) >> 3;
    const endRow = ((load<i32>(down + <usize>(first + count - 1) * stride) + pairsDown - 1) >> 3) + 1;
    for (let col = 0; col < cols; col++) {
      sumColumn(tables, layers, col, first, count, firstRow, endRow, white, list);
    }
    filled = endRow;
    for (let x = 0; x < width; x += 8) sumEight(x, line, count);
  }
}
