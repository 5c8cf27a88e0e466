/**
 * The Adler checksum of zlib (RFC 1950).
 *
 *   startSum, addToSum, sumSoFar
 */
const ADLER: u32 = 65521;
/** So many bytes are summed before a remainder is taken, so that sums fit into 32 bits. */
const ADLER_BYTES: usize = 4096;

let sumA: u32 = 1;
let sumB: u32 = 0;

export function startSum(): void {
  sumA = 1;
  sumB = 0;
}

export function sumSoFar(): u32 {
  return (sumB << 16) | sumA;
}

export function addToSum(at: usize, length: i32): void {
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
