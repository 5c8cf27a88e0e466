/**
 * Packs planes into records; planes.ts describes the format.
 *
 *   packPlane      256 bytes -> a record of 2 to 285 bytes, by the predictor with the smallest remainders
 *   packBeside     the same for red and blue, which are often similar to green
 *   PACK_SCRATCH
 */
import {
  bitsOfCode,
  first,
  FLAT,
  fromLeft,
  fromRight,
  LEFT,
  MINUS_GREEN,
  mean,
  MIRRORED,
  OFFSETS_OF_8,
  offsetsMirrored,
  offsetsSigned,
  ONE_OFFSET,
  PREDICTORS,
  SIGNED,
  SLOPE,
  SMOOTH,
  transposed,
  UP,
  UP_LEFT,
} from './planes';
import { bitsOf, even, larger, largestOf, leastOf, odd, smaller, sumOf } from './lanes';

/** Bytes: remainders, and least and largest of their rows. */
export const PACK_SCRATCH: usize = 896;

/** Writes 16 bytes; two of them matter for each bit of the width. */
// @ts-ignore: decorator
@inline
function putBits(to: usize, values: v128): void {
  const x = transposed(values);
  v128.store(to, i8x16.relaxed_swizzle(x, i8x16(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)));
}

/** Each byte of a row minus the one to its left; `before` stands left of the first. */
// @ts-ignore: decorator
@inline
function minusLeft(row: v128, before: v128): v128 {
  return i8x16.sub(
    row, i8x16.shuffle(first(before), row, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
}

/** Remainders of rows 1 to 15 by one predictor; row 0 is always predicted from the left. */
function residues(plane: usize, predictor: u32, to: usize): void {
  const end = plane + 256;
  let above = v128.load(plane);
  // As if the step to the second value had led to the first one, too.
  const steps = minusLeft(above, above);
  v128.store(to, i8x16.shuffle(steps, steps, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  plane += 16;
  to += 16;
  if (predictor == UP) {
    for (; plane < end; plane += 16, to += 16) {
      const row = v128.load(plane);
      v128.store(to, i8x16.sub(row, above));
      above = row;
    }
  } else if (predictor == LEFT) {
    for (; plane < end; plane += 16, to += 16) {
      const row = v128.load(plane);
      v128.store(to, minusLeft(row, above));
      above = row;
    }
  } else if (predictor == SMOOTH) {
    for (; plane < end; plane += 16, to += 16) {
      const row = v128.load(plane);
      v128.store(to, i8x16.sub(row, mean(above)));
      above = row;
    }
  } else if (predictor == SLOPE) {
    let step = i8x16.splat(0);
    for (; plane < end; plane += 16, to += 16) {
      const row = v128.load(plane);
      const next = i8x16.sub(row, above);
      v128.store(to, i8x16.sub(next, step));
      step = next;
      above = row;
    }
  } else if (predictor == UP_LEFT) {
    for (; plane < end; plane += 16, to += 16) {
      const row = v128.load(plane);
      v128.store(to, i8x16.sub(row, fromLeft(above)));
      above = row;
    }
  } else {
    for (; plane < end; plane += 16, to += 16) {
      const row = v128.load(plane);
      v128.store(to, i8x16.sub(row, fromRight(above)));
      above = row;
    }
  }
}

/**
 * Least and largest of each of sixteen rows.
 * @param work 128 bytes; its first 16 receive the least, the next the largest
 */
function extremes(rows: usize, work: usize): void {
  for (let to = work; to < work + 128; to += 32, rows += 64) {
    const a = v128.load(rows), b = v128.load(rows, 16), c = v128.load(rows, 32), d = v128.load(rows, 48);
    const ab = even(a, b), ba = odd(a, b), cd = even(c, d), dc = odd(c, d);
    v128.store(to, smaller(i8x16.min_s(ab, ba), i8x16.min_s(cd, dc)));
    v128.store(to, larger(i8x16.max_s(ab, ba), i8x16.max_s(cd, dc)), 16);
  }
  const least = smaller(
    smaller(v128.load(work), v128.load(work, 32)), smaller(v128.load(work, 64), v128.load(work, 96)));
  const largest = larger(
    larger(v128.load(work, 16), v128.load(work, 48)), larger(v128.load(work, 80), v128.load(work, 112)));
  v128.store(work, least);
  v128.store(work, largest, 16);
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

/** Four rows of each predictor's remainders: enough to tell which are smallest. @param to 384 bytes */
function sample(plane: usize, to: usize): void {
  for (const end = to + 64; to < end; to += 16, plane += 64) {
    const row = v128.load(plane, 48), above = v128.load(plane, 32), beyond = v128.load(plane, 16);
    const up = i8x16.sub(row, above);
    v128.store(to, up);
    v128.store(to, minusLeft(row, above), 64);
    v128.store(to, i8x16.sub(row, mean(above)), 128);
    v128.store(to, i8x16.sub(up, i8x16.sub(above, beyond)), 192);
    v128.store(to, i8x16.sub(row, fromLeft(above)), 256);
    v128.store(to, i8x16.sub(row, fromRight(above)), 320);
  }
}

/** Of four times four rows, how many bits a remainder takes in each row, four rows in one sum. */
function sums(rows: usize, work: usize): v128 {
  extremes(rows, work);
  const bits = bitsOf(i8x16.sub(v128.load(work, 16), v128.load(work)));
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bits));
}

/** @returns which of `count` sums is least, the first of equal ones */
// @ts-ignore: decorator
@inline
function leastSum(at: usize, count: u32): u32 {
  let which: u32 = 0;
  let least = load<u32>(at);
  for (let i: u32 = 1; i < count; i++) {
    const sum = load<u32>(at + (<usize>i << 2));
    if (sum >= least) continue;
    least = sum;
    which = i;
  }
  return which;
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
  residues(plane, predictor, rows);
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
