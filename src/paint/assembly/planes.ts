/**
 * Planes of 16 x 16 bytes (one channel of a tile, or any list in pieces of 256) in few bits, and back: each row less
 * what is predicted of it, less the row's offset, in as many bits as the row's largest remainder needs. The bits lie as
 * planes: of every remainder the lowest, then of every remainder the next. Reading has no branch inside a plane.
 *
 *   packPlane, unpackPlane     256 bytes -> a record of 2 to 285 bytes -> 256 bytes
 *   packBeside                 the same for red and blue, which often are much as green
 *   PACK_SCRATCH, UNPACK_SCRATCH
 *
 * A record: one byte of predictor (bits 0 to 2), "less green" (bit 3, the caller's) and least width (bits 4 to 7); one byte
 * of how many bits a row's width has beyond the least (bits 0 and 1: 0, 1, 2, 4) and where offsets come from (bits 2 to 4);
 * the first value less its neighbour's step; the least offset where offsets have 0 to 4 bits; then bits of widths, bits of
 * offsets, bits of rows. Of a plane of one value: the byte 7, and the value.
 */

const UP: u32 = 0;
const LEFT: u32 = 1;
/** a mean of the three above */
const SMOOTH: u32 = 2;
/** as far from the one above as that is from the one above it */
const SLOPE: u32 = 3;
const UP_LEFT: u32 = 4;
const UP_RIGHT: u32 = 5;
const PREDICTORS: u32 = 6;
const FLAT: u32 = 7;
const LESS_GREEN: u32 = 8;

/** Offsets: for remainders of either sign by width, for more positive ones, one for all rows, of 1, 2, 4, 8 bits a row. */
const SIGNED: u32 = 0;
const MIRRORED: u32 = 1;
const ONE_OFFSET: u32 = 2;
const OFFSETS_OF_8: u32 = 6;

/** Remainders, and least and largest of their rows. */
export const PACK_SCRATCH: usize = 896;
export const UNPACK_SCRATCH: usize = 32;

/** Eight bytes as a square of bits, twice: bit i of byte j becomes bit j of byte i. */
// @ts-ignore: decorator
@inline
function transposed(x: v128): v128 {
  let t = v128.and(v128.xor(x, i64x2.shr_u(x, 7)), i64x2.splat(0x00aa00aa00aa00aa));
  x = v128.xor(x, v128.xor(t, i64x2.shl(t, 7)));
  t = v128.and(v128.xor(x, i64x2.shr_u(x, 14)), i64x2.splat(0x0000cccc0000cccc));
  x = v128.xor(x, v128.xor(t, i64x2.shl(t, 14)));
  t = v128.and(v128.xor(x, i64x2.shr_u(x, 28)), i64x2.splat(0x00000000f0f0f0f0));
  return v128.xor(x, v128.xor(t, i64x2.shl(t, 28)));
}

/** @returns sixteen values of `width` bits each; reads 16 bytes whatever the width */
// @ts-ignore: decorator
@inline
function bitsAt(at: usize, width: v128): v128 {
  const x = v128.load(at);
  const planes = i8x16.relaxed_swizzle(x, i8x16(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15));
  const kept = i8x16.gt_s(width, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7));
  return transposed(v128.and(planes, kept));
}

/** Writes 16 bytes, of which 2 a bit count. */
// @ts-ignore: decorator
@inline
function putBits(to: usize, values: v128): void {
  const x = transposed(values);
  v128.store(to, i8x16.relaxed_swizzle(x, i8x16(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)));
}

