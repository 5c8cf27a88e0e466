/**
 * Converts pixels to packed tiles, and packed tiles to a tile table.
 *
 *   pack        pixels -> kinds, colours of tiles of one colour, and a record for every other plane
 *   packBytes   any list of bytes -> records
 *   unpack      records -> blocks, and the table that says which tile has which
 */
import { packBeside, packPlane } from './packPlanes';
import { unpackPlane } from './unpackPlanes';

/** Kinds of tiles. renderReady.ts has the same numbers. */
const EMPTY: u8 = 0;
const OPAQUE: u8 = 1;
const MIXED: u8 = 2;
const ONE_COLOUR: u8 = 4;

const COLOUR: usize = 768;
const ALPHA: usize = 256;

/** Sixteen rows of sixteen pixels, the last ones repeated beyond the picture's edge. */
function staged(rgba: usize, width: i32, height: i32, x0: i32, y0: i32, to: usize): void {
  for (let y = 0; y < 16; y++) {
    const row = rgba + (<usize>min(height - 1, y0 + y) * <usize>width << 2);
    for (let x = 0; x < 16; x++, to += 4) store<u32>(to, load<u32>(row + (<usize>min(width - 1, x0 + x) << 2)));
  }
}

/** Whether a tile is fully transparent, as most tiles of most layers are. */
function isClear(rgba: usize, stride: usize): bool {
  let any = i8x16.splat(0);
  for (let y = 0; y < 16; y++, rgba += stride) {
    any = v128.or(any, v128.or(v128.or(v128.load(rgba), v128.load(rgba, 16)), v128.or(v128.load(rgba, 32), v128.load(rgba, 48))));
  }
  return !v128.any_true(v128.and(any, i32x4.splat(0xff000000)));
}

/** Gives invisible pixels the colour above them, or that of the first visible pixel, so that they take few bits. */
function fill(planes: usize): void {
  let at: usize = 0;
  while (!load<u8>(planes + at, 768)) at++;
  let r = v128.load8_splat(planes + at), g = v128.load8_splat(planes + at, 256), b = v128.load8_splat(planes + at, 512);
  for (let o = planes; o < planes + 256; o += 16) {
    const unseen = i8x16.eq(v128.load(o, 768), i8x16.splat(0));
    r = v128.bitselect(r, v128.load(o), unseen);
    g = v128.bitselect(g, v128.load(o, 256), unseen);
    b = v128.bitselect(b, v128.load(o, 512), unseen);
    v128.store(o, r);
    v128.store(o, g, 256);
    v128.store(o, b, 512);
  }
}

/** Whether all 256 bytes are the same. */
function isFlat(plane: usize): bool {
  const value = v128.load8_splat(plane);
  let others = i8x16.splat(0);
  for (let o: usize = 0; o < 256; o += 16) others = v128.or(others, v128.xor(value, v128.load(plane + o)));
  return !v128.any_true(others);
}

/**
 * Cuts out the tile whose first pixel is at `rgba`.
 * @param out 1,024 bytes: colour block, alpha block
 */
