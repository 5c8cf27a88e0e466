/**
 * A band of rows of a picture as a part of a PNG's data: each pixel as its difference to the left one (filter Sub), then a
 * block of deflate with Huffman codes of its own. The only repetitions that are looked for are runs of zeros, which flat and
 * empty areas are after the filter. It needs nothing of other bands, so that threads write them side by side, and ends at a
 * whole byte, so that they stand behind each other in one stream.
 *
 *   areOpaque   whether every tile of a stack has an opaque one
 *   pngBand     pixels -> compressed bytes
 */
import { HUFFMAN_BYTES, makeCodes, makeLengths, makePairs, SYMBOLS } from './huffman';

const NONE: u8 = 0;
const SUB: u8 = 1;
/** One of so many rows is counted. */
const SAMPLED: i32 = 8;
const ADLER: u32 = 65521;
/** So many bytes are summed before a remainder is taken, so that sums fit into 32 bits. */
const ADLER_BYTES: usize = 4096;
const LONGEST: i32 = 258;
/** Shorter runs of zeros are written as literals. At most 16. */
const SHORTEST: i32 = 12;
const END_OF_BLOCK: usize = 256;

// Work memory, in bytes from its start. The row has its filter in front, and room for what is written past its end.
const PAIRS: usize = 0;
const CODES: usize = 262144;
const LENGTHS: usize = CODES + 1152;
const COUNTS: usize = LENGTHS + 320;
const POWERS: usize = COUNTS + 1152;
const HUFFMAN: usize = POWERS + 1024;
const ROW: usize = HUFFMAN + HUFFMAN_BYTES + 64;

let target: usize = 0;
let bits: u64 = 0;
let used: u64 = 0;
/** zeros that are not written yet */
let zeros = 0;
let havePairs = false;
/** bits that are set in all pixels of the band; in any pixel of the row */
let all: i32 = -1;
let any: i32 = 0;
let sumA: u32 = 1;
let sumB: u32 = 0;

export function areOpaque(tables: usize, layers: i32, tiles: i32): bool {
  for (let index = 0; index < tiles; index++) {
    let layer = 0;
    for (; layer < layers; layer++) {
      const tile = load<u64>(<usize>load<u32>(tables + (<usize>layer << 2)) + (<usize>index << 3));
      if (tile != 0 && tile >> 32 == 0) break;
    }
    if (layer == layers) return false;
  }
  return true;
}

// @ts-ignore: decorator
@inline
function put(code: u64, length: u64): void {
  bits |= code << used;
  used += length;
  store<u64>(target, bits);
  target += <usize>(used >> 3);
  bits >>= used & 56;
  used &= 7;
}

// @ts-ignore: decorator
@inline
function putSymbol(codes: usize, symbol: usize): void {
  const entry = load<u32>(codes + (symbol << 2));
  put(entry >> 8, entry & 255);
}

/** Of a repetition. @returns its symbol, its further bits << 16, and how many those are << 24 */
// @ts-ignore: decorator
@inline
function lengthCode(length: i32): u32 {
  if (length == LONGEST) return 285;
  const less = <u32>(length - 3);
  if (less < 8) return 257 + less;
  const more = 29 - <u32>clz(less);
  return (261 + (more << 2) + ((less >> more) & 3)) | ((less & ((1 << more) - 1)) << 16) | (more << 24);
}

/** Writes the zeros that are waiting: one, and its repetitions. */
function putZeros(codes: usize): void {
  let left = zeros - 1;
  zeros = 0;
  putSymbol(codes, 0);
  for (; left >= 3; ) {
    const length = min(left, LONGEST);
    const code = lengthCode(length);
    putSymbol(codes, code & 0xffff);
    // Distance 1 has the code 0.
    put((code >> 16) & 255, <u64>(code >> 24) + 1);
    left -= length;
  }
  for (; left > 0; left--) putSymbol(codes, 0);
}

function countZeros(counts: usize, run: i32): void {
  count(counts, 0);
  let left = run - 1;
  for (; left >= 3; ) {
    const length = min(left, LONGEST);
    count(counts, lengthCode(length) & 0xffff);
    left -= length;
  }
}

// @ts-ignore: decorator
@inline
function count(counts: usize, symbol: usize): void {
  store<u32>(counts + (symbol << 2), load<u32>(counts + (symbol << 2)) + SAMPLED);
}

// @ts-ignore: decorator
@inline
function fromLeft(at: usize): v128 {
  return i8x16.sub(v128.load(at), v128.load(at - 4));
}

/**
 * One row, filtered.
 * @param to its filter; the row follows
 * @returns its bytes, with the filter
 */
