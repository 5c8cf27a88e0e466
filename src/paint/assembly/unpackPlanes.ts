/**
 * Unpacks records into planes; planes.ts describes the format.
 *
 *   unpackPlane      a record -> 256 bytes
 *   UNPACK_SCRATCH
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

/** Bytes: widths and offsets of the rows. */
export const UNPACK_SCRATCH: usize = 32;

/** @returns sixteen values of `width` bits each; reads 16 bytes whatever the width */
// @ts-ignore: decorator
@inline
function bitsAt(at: usize, width: v128): v128 {
  const x = v128.load(at);
  const planes = i8x16.relaxed_swizzle(x, i8x16(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15));
  const inside = i8x16.gt_s(width, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7));
  return transposed(v128.and(planes, inside));
}

/** Prefix sums. */
// @ts-ignore: decorator
@inline
function summed(row: v128): v128 {
  const zero = i8x16.splat(0);
  row = i8x16.add(row, i8x16.shuffle(zero, row, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
  row = i8x16.add(row, i8x16.shuffle(zero, row, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29));
  row = i8x16.add(row, i8x16.shuffle(zero, row, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
  return i8x16.add(row, i8x16.shuffle(zero, row, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23));
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
  const isMinusGreen = (head & MINUS_GREEN) != 0;
  if (isMinusGreen && !green) return 0;
  if (predictor == FLAT) {
    if (head >> 4) return 0;
    const value = v128.load8_splat(at, 1);
    for (let o = plane; o < plane + 256; o += 16) v128.store(o, value);
    if (isMinusGreen) addGreen(plane, green);
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
  if (isMinusGreen) addGreen(plane, green);
  return at;
}

// @ts-ignore: decorator
@inline
function addGreen(plane: usize, green: usize): void {
  for (let o: usize = 0; o < 256; o += 16) {
    v128.store(plane + o, i8x16.add(v128.load(plane + o), v128.load(green + o)));
  }
}
