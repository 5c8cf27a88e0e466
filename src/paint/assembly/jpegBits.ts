/**
 * Entropy coding of a restart segment: Huffman codes, packed into 64 bits at a time.
 *
 *   startBits    begins a segment
 *   code         writes the block that was transformed last
 *   finishBits   ends the segment
 *
 * Tables: see jpeg.ts.
 */
import { mask } from './jpegTransform';

const POSITIONS: usize = 2688;
/** Sixteen zeros, and "end of block". */
const RUN_OF_16: usize = 0xf0 << 2;

/** Bits not written yet, the latest lowest; how many more fit; where they go. */
let bits: u64 = 0;
let freeBits: i32 = 64;
let target: usize = 0;

function write(word: u64): void {
  // A byte of 255 is followed by one of 0. Bytes above 127 that carry when 1 is added might be one.
  if ((word & 0x8080808080808080) & ~(word + 0x0101010101010101)) {
    for (let shift = 56; shift >= 0; shift -= 8) writeByte(<u8>(word >> shift));
  } else {
    store<u64>(target, bswap<u64>(word));
    target += 8;
  }
}

// @ts-ignore: decorator
@inline
function writeByte(value: u8): void {
  store<u8>(target++, value);
  if (value == 255) store<u8>(target++, 0);
}

// @ts-ignore: decorator
@inline
function put(code: u64, length: i32): void {
  freeBits -= length;
  if (freeBits < 0) {
    write((bits << (length + freeBits)) | (code >> -freeBits));
    freeBits += 64;
    bits = code;
  } else bits = (bits << length) | code;
}

/** A Huffman code, then the value's own bits. */
// @ts-ignore: decorator
@inline
function putValue(entry: u32, value: i32, size: i32): void {
  const own = (value + (value >> 31)) & ((1 << size) - 1);
  put((<u64>(entry >> 8) << size) | <u64>own, (entry & 255) + size);
}

// @ts-ignore: decorator
@inline
function sizeOf(value: i32): i32 {
  return 32 - <i32>clz<u32>(<u32>abs<i32>(value));
}

/**
 * @param dc      the block's DC coefficient
 * @param before  that of the block of the same component before it
 * @param zigzag  the block's other coefficients, as `transform` leaves them
 */
export function code(dc: i32, before: i32, zigzag: usize, dcCodes: usize, acCodes: usize, tables: usize): void {
  const difference = dc - before;
  const size = sizeOf(difference);
  putValue(load<u32>(dcCodes + (<usize>size << 2)), difference, size);
  const large = <bool>(mask & 1);
  let left = mask & ~1;
  let last: i32 = 0;
  while (left) {
    const at = <i32>ctz<u64>(left);
    let run = at - last - 1;
    last = at;
    left &= left - 1;
    while (run > 15) {
      const entry = load<u32>(acCodes + RUN_OF_16);
      put(entry >> 8, entry & 255);
      run -= 16;
    }
    const value = large
      ? <i32>load<i16>(zigzag + 64 + (<usize>load<u8>(tables + POSITIONS + <usize>at) << 1))
      : <i32>load<i8>(zigzag + <usize>at);
    const bitsOfValue = sizeOf(value);
    putValue(load<u32>(acCodes + (<usize>((run << 4) | bitsOfValue) << 2)), value, bitsOfValue);
  }
  if (last != 63) {
    const entry = load<u32>(acCodes);
    put(entry >> 8, entry & 255);
  }
}

/** @param out where the segment goes */
export function startBits(out: usize): void {
  bits = 0;
  freeBits = 64;
  target = out;
}

/** Fills the last byte with ones. @returns how many bytes the segment has */
export function finishBits(out: usize): u32 {
  let used = 64 - freeBits;
  if (used & 7) {
    const fill = 8 - (used & 7);
    bits = (bits << fill) | ((1 << fill) - 1);
    used += fill;
  }
  for (let shift = used - 8; shift >= 0; shift -= 8) writeByte(<u8>(bits >> shift));
  return <u32>(target - out);
}
