/**
 * Operations on sixteen bytes that SIMD has no single instruction for.
 *
 *   even, odd, smaller, larger        of neighbours
 *   bitsOf                            each value's bits
 *   sumOf, leastOf, largestOf         of all sixteen
 */

// @ts-ignore: decorator
@inline
export function even(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

// @ts-ignore: decorator
@inline
export function odd(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/** The smaller of each two neighbours, of `a`, then of `b`. */
// @ts-ignore: decorator
@inline
export function smaller(a: v128, b: v128): v128 {
  return i8x16.min_s(even(a, b), odd(a, b));
}

// @ts-ignore: decorator
@inline
export function larger(a: v128, b: v128): v128 {
  return i8x16.max_s(even(a, b), odd(a, b));
}

/** How many bits each of sixteen unsigned values needs. */
// @ts-ignore: decorator
@inline
export function bitsOf(v: v128): v128 {
  let n = i8x16.ne(v, i8x16.splat(0));
  n = i8x16.add(n, i8x16.gt_u(v, i8x16.splat(1)));
  n = i8x16.add(n, i8x16.gt_u(v, i8x16.splat(3)));
  n = i8x16.add(n, i8x16.gt_u(v, i8x16.splat(7)));
  n = i8x16.add(n, i8x16.gt_u(v, i8x16.splat(15)));
  n = i8x16.add(n, i8x16.gt_u(v, i8x16.splat(31)));
  n = i8x16.add(n, i8x16.gt_u(v, i8x16.splat(63)));
  return i8x16.neg(i8x16.add(n, i8x16.gt_u(v, i8x16.splat(127))));
}

// @ts-ignore: decorator
@inline
export function sumOf(v: v128): i32 {
  const four = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v));
  const two = i32x4.add(four, i64x2.shuffle(four, four, 1, 0));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** The least of sixteen unsigned values. */
// @ts-ignore: decorator
@inline
export function leastOf(v: v128): u32 {
  v = i8x16.min_u(v, i64x2.shuffle(v, v, 1, 0));
  v = i8x16.min_u(v, i32x4.shuffle(v, v, 1, 0, 3, 2));
  v = i8x16.min_u(v, i16x8.shuffle(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
  return <u32>min(i8x16.extract_lane_u(v, 0), i8x16.extract_lane_u(v, 1));
}

// @ts-ignore: decorator
@inline
export function largestOf(v: v128): u32 {
  return 255 - leastOf(v128.not(v));
}
