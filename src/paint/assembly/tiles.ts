/**
 * Pixels to tiles and back from the form that they rest in.
 *
 *   pack      pixels -> kinds, colours and alphas, filtered so that they compress well
 *   unpack    filtered blocks -> blocks, in place, and the table that says which tile has which
 *
 * The filter: R and B less G, then every row of 16 less the row above it in its tile.
 */

/** What a tile is; the same numbers stand in renderReady.ts. */
const EMPTY: u8 = 0;
const OPAQUE: u8 = 1;
const MIXED: u8 = 2;
const ONE_COLOUR: u8 = 4;

/**
 * Cuts the tile whose first pixel is (x0, y0); beyond the picture's edge the last pixels repeat.
 * A pixel that cannot be seen takes the colour of its neighbour, so that more tiles are of one colour.
 * @param out 1,024 bytes: colour block, alpha block
 */
function cut(rgba: usize, width: i32, height: i32, x0: i32, y0: i32, out: usize): u8 {
  let all: u32 = 255;
  let any: u32 = 0;
  let seen = false;
  let oneColour = true;
  let first: u32 = 0;
  let last: u32 = 0;
  for (let y = 0; y < 16; y++) {
    const row = rgba + (<usize>min(height - 1, y0 + y) * <usize>width << 2);
    for (let x = 0; x < 16; x++) {
      const pixel = load<u32>(row + (<usize>min(width - 1, x0 + x) << 2));
      const alpha = pixel >> 24;
      if (alpha) {
        last = pixel & 0xffffff;
        if (!seen) {
          seen = true;
          first = last;
        } else if (last != first) oneColour = false;
      }
      const at = out + <usize>((y << 4) + x);
      store<u8>(at, <u8>last);
      store<u8>(at, <u8>(last >> 8), 256);
      store<u8>(at, <u8>(last >> 16), 512);
      store<u8>(at, <u8>alpha, 768);
      all &= alpha;
      any |= alpha;
    }
  }
  if (!any) return EMPTY;
  if (oneColour) store<u32>(out, first);
  return (all == 255 ? OPAQUE : MIXED) | (oneColour ? ONE_COLOUR : 0);
}

/** Whether nothing of a tile that lies wholly inside the picture can be seen: most of most layers. */
function isClear(rgba: usize, stride: usize): bool {
  let any = i8x16.splat(0);
  for (let y = 0; y < 16; y++, rgba += stride) {
    any = v128.or(any, v128.or(v128.or(v128.load(rgba), v128.load(rgba, 16)), v128.or(v128.load(rgba, 32), v128.load(rgba, 48))));
  }
  return !v128.any_true(v128.and(any, i32x4.splat(0xff000000)));
}

/** cutSeen's answer for a tile of which something cannot be seen. */
const PARTLY: u8 = 255;

