/**
 * From the pixels of a tile to quantised coefficients, in 16 bits, eight values per instruction.
 *
 *   convert      planes of RGB -> six blocks: four Y, Cb, Cr; 4:2:0
 *   transform    a block -> coefficients in zigzag order
 *   mask         which of them are not zero
 *
 * Tables: see jpeg.ts.
 */

const ZIGZAG: usize = 256;

/** value * factor / 32768, rounded. */
// @ts-ignore: decorator
@inline
function times(value: v128, factor: i16): v128 {
  return i16x8.relaxed_q15mulr_s(value, i16x8.splat(factor));
}

// @ts-ignore: decorator
@inline
function luma(r: v128, g: v128, b: v128): v128 {
  return i16x8.add(i16x8.add(times(r, 9798), times(g, 19235)), times(b, 3735));
}

/** The sum of 2 x 2 pixels of (channel - luma), scaled to twice the chroma sample. */
// @ts-ignore: decorator
@inline
function chroma(above: v128, below: v128, factor: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(above, factor), i32x4.dot_i16x8_s(below, factor));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(1 << 21)), 22);
}

/**
 * Planes of RGB to six blocks of 8 x 8 i16: four Y, Cb, Cr; twice the sample less 128, to keep half a step.
 * @param blocks 768 bytes
 */
export function convert(planes: usize, blocks: usize): void {
  const level = i16x8.splat(-16384 + 32);
  const kb = i16x8.splat(9246);
  const kr = i16x8.splat(11685);
  for (let pair: usize = 0; pair < 8; pair++) {
    const q = planes + (pair << 6);
    const r0 = v128.load(q), r1 = v128.load(q, 16), r2 = v128.load(q, 32), r3 = v128.load(q, 48);
    const b0 = v128.load(q, 1024), b1 = v128.load(q, 1040), b2 = v128.load(q, 1056), b3 = v128.load(q, 1072);
    const y0 = luma(r0, v128.load(q, 512), b0);
    const y1 = luma(r1, v128.load(q, 528), b1);
    const y2 = luma(r2, v128.load(q, 544), b2);
    const y3 = luma(r3, v128.load(q, 560), b3);
    const row = pair << 1;
    const y = blocks + ((row >> 3) << 8) + ((row & 7) << 4);
    v128.store(y, i16x8.shr_s(i16x8.add(y0, level), 6));
    v128.store(y, i16x8.shr_s(i16x8.add(y1, level), 6), 128);
    v128.store(y, i16x8.shr_s(i16x8.add(y2, level), 6), 16);
    v128.store(y, i16x8.shr_s(i16x8.add(y3, level), 6), 144);
    const c = blocks + (pair << 4);
    const cb0 = chroma(i16x8.sub(b0, y0), i16x8.sub(b2, y2), kb);
    const cb1 = chroma(i16x8.sub(b1, y1), i16x8.sub(b3, y3), kb);
    v128.store(c, i16x8.narrow_i32x4_s(cb0, cb1), 512);
    const cr0 = chroma(i16x8.sub(r0, y0), i16x8.sub(r2, y2), kr);
    const cr1 = chroma(i16x8.sub(r1, y1), i16x8.sub(r3, y3), kr);
    v128.store(c, i16x8.narrow_i32x4_s(cr0, cr1), 640);
  }
}

// @ts-ignore: decorator
@inline
function picked(from: v128, tables: usize, vector: usize): v128 {
  return i8x16.relaxed_swizzle(from, v128.load(tables + ZIGZAG + (vector << 4)));
}

/** Which coefficients of the last block are not zero, by zigzag position. Bit 0 (DC): one needs more than eight bits. */
export let mask: u64 = 0;

/**
 * Forward DCT of Arai, Agui and Nakajima in 16 bits (twice: the second pass takes the transposed first), quantised.
 * @param zigzag receives 64 i8 in zigzag order; where one needs more, 64 i16 behind them, transposed
 * @returns the DC coefficient
 */
