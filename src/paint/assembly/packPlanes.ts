/**
 * Packs planes into records; planes.ts describes the format.
 *
 *   packPlane      256 bytes -> a record of 2 to 285 bytes, by the predictor with the smallest remainders
 *   packBeside     the same for red and blue, which are often similar to green
 *   PACK_SCRATCH
 */
import { bitsOf, largestOf, leastOf, sumOf } from './lanes';
import {
  bitsOfCode,
  FLAT,
  MINUS_GREEN,
  MIRRORED,
  OFFSETS_OF_8,
  offsetsMirrored,
  offsetsSigned,
  ONE_OFFSET,
  PREDICTORS,
  SIGNED,
  transposed,
  UP,
} from './planes';
import { extremes, leastSum, remainders, sample, sums } from './remainders';

/** Bytes: remainders, and least and largest of their rows. */
export const PACK_SCRATCH: usize = 896;

/** Writes 16 bytes; two of them matter for each bit of the width. */
// @ts-ignore: decorator
@inline
function putBits(to: usize, values: v128): void {
  const x = transposed(values);
  v128.store(to, i8x16.relaxed_swizzle(x, i8x16(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)));
}

/** 0, 1, 2, 4 or 8 bits, as 0 to 4. */
// @ts-ignore: decorator
@inline
function codeOf(range: u32): u32 {
  return range == 0 ? 0 : range == 1 ? 1 : range < 4 ? 2 : range < 16 ? 3 : 4;
}

// @ts-ignore: decorator
@inline
function widthsSigned(least: v128, largest: v128): v128 {
  const zero = i8x16.splat(0);
  const some = i8x16.ne(v128.or(least, largest), zero);
  return i8x16.sub(bitsOf(i8x16.max_s(largest, v128.not(least))), some);
}

// @ts-ignore: decorator
@inline
function widthsMirrored(least: v128, largest: v128): v128 {
  const zero = i8x16.splat(0);
  const some = i8x16.ne(v128.or(least, largest), zero);
  const size = i8x16.max_s(i8x16.sub_sat_s(zero, least), i8x16.sub_sat_s(largest, i8x16.splat(1)));
  return i8x16.sub(bitsOf(v128.and(size, some)), some);
}

/**
 * @param to room for 300 bytes
 * @param scratch PACK_SCRATCH bytes
 * @returns the record's end
 */
export function packPlane(plane: usize, to: usize, scratch: usize): usize {
  sample(plane, scratch);
  const work = scratch + 768;
  v128.store(scratch, sums(scratch, work));
  v128.store(scratch, sums(scratch + 256, work), 16);
  return packBy(leastSum(scratch, PREDICTORS), plane, 0, to, scratch);
}

/**
 * Packs red or blue, minus green where that takes fewer bits.
 * @param other 256 bytes
 */
export function packBeside(plane: usize, green: usize, other: usize, to: usize, scratch: usize): usize {
  for (let o: usize = 0; o < 256; o += 16) {
    v128.store(other + o, i8x16.sub(v128.load(plane + o), v128.load(green + o)));
  }
  const work = scratch + 768;
  sample(other, scratch);
  v128.store(scratch, sums(scratch, work));
  // Grey, or of one tint: nothing can be smaller.
  if (!load<u32>(scratch)) return packBy(UP, other, MINUS_GREEN, to, scratch);
  sample(plane, scratch + 384);
  v128.store(scratch, sums(scratch + 256, work), 16);
  v128.store(scratch, sums(scratch + 512, work), 32);
  const which = leastSum(scratch, 2 * PREDICTORS);
  return which < PREDICTORS
    ? packBy(which, other, MINUS_GREEN, to, scratch)
    : packBy(which - PREDICTORS, plane, 0, to, scratch);
}

function packBy(predictor: u32, plane: usize, green: u32, to: usize, scratch: usize): usize {
  const rows = scratch;
  const work = scratch + 256;
  remainders(plane, predictor, rows);
  extremes(rows, work);
  const least = v128.load(work);
  const largest = v128.load(work, 16);
  if (!v128.any_true(v128.or(least, largest))) {
    store<u8>(to, <u8>(FLAT | green));
    store<u8>(to, load<u8>(plane), 1);
    return to + 2;
  }
  // As unsigned numbers in the same order.
  const top = i8x16.splat(-128);
  const lowest = leastOf(v128.xor(least, top));
  const offsetCode = codeOf(largestOf(v128.xor(least, top)) - lowest);
  let offsets = least;
  let widths = bitsOf(i8x16.sub(largest, least));
  let mode = ONE_OFFSET + offsetCode;
  let bytes = sumOf(widths) + <i32>bitsOfCode(offsetCode);
  const signed = widthsSigned(least, largest);
  const signedBytes = sumOf(signed);
  if (signedBytes <= bytes) {
    bytes = signedBytes;
    widths = signed;
    offsets = offsetsSigned(signed);
    mode = SIGNED;
  }
  const mirrored = widthsMirrored(least, largest);
  if (sumOf(mirrored) < bytes) {
    widths = mirrored;
    offsets = offsetsMirrored(mirrored);
    mode = MIRRORED;
  }

  const leastWidth = leastOf(widths);
  const widthCode = codeOf(largestOf(widths) - leastWidth);
  store<u8>(to, <u8>(predictor | green | (leastWidth << 4)));
  store<u8>(to, <u8>(widthCode | (mode << 2)), 1);
  store<u8>(to, <u8>(<u32>load<u8>(plane) - <u32>load<u8>(rows)), 2);
  to += 3;
  if (mode >= ONE_OFFSET && mode < OFFSETS_OF_8) {
    store<u8>(to, <u8>(lowest ^ 128));
    to += 1;
  }
  putBits(to, i8x16.sub(widths, i8x16.splat(<i8>leastWidth)));
  to += bitsOfCode(widthCode) << 1;
  if (mode > ONE_OFFSET) {
    putBits(to, mode == OFFSETS_OF_8 ? offsets : i8x16.sub(offsets, i8x16.splat(<i8>(lowest ^ 128))));
    to += bitsOfCode(offsetCode) << 1;
  }
  v128.store(work, widths);
  v128.store(work, offsets, 16);
  for (let y: usize = 0; y < 16; y++) {
    putBits(to, i8x16.sub(v128.load(rows + (y << 4)), v128.load8_splat(work + y, 16)));
    to += <usize>load<u8>(work + y) << 1;
  }
  return to;
}