// @ts-ignore: decorator
@inline
function fromLeft(row: v128): v128 {
  return i8x16.relaxed_swizzle(row, i8x16(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14));
}
// @ts-ignore: decorator
@inline
function fromRight(row: v128): v128 {
  return i8x16.relaxed_swizzle(row, i8x16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15));
}
// @ts-ignore: decorator
@inline
function mean(above: v128): v128 {
  return i8x16.avgr_u(above, i8x16.avgr_u(fromLeft(above), fromRight(above)));
}
/** Each with all before it. */
// @ts-ignore: decorator
@inline
function summed(row: v128): v128 {
  const zero = i8x16.splat(0);
  row = i8x16.add(row, i8x16.shuffle(zero, row, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
  row = i8x16.add(row, i8x16.shuffle(zero, row, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29));
  row = i8x16.add(row, i8x16.shuffle(zero, row, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
  return i8x16.add(row, i8x16.shuffle(zero, row, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23));
}
// @ts-ignore: decorator
@inline
function first(row: v128): v128 {
  return i8x16.relaxed_swizzle(row, i8x16.splat(0));
}
/** Row less what stands left of it, and left of the first `before`. */
// @ts-ignore: decorator
@inline
function lessLeft(row: v128, before: v128): v128 {
  return i8x16.sub(
    row, i8x16.shuffle(first(before), row, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
}

/** Remainders of rows 1 to 15 by one predictor; row 0 is always predicted from the left. */
function residues(plane: usize, predictor: u32, to: usize): void {
  const end = plane + 256;
  let above = v128.load(plane);
  // As if the step to the second value had led to the first one, too.
  const steps = lessLeft(above, above);
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
      v128.store(to, lessLeft(row, above));
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

// @ts-ignore: decorator
@inline
function even(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}
// @ts-ignore: decorator
@inline
function odd(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}
/** The smaller of each two neighbours, of `a`, then of `b`. */
// @ts-ignore: decorator
@inline
function smaller(a: v128, b: v128): v128 {
  return i8x16.min_s(even(a, b), odd(a, b));
}
// @ts-ignore: decorator
@inline
function larger(a: v128, b: v128): v128 {
  return i8x16.max_s(even(a, b), odd(a, b));
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

/** How many bits each of sixteen unsigned values needs. */
// @ts-ignore: decorator
@inline
function bitsOf(v: v128): v128 {
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
function sumOf(v: v128): i32 {
  const four = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v));
  const two = i32x4.add(four, i64x2.shuffle(four, four, 1, 0));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}
/** The least of sixteen unsigned values. */
function leastOf(v: v128): u32 {
  v = i8x16.min_u(v, i64x2.shuffle(v, v, 1, 0));
  v = i8x16.min_u(v, i32x4.shuffle(v, v, 1, 0, 3, 2));
  v = i8x16.min_u(v, i16x8.shuffle(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
  return <u32>min(i8x16.extract_lane_u(v, 0), i8x16.extract_lane_u(v, 1));
}
// @ts-ignore: decorator
@inline
function largestOf(v: v128): u32 {
  return 255 - leastOf(v128.not(v));
}

/** 0, 1, 2, 4 or 8 bits, as 0 to 4. */
// @ts-ignore: decorator
@inline
function codeOf(range: u32): u32 {
  return range == 0 ? 0 : range == 1 ? 1 : range < 4 ? 2 : range < 16 ? 3 : 4;
}
// @ts-ignore: decorator
@inline
function bitsOfCode(code: u32): usize {
  return (1 << code) >> 1;
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
/** By width: what is added to the bits. */
// @ts-ignore: decorator
@inline
function offsetsSigned(widths: v128): v128 {
  return i8x16.swizzle(i8x16(0, -1, -2, -4, -8, -16, -32, -64, -128, 0, 0, 0, 0, 0, 0, 0), widths);
}
// @ts-ignore: decorator
@inline
function offsetsMirrored(widths: v128): v128 {
  return i8x16.swizzle(i8x16(0, 0, -1, -3, -7, -15, -31, -63, -127, 0, 0, 0, 0, 0, 0, 0), widths);
}

/** Four rows of the remainders that each predictor leaves: enough to tell which leaves least. @param to 384 bytes */
function sample(plane: usize, to: usize): void {
  for (const end = to + 64; to < end; to += 16, plane += 64) {
    const row = v128.load(plane, 48), above = v128.load(plane, 32), beyond = v128.load(plane, 16);
    const up = i8x16.sub(row, above);
    v128.store(to, up);
    v128.store(to, lessLeft(row, above), 64);
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
 * Red or blue, less green where that leaves less.
 * @param other 256 bytes
 */
export function packBeside(plane: usize, green: usize, other: usize, to: usize, scratch: usize): usize {
  for (let o: usize = 0; o < 256; o += 16) {
    v128.store(other + o, i8x16.sub(v128.load(plane + o), v128.load(green + o)));
  }
  const work = scratch + 768;
  sample(other, scratch);
  v128.store(scratch, sums(scratch, work));
  // Grey, or of one tint: nothing else can be less.
  if (!load<u32>(scratch)) return packBy(UP, other, LESS_GREEN, to, scratch);
  sample(plane, scratch + 384);
  v128.store(scratch, sums(scratch + 256, work), 16);
  v128.store(scratch, sums(scratch + 512, work), 32);
  const which = leastSum(scratch, 2 * PREDICTORS);
  return which < PREDICTORS
    ? packBy(which, other, LESS_GREEN, to, scratch)
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

/** The remainders of the row `y`. */
// @ts-ignore: decorator
@inline
function rowAt(at: usize, scratch: usize, y: usize): v128 {
  return i8x16.add(bitsAt(at, v128.load8_splat(scratch + y)), v128.load8_splat(scratch + y, 16));
}
// @ts-ignore: decorator
@inline
function rowBytes(scratch: usize, y: usize): usize {
  return <usize>load<u8>(scratch + y) << 1;
}

/**
 * Reads at most 304 bytes, whatever they are; writes 256.
 * @param green what is added when the record says so; 0: it must not
 * @param scratch UNPACK_SCRATCH bytes
 * @returns the record's end; 0 when it is none
 */
export function unpackPlane(at: usize, plane: usize, green: usize, scratch: usize): usize {
  const head = <u32>load<u8>(at);
  const predictor = head & 7;
  const lessGreen = (head & LESS_GREEN) != 0;
  if (lessGreen && !green) return 0;
  if (predictor == FLAT) {
    if (head >> 4) return 0;
    const value = v128.load8_splat(at, 1);
    for (let o = plane; o < plane + 256; o += 16) v128.store(o, value);
    if (lessGreen) addGreen(plane, green);
    return at + 2;
  }
  const codes = <u32>load<u8>(at, 1);
  const mode = codes >> 2;
  if (predictor >= PREDICTORS || mode > OFFSETS_OF_8) return 0;
  let above = v128.load8_splat(at, 2);
  at += 3;
  let offsets = i8x16.splat(0);
  if (mode >= ONE_OFFSET && mode < OFFSETS_OF_8) {
    offsets = v128.load8_splat(at);
    at += 1;
  }
  const widthBits = bitsOfCode(codes & 3);
  const widths = i8x16.add(i8x16.splat(<i8>(head >> 4)), bitsAt(at, i8x16.splat(<i8>widthBits)));
  if (v128.any_true(i8x16.gt_u(widths, i8x16.splat(8)))) return 0;
  at += widthBits << 1;
  if (mode == SIGNED) offsets = offsetsSigned(widths);
  else if (mode == MIRRORED) offsets = offsetsMirrored(widths);
  else if (mode > ONE_OFFSET) {
    const bits = bitsOfCode(mode - ONE_OFFSET);
    offsets = i8x16.add(offsets, bitsAt(at, i8x16.splat(<i8>bits)));
    at += bits << 1;
  }
  v128.store(scratch, widths);
  v128.store(scratch, offsets, 16);

  above = i8x16.add(summed(rowAt(at, scratch, 0)), above);
  at += rowBytes(scratch, 0);
  v128.store(plane, above);
  let to = plane;
  if (predictor == UP) {
    for (let y: usize = 1; y < 16; y++) {
      above = i8x16.add(above, rowAt(at, scratch, y));
      at += rowBytes(scratch, y);
      v128.store(to, above, 16);
      to += 16;
    }
  } else if (predictor == LEFT) {
    for (let y: usize = 1; y < 16; y++) {
      above = i8x16.add(summed(rowAt(at, scratch, y)), first(above));
      at += rowBytes(scratch, y);
      v128.store(to, above, 16);
      to += 16;
    }
  } else if (predictor == SMOOTH) {
    for (let y: usize = 1; y < 16; y++) {
      above = i8x16.add(mean(above), rowAt(at, scratch, y));
      at += rowBytes(scratch, y);
      v128.store(to, above, 16);
      to += 16;
    }
  } else if (predictor == SLOPE) {
    let step = i8x16.splat(0);
    for (let y: usize = 1; y < 16; y++) {
      step = i8x16.add(step, rowAt(at, scratch, y));
      above = i8x16.add(above, step);
      at += rowBytes(scratch, y);
      v128.store(to, above, 16);
      to += 16;
    }
  } else if (predictor == UP_LEFT) {
    for (let y: usize = 1; y < 16; y++) {
      above = i8x16.add(fromLeft(above), rowAt(at, scratch, y));
      at += rowBytes(scratch, y);
      v128.store(to, above, 16);
      to += 16;
    }
  } else {
    for (let y: usize = 1; y < 16; y++) {
      above = i8x16.add(fromRight(above), rowAt(at, scratch, y));
      at += rowBytes(scratch, y);
      v128.store(to, above, 16);
      to += 16;
    }
  }
  if (lessGreen) addGreen(plane, green);
  return at;
}

// @ts-ignore: decorator
@inline
function addGreen(plane: usize, green: usize): void {
  for (let o: usize = 0; o < 256; o += 16) {
    v128.store(plane + o, i8x16.add(v128.load(plane + o), v128.load(green + o)));
  }
}
