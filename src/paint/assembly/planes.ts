/**
 * The packed form of planes of 16 x 16 bytes (one channel of a tile, or any list in pieces of 256), and what packPlanes.ts and
 * unpackPlanes.ts share. Each row is stored as remainders: the row minus its prediction and minus the row's offset, in as
 * many bits as the row's largest remainder needs. The bits are stored as bit planes: the lowest bit of every remainder, then
 * the next bit of every remainder. Reading has no branch inside a plane.
 *
 * A record: one byte with the predictor (bits 0 to 2), "minus green" (bit 3, the caller's) and the least width (bits 4 to 7);
 * one byte that says how many bits a row's width takes beyond the least (bits 0 and 1: 0, 1, 2, 4) and where offsets come from
 * (bits 2 to 4); the first value minus its neighbour's step; the least offset if offsets have 0 to 4 bits; then the bits of
 * widths, of offsets, of rows. A plane of one value is the byte 7, then the value.
 */

export const UP: u32 = 0;
export const LEFT: u32 = 1;
/** a mean of the three above */
export const SMOOTH: u32 = 2;
/** as far from the one above as that is from the one above it */
export const SLOPE: u32 = 3;
export const UP_LEFT: u32 = 4;
// 5 is the one up and right.
export const PREDICTORS: u32 = 6;
export const FLAT: u32 = 7;
export const MINUS_GREEN: u32 = 8;

/** Offsets: by width, for remainders of either sign or mostly positive ones; one for all rows; 1, 2, 4 or 8 bits per row. */
export const SIGNED: u32 = 0;
export const MIRRORED: u32 = 1;
export const ONE_OFFSET: u32 = 2;
export const OFFSETS_OF_8: u32 = 6;

/** Eight bytes as a square of bits, twice: bit i of byte j becomes bit j of byte i. */
// @ts-ignore: decorator
@inline
export function transposed(x: v128): v128 {
  let t = v128.and(v128.xor(x, i64x2.shr_u(x, 7)), i64x2.splat(0x00aa00aa00aa00aa));
  x = v128.xor(x, v128.xor(t, i64x2.shl(t, 7)));
  t = v128.and(v128.xor(x, i64x2.shr_u(x, 14)), i64x2.splat(0x0000cccc0000cccc));
  x = v128.xor(x, v128.xor(t, i64x2.shl(t, 14)));
  t = v128.and(v128.xor(x, i64x2.shr_u(x, 28)), i64x2.splat(0x00000000f0f0f0f0));
  return v128.xor(x, v128.xor(t, i64x2.shl(t, 28)));
}

// @ts-ignore: decorator
@inline
export function fromLeft(row: v128): v128 {
  return i8x16.relaxed_swizzle(row, i8x16(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14));
}

// @ts-ignore: decorator
@inline
export function fromRight(row: v128): v128 {
  return i8x16.relaxed_swizzle(row, i8x16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15));
}

// @ts-ignore: decorator
@inline
export function mean(above: v128): v128 {
  return i8x16.avgr_u(above, i8x16.avgr_u(fromLeft(above), fromRight(above)));
}

// @ts-ignore: decorator
@inline
export function first(row: v128): v128 {
  return i8x16.relaxed_swizzle(row, i8x16.splat(0));
}

// @ts-ignore: decorator
@inline
export function bitsOfCode(code: u32): usize {
  return (1 << code) >> 1;
}

/** By width: what is added to the bits. */
// @ts-ignore: decorator
@inline
export function offsetsSigned(widths: v128): v128 {
  return i8x16.swizzle(i8x16(0, -1, -2, -4, -8, -16, -32, -64, -128, 0, 0, 0, 0, 0, 0, 0), widths);
}

// @ts-ignore: decorator
@inline
export function offsetsMirrored(widths: v128): v128 {
  return i8x16.swizzle(i8x16(0, 0, -1, -3, -7, -15, -31, -63, -127, 0, 0, 0, 0, 0, 0, 0), widths);
}