function filterRow(pixels: usize, width: i32, channels: i32, to: usize): i32 {
  let out = to + 1;
  let at = pixels;
  const end = pixels + (<usize>width << 2);
  const first = load<i32>(at);
  let seen = i32x4.splat(first);
  let every = i32x4.splat(first);
  store<u8>(out, <u8>first);
  store<u8>(out, <u8>(first >> 8), 1);
  store<u8>(out, <u8>(first >> 16), 2);
  if (channels == 4) store<u8>(out, <u8>(first >> 24), 3);
  at += 4;
  out += channels;
  if (channels == 4) {
    for (; at + 16 <= end; at += 16, out += 16) {
      seen = v128.or(seen, v128.load(at));
      v128.store(out, fromLeft(at));
    }
  } else {
    for (; at + 64 <= end; at += 64, out += 48) {
      const p0 = v128.load(at), p1 = v128.load(at, 16), p2 = v128.load(at, 32), p3 = v128.load(at, 48);
      every = v128.and(every, v128.and(v128.and(p0, p1), v128.and(p2, p3)));
      const d0 = i8x16.sub(p0, v128.load(at - 4)), d1 = i8x16.sub(p1, v128.load(at + 12));
      const d2 = i8x16.sub(p2, v128.load(at + 28)), d3 = i8x16.sub(p3, v128.load(at + 44));
      v128.store(out, i8x16.shuffle(d0, d1, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20));
      v128.store(out, i8x16.shuffle(d1, d2, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25), 16);
      v128.store(out, i8x16.shuffle(d2, d3, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30), 32);
    }
    // Opaque, and so not empty.
    seen = every;
  }
  for (; at < end; at += 4, out += channels) {
    const pixel = v128.load32_zero(at);
    const difference = i32x4.extract_lane(i8x16.sub(pixel, v128.load32_zero(at - 4)), 0);
    const value = i32x4.splat(i32x4.extract_lane(pixel, 0));
    seen = v128.or(seen, value);
    every = v128.and(every, value);
    if (channels == 4) store<i32>(out, difference);
    else {
      store<u16>(out, <u16>difference);
      store<u8>(out, <u8>(difference >> 16), 2);
    }
  }
  all &= i32x4.extract_lane(every, 0) & i32x4.extract_lane(every, 1) & i32x4.extract_lane(every, 2) & i32x4.extract_lane(every, 3);
  any = <i32>v128.any_true(seen);
  store<u8>(to, any ? SUB : NONE);
  return <i32>(out - to);
}

/** Adds bytes to the Adler checksum of what was filtered. */
function sum(at: usize, length: i32): void {
  const end = at + <usize>length;
  const high = i16x8(16, 15, 14, 13, 12, 11, 10, 9);
  const low = i16x8(8, 7, 6, 5, 4, 3, 2, 1);
  while (at + 16 <= end) {
    const stop = min(end, at + ADLER_BYTES);
    const from = at;
    let sums = i32x4.splat(0);
    let before = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    for (; at + 16 <= stop; at += 16) {
      const v = v128.load(at);
      before = i32x4.add(before, sums);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v)));
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(v), high));
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(v), low));
    }
    sumB = (sumB + sumA * <u32>(at - from) + (total(before) << 4) + total(weighted)) % ADLER;
    sumA = (sumA + total(sums)) % ADLER;
  }
  for (; at < end; at++) {
    sumA += <u32>load<u8>(at);
    sumB += sumA;
  }
  sumA %= ADLER;
  sumB %= ADLER;
}

// @ts-ignore: decorator
@inline
function total(v: v128): u32 {
  return <u32>(i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3));
}

/** @returns which of sixteen bytes are not zero, a bit each */
// @ts-ignore: decorator
@inline
function filled(at: usize): u32 {
  return <u32>i8x16.bitmask(i8x16.ne(v128.load(at), i8x16.splat(0)));
}

/** How many of sixteen bytes are written as literals: zeros behind the last other byte may begin a run. Whole words. */
// @ts-ignore: decorator
@inline
function literals(which: u32): usize {
  return <usize>((35 - clz(which)) & ~3);
}

/** As putRow will write it. */
function countRow(at: usize, length: i32, counts: usize): void {
  const end = at + <usize>length;
  let run = 0;
  while (at + 16 <= end) {
    const which = filled(at);
    if (which == 0) {
      run += 16;
      at += 16;
      continue;
    }
    const more = <i32>ctz(which);
    if (run + more >= SHORTEST) {
      countZeros(counts, run + more);
      run = 0;
      at += more;
      continue;
    }
    for (let stop = at + literals(which); at < stop; at++) count(counts, load<u8>(at));
  }
  if (run > 0) countZeros(counts, run);
  for (; at < end; at++) count(counts, load<u8>(at));
}

