/**
 * How often each symbol comes in a block of deflate: the codes are made from that.
 *
 *   startCounts, countRow, count
 *   SAMPLED
 */
import { SYMBOLS } from './huffman';
import { filled, lengthCode, literals, LONGEST, SHORTEST } from './runs';

/** One of so many rows is counted. */
export const SAMPLED: i32 = 8;

/** @param counts a u32 for each symbol */
export function startCounts(counts: usize): void {
  for (let i: usize = 0; i < <usize>SYMBOLS; i++) store<u32>(counts + (i << 2), 1);
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
export function count(counts: usize, symbol: usize): void {
  store<u32>(counts + (symbol << 2), load<u32>(counts + (symbol << 2)) + SAMPLED);
}

/** A row without its filter, as putRow will write it. */
export function countRow(at: usize, length: i32, counts: usize): void {
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
