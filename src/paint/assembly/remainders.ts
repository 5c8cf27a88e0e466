/**
 * What remains of a plane's rows after prediction, and which predictor leaves the least. planes.ts describes the format.
 *
 *   remainders           of all rows, by one predictor
 *   extremes             least and largest of each row
 *   sample, sums, leastSum   tell which predictor's remainders are smallest
 */
import { bitsOf, even, larger, odd, smaller } from './lanes';
import { first, fromLeft, fromRight, LEFT, mean, SLOPE, SMOOTH, UP, UP_LEFT } from './planes';

/** Each byte of a row minus the one to its left; `before` stands left of the first. */
// @ts-ignore: decorator
@inline
function minusLeft(row: v128, before: v128): v128 {
  return i8x16.sub(
    row, i8x16.shuffle(first(before), row, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
}

/** Remainders of rows 1 to 15 by one predictor; row 0 is always predicted from the left. */
export function remainders(plane: usize, predictor: u32, to: usize): void {
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
export function extremes(rows: usize, work: usize): void {
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

/** Four rows of each predictor's remainders: enough to tell which are smallest. @param to 384 bytes */
export function sample(plane: usize, to: usize): void {
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
export function sums(rows: usize, work: usize): v128 {
  extremes(rows, work);
  const bits = bitsOf(i8x16.sub(v128.load(work, 16), v128.load(work)));
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bits));
}

/** @returns which of `count` sums is least, the first of equal ones */
// @ts-ignore: decorator
@inline
export function leastSum(at: usize, count: u32): u32 {
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
