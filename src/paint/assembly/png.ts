/**
 * The pixels of a PNG of 8 bits per channel, not interlaced, from its inflated data (PNG specification, section 9).
 *
 *   unfilter    RGB or RGBA with its filters -> RGBA
 */
const OPAQUE: i32 = 0xff000000;

/** One row above the first one is all zero: `above` of it. */
// @ts-ignore: decorator
@inline
function addUp(raw: usize, width: i32, channels: i32, above: usize, out: usize): void {
  let x = 0;
  if (channels == 4) {
    for (; x + 4 <= width; x += 4, raw += 16, above += 16, out += 16) {
      v128.store(out, i8x16.add(v128.load(raw), v128.load(above)));
    }
  }
  for (; x < width; x++, raw += channels, above += 4, out += 4) {
    put(out, i8x16.add(v128.load32_zero(raw), v128.load32_zero(above)), channels);
  }
}

// @ts-ignore: decorator
@inline
function put(out: usize, pixel: v128, channels: i32): void {
  const value = i32x4.extract_lane(pixel, 0);
  store<i32>(out, channels == 3 ? value | OPAQUE : value);
}

// @ts-ignore: decorator
@inline
function copy(raw: usize, width: i32, channels: i32, out: usize): void {
  if (channels == 4) {
    memory.copy(out, raw, <usize>width << 2);
    return;
  }
  for (let x = 0; x < width; x++, raw += 3, out += 4) store<i32>(out, load<i32>(raw) | OPAQUE);
}

// @ts-ignore: decorator
@inline
function addLeft(raw: usize, width: i32, channels: i32, out: usize): void {
  let left = i32x4.splat(0);
  let x = 0;
  if (channels == 4) {
    const zero = i32x4.splat(0);
    for (; x + 4 <= width; x += 4, raw += 16, out += 16) {
      // Prefix sums of four pixels by doubling, then the sum of all pixels before these four.
      let four = v128.load(raw);
      four = i8x16.add(four, i32x4.shuffle(zero, four, 0, 4, 5, 6));
      four = i8x16.add(four, i32x4.shuffle(zero, four, 0, 1, 4, 5));
      four = i8x16.add(four, left);
      v128.store(out, four);
      left = i32x4.shuffle(four, four, 3, 3, 3, 3);
    }
  }
  for (; x < width; x++, raw += channels, out += 4) {
    left = i8x16.add(v128.load32_zero(raw), left);
    put(out, left, channels);
  }
}

// @ts-ignore: decorator
@inline
function addMean(raw: usize, width: i32, channels: i32, above: usize, out: usize): void {
  const one = i8x16.splat(1);
  let left = i32x4.splat(0);
  for (let x = 0; x < width; x++, raw += channels, above += 4, out += 4) {
    const up = v128.load32_zero(above);
    // The instruction rounds up, PNG rounds down.
    const mean = i8x16.sub(i8x16.avgr_u(left, up), v128.and(v128.xor(left, up), one));
    left = i8x16.add(v128.load32_zero(raw), mean);
    put(out, left, channels);
  }
}

// @ts-ignore: decorator
@inline
function addPaeth(raw: usize, width: i32, channels: i32, above: usize, out: usize): void {
  const byte = i16x8.splat(255);
  let a = i16x8.splat(0);
  let c = a;
  for (let x = 0; x < width; x++, raw += channels, above += 4, out += 4) {
    const b = i16x8.extend_low_i8x16_u(v128.load32_zero(above));
    const toA = i16x8.sub(b, c);
    const toB = i16x8.sub(a, c);
    const pa = i16x8.abs(toA);
    const pb = i16x8.abs(toB);
    const pc = i16x8.abs(i16x8.add(toA, toB));
    const least = i16x8.min_s(pc, i16x8.min_s(pa, pb));
    const bOrC = v128.bitselect(b, c, i16x8.eq(pb, least));
    const nearest = v128.bitselect(a, bOrC, i16x8.eq(pa, least));
    a = v128.and(i16x8.add(i16x8.extend_low_i8x16_u(v128.load32_zero(raw)), nearest), byte);
    c = b;
    put(out, i8x16.narrow_i16x8_u(a, a), channels);
  }
}

/**
 * @param raw height rows: one byte that names the filter, then the row's bytes; three more bytes may be read behind them
 * @param channels 3 or 4
 * @param out width x height x 4 bytes
 * @param zeros width x 4 bytes, all zero
 * @returns whether every filter exists
 */
export function unfilter(raw: usize, width: i32, height: i32, channels: i32, out: usize, zeros: usize): bool {
  const stride = <usize>width << 2;
  let above = zeros;
  for (let y = 0; y < height; y++, above = out, out += stride, raw += <usize>(width * channels + 1)) {
    const filter = load<u8>(raw);
    if (filter == 0) copy(raw + 1, width, channels, out);
    else if (filter == 1) addLeft(raw + 1, width, channels, out);
    else if (filter == 2) addUp(raw + 1, width, channels, above, out);
    else if (filter == 3) addMean(raw + 1, width, channels, above, out);
    else if (filter == 4) addPaeth(raw + 1, width, channels, above, out);
    else return false;
  }
  return true;
}