export function transform(block: usize, quant: usize, tables: usize, zigzag: usize): i32 {
  let d0 = v128.load(block), d1 = v128.load(block, 16), d2 = v128.load(block, 32), d3 = v128.load(block, 48);
  let d4 = v128.load(block, 64), d5 = v128.load(block, 80), d6 = v128.load(block, 96), d7 = v128.load(block, 112);
  for (let pass = 0; ; pass++) {
    const t0 = i16x8.add(d0, d7), t7 = i16x8.sub(d0, d7), t1 = i16x8.add(d1, d6), t6 = i16x8.sub(d1, d6);
    const t2 = i16x8.add(d2, d5), t5 = i16x8.sub(d2, d5), t3 = i16x8.add(d3, d4), t4 = i16x8.sub(d3, d4);
    const e0 = i16x8.add(t0, t3), e3 = i16x8.sub(t0, t3), e1 = i16x8.add(t1, t2), e2 = i16x8.sub(t1, t2);
    d0 = i16x8.add(e0, e1);
    d4 = i16x8.sub(e0, e1);
    const z1 = times(i16x8.add(e2, e3), 23170);
    d2 = i16x8.add(e3, z1);
    d6 = i16x8.sub(e3, z1);
    const o0 = i16x8.add(t4, t5), o1 = i16x8.add(t5, t6), o2 = i16x8.add(t6, t7);
    const z5 = times(i16x8.sub(o0, o2), 12540);
    const z2 = i16x8.add(times(o0, 17734), z5);
    const z4 = i16x8.add(i16x8.add(o2, times(o2, 10045)), z5);
    const z3 = times(o1, 23170);
    const z11 = i16x8.add(t7, z3), z13 = i16x8.sub(t7, z3);
    d5 = i16x8.add(z13, z2);
    d3 = i16x8.sub(z13, z2);
    d1 = i16x8.add(z11, z4);
    d7 = i16x8.sub(z11, z4);
    if (pass) break;
    const a0 = i16x8.shuffle(d0, d1, 0, 8, 1, 9, 2, 10, 3, 11), a1 = i16x8.shuffle(d0, d1, 4, 12, 5, 13, 6, 14, 7, 15);
    const a2 = i16x8.shuffle(d2, d3, 0, 8, 1, 9, 2, 10, 3, 11), a3 = i16x8.shuffle(d2, d3, 4, 12, 5, 13, 6, 14, 7, 15);
    const a4 = i16x8.shuffle(d4, d5, 0, 8, 1, 9, 2, 10, 3, 11), a5 = i16x8.shuffle(d4, d5, 4, 12, 5, 13, 6, 14, 7, 15);
    const a6 = i16x8.shuffle(d6, d7, 0, 8, 1, 9, 2, 10, 3, 11), a7 = i16x8.shuffle(d6, d7, 4, 12, 5, 13, 6, 14, 7, 15);
    const b0 = i32x4.shuffle(a0, a2, 0, 4, 1, 5), b1 = i32x4.shuffle(a0, a2, 2, 6, 3, 7);
    const b2 = i32x4.shuffle(a1, a3, 0, 4, 1, 5), b3 = i32x4.shuffle(a1, a3, 2, 6, 3, 7);
    const b4 = i32x4.shuffle(a4, a6, 0, 4, 1, 5), b5 = i32x4.shuffle(a4, a6, 2, 6, 3, 7);
    const b6 = i32x4.shuffle(a5, a7, 0, 4, 1, 5), b7 = i32x4.shuffle(a5, a7, 2, 6, 3, 7);
    d0 = i64x2.shuffle(b0, b4, 0, 2);
    d1 = i64x2.shuffle(b0, b4, 1, 3);
    d2 = i64x2.shuffle(b1, b5, 0, 2);
    d3 = i64x2.shuffle(b1, b5, 1, 3);
    d4 = i64x2.shuffle(b2, b6, 0, 2);
    d5 = i64x2.shuffle(b2, b6, 1, 3);
    d6 = i64x2.shuffle(b3, b7, 0, 2);
    d7 = i64x2.shuffle(b3, b7, 1, 3);
  }
  d0 = i16x8.relaxed_q15mulr_s(d0, v128.load(quant));
  d1 = i16x8.relaxed_q15mulr_s(d1, v128.load(quant, 16));
  d2 = i16x8.relaxed_q15mulr_s(d2, v128.load(quant, 32));
  d3 = i16x8.relaxed_q15mulr_s(d3, v128.load(quant, 48));
  d4 = i16x8.relaxed_q15mulr_s(d4, v128.load(quant, 64));
  d5 = i16x8.relaxed_q15mulr_s(d5, v128.load(quant, 80));
  d6 = i16x8.relaxed_q15mulr_s(d6, v128.load(quant, 96));
  d7 = i16x8.relaxed_q15mulr_s(d7, v128.load(quant, 112));
  const dc = <i32>i16x8.extract_lane_s(d0, 0);
  d0 = i16x8.replace_lane(d0, 0, 0);
  const n0 = i8x16.narrow_i16x8_s(d0, d1), n1 = i8x16.narrow_i16x8_s(d2, d3);
  const n2 = i8x16.narrow_i16x8_s(d4, d5), n3 = i8x16.narrow_i16x8_s(d6, d7);
  if (!v128.any_true(v128.or(v128.or(n0, n1), v128.or(n2, n3)))) {
    mask = 0;
    return dc;
  }
  // The first sixteen in zigzag order take nothing from the last quarter, the last sixteen nothing from the first.
  const s0 = v128.or(v128.or(picked(n0, tables, 0), picked(n1, tables, 1)), picked(n2, tables, 2));
  const s1 = v128.or(
    v128.or(picked(n0, tables, 4), picked(n1, tables, 5)), v128.or(picked(n2, tables, 6), picked(n3, tables, 7)));
  const s2 = v128.or(
    v128.or(picked(n0, tables, 8), picked(n1, tables, 9)), v128.or(picked(n2, tables, 10), picked(n3, tables, 11)));
  const s3 = v128.or(v128.or(picked(n1, tables, 13), picked(n2, tables, 14)), picked(n3, tables, 15));
  v128.store(zigzag, s0);
  v128.store(zigzag, s1, 16);
  v128.store(zigzag, s2, 32);
  v128.store(zigzag, s3, 48);
  const zero = i8x16.splat(0);
  const low = i8x16.bitmask(i8x16.ne(s0, zero)) | (i8x16.bitmask(i8x16.ne(s1, zero)) << 16);
  const high = i8x16.bitmask(i8x16.ne(s2, zero)) | (i8x16.bitmask(i8x16.ne(s3, zero)) << 16);
  mask = <u64><u32>low | (<u64><u32>high << 32);
  const largest = i8x16.max_u(
    i8x16.max_u(i8x16.abs(n0), i8x16.abs(n1)), i8x16.max_u(i8x16.abs(n2), i8x16.abs(n3)));
  if (v128.any_true(i8x16.ge_u(largest, i8x16.splat(127)))) {
    v128.store(zigzag, d0, 64);
    v128.store(zigzag, d1, 80);
    v128.store(zigzag, d2, 96);
    v128.store(zigzag, d3, 112);
    v128.store(zigzag, d4, 128);
    v128.store(zigzag, d5, 144);
    v128.store(zigzag, d6, 160);
    v128.store(zigzag, d7, 176);
    mask |= 1;
  }
  return dc;
}
