/**
 * A stack blended in its own size and scaled to another: separable, in premultiplied alpha, down first, then across. Weights
 * have 14 bits; sums have 32, so that only what lies between the two directions is rounded, to six bits after the point.
 *
 *   scaledPixels      a band (some rows of tiles) of the scaled picture -> RGBA
 *   scaledJpegRows    the same -> restart segments of a JPEG, one for each row of tiles
 *
 * The plan, made in scaling.ts, u32 each: 0 columns of tiles in the stack's own size, 1 pairs that a pixel is made of across,
 * 2 pairs down, 3 address of the weights across, 4 of those down, 5 pairs of rows in the ring, 6 rows of tiles in a band, 7 lines
 * that are made at once: sixteen, or fewer where each is made of many rows.
 * Weights, for every column or row of the scaled picture: the first pair, then two i16 per pair. Pixels are summed in pairs
 * because one instruction multiplies two and adds them.
 *
 * A column of tiles is blended and summed down for several lines before the next one, so that it stays in the first cache.
 *
 * Work memory: four planes (2,048 bytes), what tiles hold (a byte for each tile in the ring and for each column of the lines),
 * sixteen lines (8 bytes per pixel: pairs of pixels, channel by channel), the ring (column after column: 256 bytes for
 * each pair of rows, channel by channel), one row of tiles of the scaled picture (2,048 bytes per tile).
 */
import { minusAlpha, over, storePixels, visible, wide } from './blend';
import { blend, codeTile, finish, start } from './jpeg';

const FULL: i16 = 255 << 7;
/** a tile's four planes of 256 i16 */
const PLANES: usize = 2048;
/** a pair of rows of a tile: four channels of 16 x 2 i16 */
const PAIR: usize = 256;
const ALPHA: usize = 192;

/** What a tile holds. */
const NOTHING: u8 = 0;
const OPAQUE: u8 = 1;
const MIXED: u8 = 3;

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
let scaled: usize = 0;
/** rows of tiles that are in the ring, up to but without this one */
let filled: i32 = 0;

function aligned(address: usize): usize {
  return (address + 63) & ~63;
}