/** As cut, sixteen pixels at a time, for a tile inside the picture of which every pixel can be seen: most of the others. */
function cutSeen(rgba: usize, stride: usize, out: usize): u8 {
  const first = load<u32>(rgba) & 0xffffff;
  const same = i32x4.splat(<i32>first);
  const colour = i32x4.splat(0xffffff);
  let others = i8x16.splat(0);
  let least = i8x16.splat(-1);
  for (let y = 0; y < 16; y++, rgba += stride, out += 16) {
    const p0 = v128.load(rgba), p1 = v128.load(rgba, 16), p2 = v128.load(rgba, 32), p3 = v128.load(rgba, 48);
    const rg0 = i8x16.shuffle(p0, p1, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const rg1 = i8x16.shuffle(p2, p3, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const ba0 = i8x16.shuffle(p0, p1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    const ba1 = i8x16.shuffle(p2, p3, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    const a = i64x2.shuffle(ba0, ba1, 1, 3);
    v128.store(out, i64x2.shuffle(rg0, rg1, 0, 2));
    v128.store(out, i64x2.shuffle(rg0, rg1, 1, 3), 256);
    v128.store(out, i64x2.shuffle(ba0, ba1, 0, 2), 512);
    v128.store(out, a, 768);
    least = i8x16.min_u(least, a);
    const differ = v128.or(v128.or(v128.xor(p0, same), v128.xor(p1, same)), v128.or(v128.xor(p2, same), v128.xor(p3, same)));
    others = v128.or(others, v128.and(differ, colour));
  }
  if (!i8x16.all_true(least)) return PARTLY;
  const opaque = i8x16.all_true(i8x16.eq(least, i8x16.splat(-1)));
  if (v128.any_true(others)) return opaque ? OPAQUE : MIXED;
  store<u32>(out - 256, first);
  return (opaque ? OPAQUE : MIXED) | ONE_COLOUR;
}

function filterColour(from: usize, to: usize): void {
  let r0 = i8x16.splat(0);
  let g0 = r0;
  let b0 = r0;
  for (let o: usize = 0; o < 256; o += 16) {
    const g = v128.load(from + o, 256);
    const r = i8x16.sub(v128.load(from + o), g);
    const b = i8x16.sub(v128.load(from + o, 512), g);
    v128.store(to + o, i8x16.sub(r, r0));
    v128.store(to + o, i8x16.sub(g, g0), 256);
    v128.store(to + o, i8x16.sub(b, b0), 512);
    r0 = r;
    g0 = g;
    b0 = b;
  }
}

function filterAlpha(from: usize, to: usize): void {
  let above = i8x16.splat(0);
  for (let o: usize = 0; o < 256; o += 16) {
    const row = v128.load(from + o);
    v128.store(to + o, i8x16.sub(row, above));
    above = row;
  }
}

/**
 * @param kinds one byte a tile
 * @param oneColours one u32 for every tile of one colour
 * @param colours 768 bytes for every other tile that is not empty
 * @param alphas 256 bytes for every mixed tile
 * @param counts receives how many stand at oneColours, colours and alphas: three u32
 * @param scratch 1,024 bytes
 */
export function pack(
  rgba: usize, width: i32, height: i32,
  kinds: usize, oneColours: usize, colours: usize, alphas: usize, counts: usize, scratch: usize,
): void {
  const ones = oneColours;
  const firstColour = colours;
  const firstAlpha = alphas;
  for (let y = 0; y < height; y += 16) {
    for (let x = 0; x < width; x += 16, kinds++) {
      const inside = x + 16 <= width && y + 16 <= height;
      const stride = <usize>width << 2;
      const corner = rgba + <usize>y * stride + (<usize>x << 2);
      let kind = PARTLY;
      if (inside) kind = isClear(corner, stride) ? EMPTY : cutSeen(corner, stride, scratch);
      if (kind == PARTLY) kind = cut(rgba, width, height, x, y, scratch);
      store<u8>(kinds, kind);
      if (kind == EMPTY) continue;
      if (kind & ONE_COLOUR) {
        store<u32>(oneColours, load<u32>(scratch));
        oneColours += 4;
      } else {
        filterColour(scratch, colours);
        colours += 768;
      }
      if (kind & MIXED) {
        filterAlpha(scratch + 768, alphas);
        alphas += 256;
      }
    }
  }
  store<u32>(counts, <u32>((oneColours - ones) >> 2));
  store<u32>(counts, <u32>((colours - firstColour) / 768), 4);
  store<u32>(counts, <u32>((alphas - firstAlpha) >> 8), 8);
}

function unfilterColour(at: usize): void {
  let r = i8x16.splat(0);
  let g = r;
  let b = r;
  for (let o = at; o < at + 256; o += 16) {
    r = i8x16.add(r, v128.load(o));
    g = i8x16.add(g, v128.load(o, 256));
    b = i8x16.add(b, v128.load(o, 512));
    v128.store(o, i8x16.add(r, g));
    v128.store(o, g, 256);
    v128.store(o, i8x16.add(b, g), 512);
  }
}

function unfilterAlpha(at: usize): void {
  let a = i8x16.splat(0);
  for (let o = at; o < at + 256; o += 16) {
    a = i8x16.add(a, v128.load(o));
    v128.store(o, a);
  }
}

/**
 * @param indices one u32 for every tile of one colour: which of `palette`
 * @param palette `paletteSize` u32, and `paletteBlocks` room for as many colour blocks
 * @param colours, alphas filtered blocks as pack left them; unfiltered in place
 * @param table receives {colour, alpha} addresses a tile: {0, 0} empty, alpha 0 opaque
 */
export function unpack(
  kinds: usize, tiles: i32, indices: usize, palette: usize, paletteSize: i32,
  paletteBlocks: usize, colours: usize, alphas: usize, table: usize,
): void {
  for (let i: usize = 0; i < <usize>paletteSize; i++) {
    const colour = load<u32>(palette + (i << 2));
    const block = paletteBlocks + i * 768;
    memory.fill(block, <u8>colour, 256);
    memory.fill(block + 256, <u8>(colour >> 8), 256);
    memory.fill(block + 512, <u8>(colour >> 16), 256);
  }
  for (const end = kinds + <usize>tiles; kinds < end; kinds++, table += 8) {
    const kind = load<u8>(kinds);
    if (kind == EMPTY) {
      store<u64>(table, 0);
      continue;
    }
    if (kind & ONE_COLOUR) {
      store<u32>(table, <u32>(paletteBlocks + <usize>load<u32>(indices) * 768));
      indices += 4;
    } else {
      unfilterColour(colours);
      store<u32>(table, <u32>colours);
      colours += 768;
    }
    if (kind & MIXED) {
      unfilterAlpha(alphas);
      store<u32>(table, <u32>alphas, 4);
      alphas += 256;
    } else store<u32>(table, 0, 4);
  }
}
