/**
 * What the kernel and the file's header must agree on: quantisers as libjpeg has them at quality 85, Huffman codes, order.
 *
 *   TABLE_BYTES, tableBlock    the tables as assembly/jpeg.ts reads them
 *   QUANTISERS, ZIGZAG         as the header writes them
 */
import type { HuffmanTable, HuffmanTables } from './huffman.ts';

const QUALITY = 85;

// ITU-T T.81, annex K.1, in natural order.
const BASE_Y = [
  ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55],
  ...[14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62],
  ...[18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
];
const BASE_C = [
  ...[17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99],
  ...[24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99],
  ...new Array<number>(32).fill(99),
];
/** libjpeg's scale for qualities of 50 and more. */
const scaleQuantisers = (base: readonly number[]): number[] =>
  base.map((value) => Math.max(1, Math.min(255, Math.floor((value * (200 - 2 * QUALITY) + 50) / 100))));

export const QUANTISERS = { y: scaleQuantisers(BASE_Y), c: scaleQuantisers(BASE_C) } as const;

/** Natural index (row * 8 + column) of each place in zigzag order. */
export const ZIGZAG: readonly number[] = Array.from({ length: 64 }, (_, at) => at).sort((a, b) => {
  const [diagonalA, diagonalB] = [(a >> 3) + (a & 7), (b >> 3) + (b & 7)];
  if (diagonalA !== diagonalB) return diagonalA - diagonalB;
  return diagonalA % 2 === 0 ? b - a : a - b;
});

export const TABLE_BYTES = 2752;

/** What the transform of Arai, Agui and Nakajima leaves for the quantiser to divide by, a row or column. */
const AAN = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];

/** Samples come in twice as large, and both passes together scale by 8. */
const reciprocal = (quantiser: number, u: number, v: number): number =>
  Math.min(32_767, Math.round(32_768 / (quantiser * 16 * (AAN[u] as number) * (AAN[v] as number))));

/** Code and length of each symbol: code << 8 | length. */
function codes({ counts, symbols }: HuffmanTable, size: number): Uint32Array {
  const out = new Uint32Array(size);
  let code = 0;
  let next = 0;
  for (const [at, count] of counts.entries()) {
    for (let i = 0; i < count; i++) out[symbols[next++] as number] = (code++ << 8) | (at + 1);
    code <<= 1;
  }
  return out;
}

export function tableBlock(huffman: HuffmanTables): Uint8Array {
  const block = new Uint8Array(TABLE_BYTES);
  const view = new DataView(block.buffer);
  for (const [at, quantiser] of [QUANTISERS.y, QUANTISERS.c].entries()) {
    for (let u = 0; u < 8; u++) {
      for (let v = 0; v < 8; v++) {
        view.setInt16(at * 128 + (u * 8 + v) * 2, reciprocal(quantiser[v * 8 + u] as number, u, v), true);
      }
    }
  }
  // A swizzle takes nothing where the index is 0x80.
  block.fill(0x80, 256, 512);
  for (const [k, natural] of ZIGZAG.entries()) {
    const transposed = (natural & 7) * 8 + (natural >> 3);
    block[256 + ((k >> 4) * 4 + (transposed >> 4)) * 16 + (k & 15)] = transposed & 15;
    block[2688 + k] = transposed;
  }
  const tables: [number, HuffmanTable, number][] = [
    [512, huffman.acY, 256],
    [1536, huffman.acC, 256],
    [2560, huffman.dcY, 16],
    [2624, huffman.dcC, 16],
  ];
  for (const [start, table, size] of tables) {
    for (const [symbol, entry] of codes(table, size).entries()) view.setUint32(start + symbol * 4, entry, true);
  }
  return block;
}