function open(plan: usize, work: usize): void {
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

/** A tile that is premultiplied, on transparency. */
function blendClear(list: usize, count: i32): void {
  const base = <usize>load<u32>(list);
  const top = list + 8;
  const bottom = top + (<usize>count << 3);
  const full = i16x8.splat(FULL);
  for (let i: usize = 0; i < 256; i += 8) {
    let r = i16x8.splat(0);
    let g = r;
    let b = r;
    let a = r;
    if (base) {
      r = wide(base + i);
      g = wide(base + i + 256);
      b = wide(base + i + 512);
      a = full;
    }
    for (let entry = bottom; entry > top; ) {
      entry -= 8;
      const colour = <usize>load<u32>(entry) + i;
      const minus = minusAlpha(<usize>load<u32>(entry, 4) + i);
      r = over(r, wide(colour), minus);
      g = over(g, wide(colour + 256), minus);
      b = over(b, wide(colour + 512), minus);
      a = over(a, full, minus);
    }
    const at = planes + (i << 1);
    v128.store(at, r);
    v128.store(at, g, 512);
    v128.store(at, b, 1024);
    v128.store(at, a, 1536);
  }
}

/** A plane as eight pairs of rows. */
// @ts-ignore: decorator
@inline
function storePairs(plane: usize, to: usize): void {
  for (const end = plane + 512; plane < end; plane += 64, to += PAIR) {
    const a0 = v128.load(plane), a1 = v128.load(plane, 16), b0 = v128.load(plane, 32), b1 = v128.load(plane, 48);
    v128.store(to, i16x8.shuffle(a0, b0, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(to, i16x8.shuffle(a0, b0, 4, 12, 5, 13, 6, 14, 7, 15), 16);
    v128.store(to, i16x8.shuffle(a1, b1, 0, 8, 1, 9, 2, 10, 3, 11), 32);
    v128.store(to, i16x8.shuffle(a1, b1, 4, 12, 5, 13, 6, 14, 7, 15), 48);
  }
}

/** A channel of an opaque tile as eight pairs of rows: nothing is blended. */
// @ts-ignore: decorator
@inline
function storeOpaque(block: usize, to: usize): void {
  for (const end = block + 256; block < end; block += 32, to += PAIR) {
    const above = v128.load(block);
    const below = v128.load(block, 16);
    const left = i8x16.shuffle(above, below, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const right = i8x16.shuffle(above, below, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    v128.store(to, i16x8.shl(i16x8.extend_low_i8x16_u(left), 7));
    v128.store(to, i16x8.shl(i16x8.extend_high_i8x16_u(left), 7), 16);
    v128.store(to, i16x8.shl(i16x8.extend_low_i8x16_u(right), 7), 32);
    v128.store(to, i16x8.shl(i16x8.extend_high_i8x16_u(right), 7), 48);
  }
}

function fillAlpha(to: usize): void {
  for (const end = to + (PAIR << 3); to < end; to += PAIR) {
    v128.store(to, i16x8.splat(FULL), ALPHA);
    v128.store(to, i16x8.splat(FULL), ALPHA + 16);
    v128.store(to, i16x8.splat(FULL), ALPHA + 32);
    v128.store(to, i16x8.splat(FULL), ALPHA + 48);
  }
}

/** Blends a tile of the stack into the ring. @returns what it holds */
function fill(tables: usize, layers: i32, row: i32, col: i32, to: usize, white: bool, list: usize): u8 {
  const count = visible(tables, layers, row * cols + col, list);
  const hasBase = <bool>(load<u32>(list) != 0);
  if (!white && count == 0 && !hasBase) {
    memory.fill(to, 0, PAIR << 3);
    return NOTHING;
  }
  if (count == 0 && hasBase) {
    const base = <usize>load<u32>(list);
    storeOpaque(base, to);
    storeOpaque(base + 256, to + 64);
    storeOpaque(base + 512, to + 128);
    if (!white) fillAlpha(to);
    return OPAQUE;
  }
  if (white) blend(list, count, planes);
  else blendClear(list, count);
  storePairs(planes, to);
  storePairs(planes + 512, to + 64);
  storePairs(planes + 1024, to + 128);
  if (white) return OPAQUE;
  storePairs(planes + 1536, to + ALPHA);
  return hasBase ? OPAQUE : MIXED;
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
    store<u8>(heldColumn + slot, fill(tables, layers, row, col, ringColumn + slot * (PAIR << 3), white, list));
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
function scaleTiles(
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

/**
 * @param tables address of each layer's tile table, bottom first
 * @param width, height of the scaled picture
 * @param band of it, from 0 on
 * @param out the whole scaled picture: width x height x 4 bytes, straight alpha
 * @param white whether to paint on white instead of on transparency
 * @param scratch 1,088 bytes and 8 bytes per layer
 */
export function scaledPixels(
  tables: usize, layers: i32, plan: usize, width: i32, height: i32, band: i32, out: usize, white: bool, scratch: usize,
  work: usize,
): void {
  open(plan, work);
  const bandRows = load<i32>(plan, 24) << 4;
  const end = min(height, (band + 1) * bandRows);
  for (let y = band * bandRows; y < end; y += 16) {
    const rows = min(16, height - y);
    scaleTiles(tables, layers, width, y, rows, white, scratch + 1072);
    for (let i = 0; i < rows; i++) storeRow(width, i, out + (<usize>(y + i) * <usize>width << 2), white, scratch);
  }
}

/** Row `y` of the tiles in `scaled`. */
function storeRow(width: i32, y: i32, to: usize, white: bool, scratch: usize): void {
  const wideEnd = width & ~7;
  for (let x = 0; x < width; x += 8) {
    const from = scaled + <usize>(x >> 4) * PLANES + (<usize>y << 5) + (<usize>(x & 8) << 1);
    const r = v128.load(from), g = v128.load(from, 512), b = v128.load(from, 1024), a = v128.load(from, 1536);
    if (x < wideEnd) storePixels(to + (<usize>x << 2), r, g, b, a, white, scratch + 1024);
    else {
      storePixels(scratch, r, g, b, a, white, scratch + 1024);
      memory.copy(to + (<usize>x << 2), scratch, <usize>(width - x) << 2);
    }
  }
}

/**
 * On white.
 * @param out     of the row of tiles 0; `stride` bytes further for each next one
 * @param lengths receives the bytes of each segment, u32 each, from that of row 0 on
 * @param scratch 2,560 bytes and 8 bytes per layer
 */
export function scaledJpegRows(
  tables: usize, layers: i32, plan: usize, width: i32, height: i32, band: i32, jpegTables: usize, out: usize,
  stride: usize, lengths: usize, scratch: usize, work: usize,
): void {
  open(plan, work);
  const tiles = <usize>(width + 15) >> 4;
  const bandRows = load<i32>(plan, 24);
  let row = band * bandRows;
  for (const end = min((height + 15) >> 4, row + bandRows); row < end; row++) {
    const from = row << 4;
    const rows = min(16, height - from);
    scaleTiles(tables, layers, <i32>(tiles << 4), from, rows, true, scratch + 2496);
    // Below the picture its last row is repeated.
    for (let tile = scaled; rows < 16 && tile < scaled + tiles * PLANES; tile += PLANES) {
      for (let plane = tile; plane < tile + 1536; plane += 512) {
        const last = plane + (<usize>(rows - 1) << 5);
        for (let y = rows; y < 16; y++) memory.copy(plane + (<usize>y << 5), last, 32);
      }
    }
    const to = out + <usize>row * stride;
    start(to);
    for (let tile: usize = 0; tile < tiles; tile++) codeTile(scaled + tile * PLANES, jpegTables, scratch + 1536, scratch + 2304);
    store<u32>(lengths + (<usize>row << 2), finish(to));
  }
}
