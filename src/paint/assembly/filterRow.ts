/**
 * Filters rows of a PNG: each pixel as its difference to the left one (filter Sub), and an empty row as it is (filter None).
 *
 *   filterRow       a row of pixels -> its filter and bytes
 *   SUB             the filter of rows that are not empty
 *   isEmpty         whether the row that was filtered last is empty
 *   startOpaque, areRowsOpaque   whether all rows since are opaque
 */
const NONE: u8 = 0;
export const SUB: u8 = 1;

/** bits that are set in all pixels since the start; in any pixel of the row */
let all: i32 = -1;
let any: i32 = 0;

export function startOpaque(): void {
  all = -1;
}

export function areRowsOpaque(): bool {
  return all >>> 24 == 255;
}

export function isEmpty(): bool {
  return any == 0;
}

// @ts-ignore: decorator
@inline
function fromLeft(at: usize): v128 {
  return i8x16.sub(v128.load(at), v128.load(at - 4));
}

/**
 * One row. What lies 48 bytes past its end may be written.
 * @param to receives its filter; the row follows
 * @returns its bytes, with the filter
 */
export function filterRow(pixels: usize, width: i32, channels: i32, to: usize): i32 {
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
