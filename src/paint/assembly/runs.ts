/**
 * Runs of zeros in filtered rows, as deflate repeats them: counted and written alike.
 *
 *   LONGEST, SHORTEST     of a repetition; of a run that is one
 *   lengthCode            the symbol of a repetition
 *   filled, literals      what of sixteen bytes is no run
 */
/** One repetition. */
export const LONGEST: i32 = 258;
/** Shorter runs of zeros are written as literals. At most 16. */
export const SHORTEST: i32 = 12;

/** Of a repetition. @returns its symbol, its further bits << 16, and how many those are << 24 */
// @ts-ignore: decorator
@inline
export function lengthCode(length: i32): u32 {
  if (length == LONGEST) return 285;
  const less = <u32>(length - 3);
  if (less < 8) return 257 + less;
  const more = 29 - <u32>clz(less);
  return (261 + (more << 2) + ((less >> more) & 3)) | ((less & ((1 << more) - 1)) << 16) | (more << 24);
}

/** @returns which of sixteen bytes are not zero, a bit each */
// @ts-ignore: decorator
@inline
export function filled(at: usize): u32 {
  return <u32>i8x16.bitmask(i8x16.ne(v128.load(at), i8x16.splat(0)));
}

/** How many of sixteen bytes are written as literals: zeros behind the last other byte may begin a run. Whole words. */
// @ts-ignore: decorator
@inline
export function literals(which: u32): usize {
  return <usize>((35 - clz(which)) & ~3);
}
