/**
 * One block of deflate (RFC 1951) with Huffman codes of its own. The only repetitions that are looked for are runs of zeros,
 * which flat and empty areas of a picture are after the filter. The block ends at a whole byte.
 *
 *   startBlock             makes the codes from counts, and writes the head
 *   putRow, putEmptyRow
 *   endBlock
 *   DEFLATE_BYTES, COUNTS  of work memory; where in it the counts are
 */
import { HUFFMAN_BYTES, makeCodes, makeLengths, makePairs, SYMBOLS } from './huffman';
import { filled, lengthCode, literals, LONGEST, SHORTEST } from './runs';

const END_OF_BLOCK: usize = 256;

// Work memory, in bytes from its start.
const PAIRS: usize = 0;
const CODES: usize = 262144;
const LENGTHS: usize = CODES + 1152;
export const COUNTS: usize = LENGTHS + 320;
const POWERS: usize = COUNTS + 1152;
const HUFFMAN: usize = POWERS + 1024;
export const DEFLATE_BYTES: usize = HUFFMAN + HUFFMAN_BYTES;

let target: usize = 0;
let bits: u64 = 0;
let used: u64 = 0;
/** zeros that are not written yet */
let zeros = 0;
let havePairs = false;

/** @param out receives at most 1.5 bytes for each byte, and 1,024 */
export function startBlock(out: usize, work: usize): void {
  target = out;
  bits = 0;
  used = 0;
  zeros = 0;
  havePairs = false;
  makeLengths(work + COUNTS, work + LENGTHS, work + HUFFMAN);
  makeCodes(work + LENGTHS, work + CODES, work + HUFFMAN);
  putLengths(work + LENGTHS);
}

/** Zeros wait for the next row. */
export function putEmptyRow(length: i32): void {
  zeros += length;
}

/** @returns the block's end */
export function endBlock(work: usize): usize {
  if (zeros > 0) putZeros(work + CODES);
  putSymbol(work + CODES, END_OF_BLOCK);
  // An empty stored block ends at a whole byte.
  put(0, 3);
  if (used > 0) {
    store<u8>(target, <u8>bits);
    target++;
  }
  store<u32>(target, 0xffff0000);
  return target + 4;
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

/**
 * Writes a row that is not empty, with its filter: two literals at a time, and runs of zeros. The last run waits for the next
 * row.
 */
export function putRow(at: usize, length: i32, work: usize): void {
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
