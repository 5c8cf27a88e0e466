/**
 * A row of tiles painted and written as baseline JPEG in one pass, 4:2:0, so that a tile is one MCU: blended, converted,
 * transformed and quantised without leaving the first cache. A row is a restart segment: it needs no other row.
 *
 *   jpegRow            a row of tiles of a stack -> entropy-coded bytes
 *   blend              a tile of a stack -> planes
 *   start, codeTile    a segment from planes, tile by tile; finishBits ends it
 *
 * Tables, made in jpeg/tables.ts: 0 quantiser Y, 128 quantiser C (64 i16 each, transposed), 256 zigzag (16 vectors),
 * 512 AC codes Y, 1536 AC codes C (256 u32 each: code << 8 | length), 2560 DC codes Y, 2624 DC codes C (16 u32 each),
 * 2688 zigzag position -> transposed position (64 bytes).
 */
import { minusAlpha, over, visible, wide } from './blend';
import { code, finishBits, startBits } from './jpegBits';
import { convert, transform } from './jpegTransform';

const QUANT_C: usize = 128;
const AC_Y: usize = 512;
const AC_C: usize = 1536;
const DC_Y: usize = 2560;
const DC_C: usize = 2624;

/** The tile on white: three planes of 256 i16, seven bits after the point. */
export function blend(list: usize, count: i32, planes: usize): void {
  const base = <usize>load<u32>(list);
  const top = list + 8;
  const bottom = top + (<usize>count << 3);
  const white = i16x8.splat(255 << 7);
  for (let i: usize = 0; i < 256; i += 8) {
    let r = white;
    let g = white;
    let b = white;
    if (base) {
      r = wide(base + i);
      g = wide(base + i + 256);
      b = wide(base + i + 512);
    }
    for (let entry = bottom; entry > top; ) {
      entry -= 8;
      const colour = <usize>load<u32>(entry) + i;
      const minus = minusAlpha(<usize>load<u32>(entry, 4) + i);
      r = over(r, wide(colour), minus);
      g = over(g, wide(colour + 256), minus);
      b = over(b, wide(colour + 512), minus);
    }
    const at = planes + (i << 1);
    v128.store(at, r);
    v128.store(at, g, 512);
    v128.store(at, b, 1024);
  }
}

/**
 * @param tables address of each layer's tile table, bottom first; painted on white
 * @param cols tiles per row
 * @param jpegTables see above
 * @param out room for 2,496 bytes per tile: the most that six blocks can take, every byte stuffed
 * @param scratch 2,560 bytes and 8 bytes per layer
 * @param length receives how many bytes were written (u32); whole bytes, without a marker
 */
export function jpegRow(
  tables: usize, layers: i32, cols: i32, row: i32, jpegTables: usize, out: usize, length: usize, scratch: usize,
): void {
  const planes = scratch;
  const blocks = scratch + 1536;
  const zigzag = scratch + 2304;
  const list = scratch + 2496;
  start(out);
  for (let index = row * cols, end = index + cols; index < end; index++) {
    blend(list, visible(tables, layers, index, list), planes);
    codeTile(planes, jpegTables, blocks, zigzag);
  }
  store<u32>(length, finishBits(out));
}

/** The DC coefficients of the last tile. */
let lastY = 0;
let lastCb = 0;
let lastCr = 0;

/** Begins a restart segment. */
export function start(out: usize): void {
  startBits(out);
  lastY = 0;
  lastCb = 0;
  lastCr = 0;
}

/**
 * Writes one tile.
 * @param planes of red, green and blue: 256 i16 each, seven bits after the point, on white
 * @param blocks 768 bytes
 * @param zigzag 192 bytes
 */
export function codeTile(planes: usize, jpegTables: usize, blocks: usize, zigzag: usize): void {
  convert(planes, blocks);
  for (let block: usize = 0; block < 512; block += 128) {
    const dc = transform(blocks + block, jpegTables, jpegTables, zigzag);
    code(dc, lastY, zigzag, jpegTables + DC_Y, jpegTables + AC_Y, jpegTables);
    lastY = dc;
  }
  const b = transform(blocks + 512, jpegTables + QUANT_C, jpegTables, zigzag);
  code(b, lastCb, zigzag, jpegTables + DC_C, jpegTables + AC_C, jpegTables);
  lastCb = b;
  const r = transform(blocks + 640, jpegTables + QUANT_C, jpegTables, zigzag);
  code(r, lastCr, zigzag, jpegTables + DC_C, jpegTables + AC_C, jpegTables);
  lastCr = r;
}
