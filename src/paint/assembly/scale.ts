/**
 * A stack blended in its own size and scaled to another.
 *
 *   scaledPixels      a band (some rows of tiles) of the scaled picture -> RGBA
 *   scaledJpegRows    the same -> restart segments of a JPEG, one for each row of tiles
 *
 * The plan, made in scaling.ts, u32 each: 0 columns of tiles in the stack's own size, 1 pairs that a pixel is made of across,
 * 2 pairs down, 3 address of the weights across, 4 of those down, 5 pairs of rows in the ring, 6 rows of tiles in a band, 7 lines
 * that are made at once: sixteen, or fewer where each is made of many rows.
 * Weights, for every column or row of the scaled picture: the first pair, then two i16 per pair. Pixels are summed in pairs
 * because one instruction multiplies two and adds them.
 *
 * Work memory: four planes (2,048 bytes), what tiles hold (a byte for each tile in the ring and for each column of the lines),
 * sixteen lines (8 bytes per pixel: pairs of pixels, channel by channel), the ring (column after column: 256 bytes for
 * each pair of rows, channel by channel), one row of tiles of the scaled picture (2,048 bytes per tile).
 */
import { storePixels } from './blend';
import { codeTile, start } from './jpeg';
import { finishBits } from './jpegBits';
import { PLANES } from './scaleFill';
import { openPlan, scaled, scaleTiles } from './scaleSums';

/**
 * @param tables address of each layer's tile table, bottom first
 * @param width, height of the scaled picture
 * @param band of it, from 0 on
 * @param out the whole scaled picture: width x height x 4 bytes, straight alpha
 * @param white whether to paint on white instead of on transparency
 * @param scratch 1,088 bytes and 8 bytes per layer
 */
export function scaledPixels(
  tables: usize, layers: i32, plan: usize, width: i32, height: i32, band: i32, out: usize, white: bool, scratch: usize,
  work: usize,
): void {
  openPlan(plan, work);
  const bandRows = load<i32>(plan, 24) << 4;
  const end = min(height, (band + 1) * bandRows);
  for (let y = band * bandRows; y < end; y += 16) {
    const rows = min(16, height - y);
    scaleTiles(tables, layers, width, y, rows, white, scratch + 1072);
    for (let i = 0; i < rows; i++) storeRow(width, i, out + (<usize>(y + i) * <usize>width << 2), white, scratch);
  }
}

/** Row `y` of the tiles in `scaled`. */
function storeRow(width: i32, y: i32, to: usize, white: bool, scratch: usize): void {
  const wideEnd = width & ~7;
  for (let x = 0; x < width; x += 8) {
    const from = scaled + <usize>(x >> 4) * PLANES + (<usize>y << 5) + (<usize>(x & 8) << 1);
    const r = v128.load(from), g = v128.load(from, 512), b = v128.load(from, 1024), a = v128.load(from, 1536);
    if (x < wideEnd) storePixels(to + (<usize>x << 2), r, g, b, a, white, scratch + 1024);
    else {
      storePixels(scratch, r, g, b, a, white, scratch + 1024);
      memory.copy(to + (<usize>x << 2), scratch, <usize>(width - x) << 2);
    }
  }
}

/**
 * On white.
 * @param out     of the row of tiles 0; `stride` bytes further for each next one
 * @param lengths receives the bytes of each segment, u32 each, from that of row 0 on
 * @param scratch 2,560 bytes and 8 bytes per layer
 */
export function scaledJpegRows(
  tables: usize, layers: i32, plan: usize, width: i32, height: i32, band: i32, jpegTables: usize, out: usize,
  stride: usize, lengths: usize, scratch: usize, work: usize,
): void {
  openPlan(plan, work);
  const tiles = <usize>(width + 15) >> 4;
  const bandRows = load<i32>(plan, 24);
  let row = band * bandRows;
  for (const end = min((height + 15) >> 4, row + bandRows); row < end; row++) {
    const from = row << 4;
    const rows = min(16, height - from);
    scaleTiles(tables, layers, <i32>(tiles << 4), from, rows, true, scratch + 2496);
    // Below the picture its last row is repeated.
    for (let tile = scaled; rows < 16 && tile < scaled + tiles * PLANES; tile += PLANES) {
      for (let plane = tile; plane < tile + 1536; plane += 512) {
        const last = plane + (<usize>(rows - 1) << 5);
        for (let y = rows; y < 16; y++) memory.copy(plane + (<usize>y << 5), last, 32);
      }
    }
    const to = out + <usize>row * stride;
    start(to);
    for (let tile: usize = 0; tile < tiles; tile++) codeTile(scaled + tile * PLANES, jpegTables, scratch + 1536, scratch + 2304);
    store<u32>(lengths + (<usize>row << 2), finishBits(to));
  }
}