/** A row that is not empty: two literals at a time, and runs of zeros. The last run waits for the next row. */
function putRow(at: usize, length: i32, work: usize): void {
  const end = at + <usize>length;
  const codes = work + CODES;
  const pairs = work + PAIRS;
  if (!havePairs) {
    makePairs(codes, pairs, work + POWERS);
    havePairs = true;
  }
  // Its filter ends the run of the rows before.
  if (zeros > 0) putZeros(codes);
  let b = bits;
  let n = used;
  let to = target;
  let run = 0;
  while (at + 16 <= end) {
    const which = filled(at);
    if (which == 0) {
      run += 16;
      at += 16;
      continue;
    }
    const more = <i32>ctz(which);
    if (run + more >= SHORTEST) {
      zeros = run + more;
      run = 0;
      bits = b;
      used = n;
      target = to;
      putZeros(codes);
      b = bits;
      n = used;
      to = target;
      at += more;
      continue;
    }
    for (const stop = at + literals(which); at < stop; at += 4) {
      const four = load<u32>(at);
      const e0 = load<u32>(pairs + (<usize>(four & 0xffff) << 2));
      const e1 = load<u32>(pairs + (<usize>(four >> 16) << 2));
      b |= <u64>(e0 >> 8) << n;
      n += e0 & 255;
      b |= <u64>(e1 >> 8) << n;
      n += e1 & 255;
      store<u64>(to, b);
      to += <usize>(n >> 3);
      b >>= n & 56;
      n &= 7;
    }
  }
  bits = b;
  used = n;
  target = to;
  zeros = run;
  for (; at < end; at++) {
    const value = <usize>load<u8>(at);
    if (value == 0) {
      zeros++;
      continue;
    }
    if (zeros > 0) putZeros(codes);
    putSymbol(codes, value);
  }
}

/** The head of a block with codes of its own: each of their lengths in four bits. */
function putLengths(lengths: usize): void {
  put(4, 3);
  put(29 | (1 << 5) | (15 << 10), 14);
  put(0, 9);
  for (let i = 3; i < 19; i++) put(4, 3);
  // Two codes for distances, of one bit each: the first is used.
  store<u16>(lengths + <usize>SYMBOLS, 0x0101);
  for (let i: usize = 0; i < <usize>SYMBOLS + 2; i++) {
    const length = <u32>load<u8>(lengths + i);
    put(((length & 1) << 3) | ((length & 2) << 1) | ((length & 4) >> 1) | (length >> 3), 4);
  }
}

/**
 * @param pixels   RGBA, width x rows; four bytes before them may be read
 * @param channels 4, or 3 where all are opaque
 * @param out      receives at most 1.5 bytes for each byte, and 1,024
 * @param result   receives three u32: how many bytes; the Adler checksum of what they contain; whether all pixels are opaque
 * @param work     ROW bytes, and 64 and five for each pixel of a row
 */
export function pngBand(
  pixels: usize, width: i32, rows: i32, channels: i32, out: usize, result: usize, work: usize,
): void {
  const row = work + ROW - 1;
  const codes = work + CODES;
  const lengths = work + LENGTHS;
  const counts = work + COUNTS;
  const stride = <usize>width << 2;
  target = out;
  bits = 0;
  used = 0;
  zeros = 0;
  sumA = 1;
  sumB = 0;
  havePairs = false;
  for (let i: usize = 0; i < <usize>SYMBOLS; i++) store<u32>(counts + (i << 2), 1);
  for (let y = min(rows >> 1, SAMPLED >> 1); y < rows; y += SAMPLED) {
    const length = filterRow(pixels + <usize>y * stride, width, channels, row);
    countRow(row + 1, length - 1, counts);
    count(counts, SUB);
  }
  makeLengths(counts, lengths, work + HUFFMAN);
  makeCodes(lengths, codes, work + HUFFMAN);
  putLengths(lengths);
  all = -1;
  for (let y = 0; y < rows; y++) {
    const length = filterRow(pixels + <usize>y * stride, width, channels, row);
    sum(row, length);
    if (any) putRow(row, length, work);
    else zeros += length;
  }
  if (zeros > 0) putZeros(codes);
  putSymbol(codes, END_OF_BLOCK);
  // An empty stored block ends at a whole byte.
  put(0, 3);
  if (used > 0) {
    store<u8>(target, <u8>bits);
    target++;
  }
  store<u32>(target, 0xffff0000);
  target += 4;
  store<u32>(result, <u32>(target - out));
  store<u32>(result, (sumB << 16) | sumA, 4);
  store<u32>(result, all >>> 24 == 255 ? 1 : 0, 8);
}
