/**
 * A stack of tiles to pixels, Porter-Duff `over`, in fixed point of 16 bits.
 *
 *   wide, minusAlpha, over, visible, storePixels    shared with jpeg.ts and scale.ts
 *   pixels                                          rows of tiles -> RGBA
 */

/** Eight values of 0 to 255 as fixed point with seven bits after the point. */
// @ts-ignore: decorator
@inline
export function wide(at: usize): v128 {
  return i16x8.shl(v128.load8x8_u(at), 7);
}

/** Minus eight alphas, Q15: 0 for 0 and exactly -1 for 255, which has no positive twin in 16 bits. */
// @ts-ignore: decorator
@inline
export function minusAlpha(at: usize): v128 {
  const a = v128.load64_zero(at);
  const doubled = i8x16.shuffle(a, a, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
  return i16x8.neg(i16x8.avgr_u(doubled, i16x8.splat(0)));
}

/** below + (above - below) * alpha. The product never overflows: no difference is -32768. */
// @ts-ignore: decorator
@inline
export function over(below: v128, above: v128, minus: v128): v128 {
  return i16x8.sub(below, i16x8.relaxed_q15mulr_s(i16x8.sub(above, below), minus));
}

// @ts-ignore: decorator
@inline
function rounded(value: v128): v128 {
  return i16x8.shr_u(i16x8.add(value, i16x8.splat(64)), 7);
}

/**
 * Lists the visible tiles at `index`: the topmost opaque tile and all above it.
 * @param list receives the opaque tile's colour block (0: none), then {colour, alpha} from the top
 * @returns how many are above the opaque tile
 */
// @ts-ignore: decorator
@inline
export function visible(tables: usize, layers: i32, index: i32, list: usize): i32 {
  let count = 0;
  let base: u32 = 0;
  for (let layer = layers - 1; layer >= 0; layer--) {
    const tile = load<u64>(<usize>load<u32>(tables + (<usize>layer << 2)) + (<usize>index << 3));
    if (tile == 0) continue;
    if (tile >> 32 == 0) {
      base = <u32>tile;
      break;
    }
    store<u64>(list + 8 + (<usize>count << 3), tile);
    count++;
  }
  store<u32>(list, base);
  return count;
}

/**
 * Paints rows of tiles.
 * @param tables address of each layer's tile table, bottom first
 * @param row, rowEnd rows of tiles, from and up to
 * @param out the whole picture: width x height x 4 bytes, straight alpha
 * @param white whether to paint on white (all alpha 255) instead of on transparency
 * @param scratch 1,088 bytes and 8 bytes per layer
 */
export function pixels(
  tables: usize, layers: i32, width: i32, height: i32, row: i32, rowEnd: i32, out: usize, white: bool, scratch: usize,
): void {
  const cols = (width + 15) >> 4;
  const planes = scratch + 1024;
  const list = scratch + 1072;
  const stride = <usize>width << 2;
  for (let ty = row; ty < rowEnd; ty++) {
    for (let tx = 0; tx < cols; tx++) {
      const count = visible(tables, layers, ty * cols + tx, list);
      const target = out + <usize>(ty << 4) * stride + (<usize>tx << 6);
      const tall = min(16, height - (ty << 4));
      if ((tx << 4) + 16 <= width) tile(list, count, target, stride, tall, white, planes);
      else {
        tile(list, count, scratch, 64, tall, white, planes);
        const bytes = <usize>(width - (tx << 4)) << 2;
        for (let y: usize = 0; y < <usize>tall; y++) memory.copy(target + y * stride, scratch + (y << 6), bytes);
      }
    }
  }
}

function tile(list: usize, count: i32, out: usize, stride: usize, tall: i32, white: bool, planes: usize): void {
  const base = <usize>load<u32>(list);
  const top = list + 8;
  const bottom = top + (<usize>count << 3);
  if (count == 1 && !base && !white) {
    copy(<usize>load<u32>(top), <usize>load<u32>(top, 4), out, stride, tall);
    return;
  }
  const full = i16x8.splat(255 << 7);
  const ground = white ? full : i16x8.splat(0);
  for (let y = 0; y < tall; y++) {
    for (let x = 0; x < 16; x += 8) {
      const at = <usize>((y << 4) + x);
      let r = ground;
      let g = ground;
      let b = ground;
      let a = ground;
      if (base) {
        r = wide(base + at);
        g = wide(base + at + 256);
        b = wide(base + at + 512);
        a = full;
      }
      for (let entry = bottom; entry > top; ) {
        entry -= 8;
        const colour = <usize>load<u32>(entry) + at;
        const minus = minusAlpha(<usize>load<u32>(entry, 4) + at);
        r = over(r, wide(colour), minus);
        g = over(g, wide(colour + 256), minus);
        b = over(b, wide(colour + 512), minus);
        a = over(a, full, minus);
      }
      storePixels(out + <usize>y * stride + (<usize>x << 2), r, g, b, a, white, planes);
    }
  }
}

/**
 * Stores eight premultiplied pixels, seven bits after the point, as straight RGBA.
 * @param planes 48 bytes
 */
// @ts-ignore: decorator
@inline
export function storePixels(o: usize, r: v128, g: v128, b: v128, a: v128, white: bool, planes: usize): void {
  const rg = i8x16.narrow_i16x8_u(rounded(r), rounded(g));
  const ba = i8x16.narrow_i16x8_u(rounded(b), rounded(a));
  v128.store(o, i8x16.shuffle(rg, ba, 0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27));
  v128.store(o, i8x16.shuffle(rg, ba, 4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31), 16);
  if (!white && !i16x8.all_true(i16x8.eq(rounded(a), i16x8.splat(255)))) straighten(o, r, g, b, planes);
}

/** Copies a single tile without arithmetic, so that faint pixels lose nothing. */
function copy(colour: usize, alpha: usize, out: usize, stride: usize, tall: i32): void {
  for (let y = 0; y < tall; y++) {
    for (let x = 0; x < 16; x += 8) {
      const at = <usize>((y << 4) + x);
      const a = v128.load64_zero(alpha + at);
      const seen = i8x16.ne(a, i8x16.splat(0));
      const r = v128.and(v128.load64_zero(colour + at), seen);
      const g = v128.and(v128.load64_zero(colour + at + 256), seen);
      const b = v128.and(v128.load64_zero(colour + at + 512), seen);
      const rg = i8x16.shuffle(r, g, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      const ba = i8x16.shuffle(b, a, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      const o = out + <usize>y * stride + (<usize>x << 2);
      v128.store(o, i8x16.shuffle(rg, ba, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23));
      v128.store(o, i8x16.shuffle(rg, ba, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31), 16);
    }
  }
}

/**
 * Divides eight premultiplied colours by their alpha as it was rounded and stored at `o`: what a reader multiplies again
 * is then at most half a step from what was blended.
 * @param planes 48 bytes
 */
function straighten(o: usize, r: v128, g: v128, b: v128, planes: usize): void {
  v128.store(planes, r);
  v128.store(planes, g, 16);
  v128.store(planes, b, 32);
  for (let i: usize = 0; i < 8; i++) {
    const alpha = <u32>load<u8>(o + (i << 2), 3);
    if (alpha == 255) continue;
    if (alpha == 0) {
      store<u32>(o + (i << 2), 0);
      continue;
    }
    for (let plane: usize = 0; plane < 3; plane++) {
      const value = <u32>load<u16>(planes + (plane << 4) + (i << 1));
      store<u8>(o + (i << 2) + plane, <u8>min<u32>(255, (value * 255 + (alpha << 6)) / (alpha << 7)));
    }
  }
}