function cut(rgba: usize, stride: usize, out: usize): u8 {
  if (isClear(rgba, stride)) return EMPTY;
  let least = i8x16.splat(-1);
  for (let o = out; o < out + 256; o += 16, rgba += stride) {
    const p0 = v128.load(rgba), p1 = v128.load(rgba, 16), p2 = v128.load(rgba, 32), p3 = v128.load(rgba, 48);
    const rg0 = i8x16.shuffle(p0, p1, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const rg1 = i8x16.shuffle(p2, p3, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const ba0 = i8x16.shuffle(p0, p1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    const ba1 = i8x16.shuffle(p2, p3, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    const a = i64x2.shuffle(ba0, ba1, 1, 3);
    v128.store(o, i64x2.shuffle(rg0, rg1, 0, 2));
    v128.store(o, i64x2.shuffle(rg0, rg1, 1, 3), 256);
    v128.store(o, i64x2.shuffle(ba0, ba1, 0, 2), 512);
    v128.store(o, a, 768);
    least = i8x16.min_u(least, a);
  }
  if (!i8x16.all_true(least)) fill(out);
  const opaque = i8x16.all_true(i8x16.eq(least, i8x16.splat(-1)));
  const oneColour = isFlat(out) && isFlat(out + 256) && isFlat(out + 512);
  return (opaque ? OPAQUE : MIXED) | (oneColour ? ONE_COLOUR : 0);
}

/**
 * @param kinds one byte per tile
 * @param oneColours one u32 for every tile of one colour
 * @param records for every tile that is not empty: of green, red and blue unless it is of one colour, of alpha if mixed
 * @param counts receives how many are of one colour, have colours, have alphas, and how many bytes the records take: four
 *   u32
 * @param scratch 3,328 bytes
 */
export function pack(
  rgba: usize, width: i32, height: i32, kinds: usize, oneColours: usize, records: usize, counts: usize, scratch: usize,
): void {
  const ones = oneColours;
  const start = records;
  const planes = scratch;
  const other = scratch + 1024;
  const edge = scratch + 1280;
  const work = scratch + 2304;
  let colours: u32 = 0;
  let alphas: u32 = 0;
  for (let y = 0; y < height; y += 16) {
    for (let x = 0; x < width; x += 16, kinds++) {
      let stride = <usize>width << 2;
      let corner = rgba + <usize>y * stride + (<usize>x << 2);
      if (x + 16 > width || y + 16 > height) {
        staged(rgba, width, height, x, y, edge);
        corner = edge;
        stride = 64;
      }
      const kind = cut(corner, stride, planes);
      store<u8>(kinds, kind);
      if (kind == EMPTY) continue;
      if (kind & ONE_COLOUR) {
        store<u32>(
          oneColours, load<u8>(planes) | (<u32>load<u8>(planes, 256) << 8) | (<u32>load<u8>(planes, 512) << 16));
        oneColours += 4;
      } else {
        const green = planes + 256;
        records = packPlane(green, records, work);
        records = packBeside(planes, green, other, records, work);
        records = packBeside(planes + 512, green, other, records, work);
        colours++;
      }
      if (kind & MIXED) {
        records = packPlane(planes + COLOUR, records, work);
        alphas++;
      }
    }
  }
  store<u32>(counts, <u32>((oneColours - ones) >> 2));
  store<u32>(counts, colours, 4);
  store<u32>(counts, alphas, 8);
  store<u32>(counts, <u32>(records - start), 12);
}

/**
 * @param from `length` bytes, and room for zeros up to the next multiple of 256
 * @returns where the records end
 */
export function packBytes(from: usize, length: usize, to: usize, scratch: usize): usize {
  memory.fill(from + length, 0, (256 - (length & 255)) & 255);
  for (const end = from + length; from < end; from += 256) to = packPlane(from, to, scratch);
  return to;
}

/** @returns where the records end; 0 when they do not end before `end` */
function unpackBytes(at: usize, end: usize, to: usize, length: usize, scratch: usize): usize {
  for (const last = to + length; to < last; to += 256) {
    if (at >= end) return 0;
    at = unpackPlane(at, to, 0, scratch);
    if (!at) return 0;
  }
  return at;
}

/**
 * Trusts no data: reads at most 1,216 bytes past `end`, and writes only within the blocks and the table.
 * @param at palette (`paletteSize` u32), then records: of kinds, of palette indices of tiles of one colour (lowest bytes
 *   of all, then middle, then highest), of tiles
 * @param end where the records must end
 * @param blocks room for `colours` blocks, `alphas` blocks and `paletteSize` blocks of colour
 * @param table receives {colour, alpha} addresses a tile: {0, 0} empty, alpha 0 opaque
 * @param scratch 32 bytes, and `tiles` and three times `oneColours` bytes, each rounded up to 256
 * @returns whether the data was valid
 */
export function unpack(
  at: usize, end: usize, tiles: i32, colours: i32, alphas: i32, oneColours: i32, paletteSize: i32,
  blocks: usize, table: usize, scratch: usize,
): bool {
  let alpha = blocks + <usize>colours * COLOUR;
  const alphaEnd = alpha + <usize>alphas * ALPHA;
  const colourEnd = alpha;
  let colour = blocks;
  const palette = alphaEnd;
  for (let i: usize = 0; i < <usize>paletteSize; i++, at += 4) {
    const value = load<u32>(at);
    const block = palette + i * COLOUR;
    memory.fill(block, <u8>value, 256);
    memory.fill(block + 256, <u8>(value >> 8), 256);
    memory.fill(block + 512, <u8>(value >> 16), 256);
  }
  let kinds = scratch + 32;
  let indices = kinds + ((<usize>tiles + 255) & ~255);
  const step = (<usize>oneColours + 255) & ~255;
  const indicesEnd = indices + <usize>oneColours;
  at = unpackBytes(at, end, kinds, tiles, scratch);
  for (let i: usize = 0; i < 3 && at; i++) at = unpackBytes(at, end, indices + i * step, oneColours, scratch);
  if (!at) return false;

  for (const last = kinds + <usize>tiles; kinds < last; kinds++, table += 8) {
    const kind = load<u8>(kinds);
    if (kind == EMPTY) {
      store<u64>(table, 0);
      continue;
    }
    if ((kind & ~ONE_COLOUR) != OPAQUE && (kind & ~ONE_COLOUR) != MIXED) return false;
    if (at > end) return false;
    if (kind & ONE_COLOUR) {
      if (indices == indicesEnd) return false;
      const index = <u32>load<u8>(indices) | (<u32>load<u8>(indices + step) << 8) | (<u32>load<u8>(indices + step * 2) << 16);
      indices++;
      if (index >= <u32>paletteSize) return false;
      store<u32>(table, <u32>(palette + <usize>index * COLOUR));
    } else {
      if (colour == colourEnd) return false;
      const green = colour + 256;
      at = unpackPlane(at, green, 0, scratch);
      if (at) at = unpackPlane(at, colour, green, scratch);
      if (at) at = unpackPlane(at, colour + 512, green, scratch);
      if (!at) return false;
      store<u32>(table, <u32>colour);
      colour += COLOUR;
    }
    if (kind & MIXED) {
      if (alpha == alphaEnd) return false;
      at = unpackPlane(at, alpha, 0, scratch);
      if (!at) return false;
      store<u32>(table, <u32>alpha, 4);
      alpha += ALPHA;
    } else store<u32>(table, 0, 4);
  }
  return at == end && indices == indicesEnd && colour == colourEnd && alpha == alphaEnd;
}
