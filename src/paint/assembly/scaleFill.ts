/**
 * A tile of a stack, blended into the ring that scaling sums: premultiplied, in pairs of rows, because one instruction
 * multiplies two values and adds them.
 *
 *   fillTile                  a tile of the stack -> eight pairs of rows, and what it holds
 *   NOTHING, OPAQUE, MIXED    what a tile holds; of several tiles, their bits together
 *   FULL, PLANES, PAIR, ALPHA how pixels are laid out
 */
import { minusAlpha, over, visible, wide } from './blend';
import { blend } from './jpeg';

export const FULL: i16 = 255 << 7;
/** a tile's four planes of 256 i16 */
export const PLANES: usize = 2048;
/** a pair of rows of a tile: four channels of 16 x 2 i16 */
export const PAIR: usize = 256;
export const ALPHA: usize = 192;

/** What a tile holds. */
export const NOTHING: u8 = 0;
export const OPAQUE: u8 = 1;
export const MIXED: u8 = 3;

/** A tile that is premultiplied, on transparency. */
function blendClear(list: usize, count: i32, planes: usize): void {
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

/**
 * Blends a tile of the stack into the ring.
 * @param index   of the tile
 * @param to      its place in the ring: eight pairs of rows
 * @param list    8 bytes and 8 bytes per layer
 * @param planes  2,048 bytes
 * @returns what it holds
 */
export function fillTile(tables: usize, layers: i32, index: i32, to: usize, white: bool, list: usize, planes: usize): u8 {
  const count = visible(tables, layers, index, list);
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
  else blendClear(list, count, planes);
  storePairs(planes, to);
  storePairs(planes + 512, to + 64);
  storePairs(planes + 1024, to + 128);
  if (white) return OPAQUE;
  storePairs(planes + 1536, to + ALPHA);
  return hasBase ? OPAQUE : MIXED;
}
