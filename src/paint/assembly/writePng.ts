/**
 * A band of rows of a picture as a part of a PNG's data: filtered, then a block of deflate. It needs nothing of other bands, so
 * that threads write them side by side, and ends at a whole byte, so that they stand behind each other in one stream.
 *
 *   areOpaque   whether every tile of a stack has an opaque one
 *   pngBand     pixels -> compressed bytes
 */
import { addToSum, startSum, sumSoFar } from './adler';
import { count, countRow, SAMPLED, startCounts } from './countSymbols';
import { COUNTS, DEFLATE_BYTES, endBlock, putEmptyRow, putRow, startBlock } from './deflate';
import { areRowsOpaque, filterRow, isEmpty, startOpaque, SUB } from './filterRow';

/** In the work memory: a row with its filter in front, and room for what is written past its end. */
const ROW: usize = DEFLATE_BYTES + 64;

export function areOpaque(tables: usize, layers: i32, tiles: i32): bool {
  for (let index = 0; index < tiles; index++) {
    let layer = 0;
    for (; layer < layers; layer++) {
      const tile = load<u64>(<usize>load<u32>(tables + (<usize>layer << 2)) + (<usize>index << 3));
      if (tile != 0 && tile >> 32 == 0) break;
    }
    if (layer == layers) return false;
  }
  return true;
}

/**
 * @param pixels   RGBA, width x rows; four bytes before them may be read
 * @param channels 4, or 3 where all are opaque
 * @param out      receives at most 1.5 bytes for each byte, and 1,024
 * @param result   receives three u32: how many bytes; the Adler checksum of what they contain; whether all pixels are opaque
 * @param work     ROW bytes, and 64 and five for each pixel of a row
 */
export function pngBand(
  pixels: usize, width: i32, rows: i32, channels: i32, out: usize, result: usize, work: usize,
): void {
  const row = work + ROW - 1;
  const stride = <usize>width << 2;
  startCounts(work + COUNTS);
  for (let y = min(rows >> 1, SAMPLED >> 1); y < rows; y += SAMPLED) {
    const length = filterRow(pixels + <usize>y * stride, width, channels, row);
    countRow(row + 1, length - 1, work + COUNTS);
    count(work + COUNTS, SUB);
  }
  startBlock(out, work);
  startSum();
  startOpaque();
  for (let y = 0; y < rows; y++) {
    const length = filterRow(pixels + <usize>y * stride, width, channels, row);
    addToSum(row, length);
    if (isEmpty()) putEmptyRow(length);
    else putRow(row, length, work);
  }
  const end = endBlock(work);
  store<u32>(result, <u32>(end - out));
  store<u32>(result, sumSoFar(), 4);
  store<u32>(result, areRowsOpaque() ? 1 : 0, 8);
}
