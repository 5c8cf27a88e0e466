/**
 * A JPEG file around the rows that the kernel wrote: JFIF, baseline, 4:2:0, one restart segment per row of MCUs.
 *
 *   ROW_BYTES_A_TILE   the most that a tile can take
 *   MARKER_BYTES       behind each row
 *   jpegFile           header, rows, end
 */
import type { HuffmanTable, HuffmanTables } from './huffman.ts';
import { QUANTISERS, ZIGZAG } from './tables.ts';

/** Six blocks of 1 DC (27 bits) and 63 AC (26 bits) coefficients are 208 bytes each, and stuffing may double them. */
export const ROW_BYTES_A_TILE = 6 * 208 * 2;
export const MARKER_BYTES = 2;

const segment = (marker: number, data: readonly number[]): number[] => {
  const length = data.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...data];
};
const word = (value: number): [number, number] => [value >> 8, value & 255];
const huffman = (id: number, { counts, symbols }: HuffmanTable): number[] => segment(0xc4, [id, ...counts, ...symbols]);
const quantiser = (id: number, values: readonly number[]): number[] =>
  segment(0xdb, [id, ...ZIGZAG.map((at) => values[at] as number)]);

const makeHeader = (width: number, height: number, tables: HuffmanTables): Buffer =>
  Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...quantiser(0, QUANTISERS.y),
    ...quantiser(1, QUANTISERS.c),
    ...segment(0xc0, [8, ...word(height), ...word(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...huffman(0x00, tables.dcY),
    ...huffman(0x10, tables.acY),
    ...huffman(0x01, tables.dcC),
    ...huffman(0x11, tables.acC),
    ...segment(0xdd, word((width + 15) >> 4)),
    ...segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ]);

/** Making one takes a hundredth of a painting. */
const MAX_HEADERS = 64;
const headers = new Map<string, { readonly tables: HuffmanTables; readonly header: Buffer }>();

function headerOf(width: number, height: number, tables: HuffmanTables): Buffer {
  const key = `${width} ${height}`;
  const known = headers.get(key);
  if (known?.tables === tables) return known.header;
  if (headers.size >= MAX_HEADERS) headers.clear();
  const header = makeHeader(width, height, tables);
  headers.set(key, { tables, header });
  return header;
}

/**
 * @param rows copied, not kept
 * @param bounds receives where each row begins, and where the file ends
 */
export function jpegFile(
  width: number,
  height: number,
  tables: HuffmanTables,
  rows: readonly Uint8Array[],
  bounds?: Uint32Array,
): Buffer {
  const head = headerOf(width, height, tables);
  const length = rows.reduce((sum, row) => sum + row.length + MARKER_BYTES, head.length);
  const file = Buffer.allocUnsafeSlow(length);
  let at = head.copy(file);
  for (const [index, row] of rows.entries()) {
    if (bounds) bounds[index] = at;
    file.set(row, at);
    at += row.length;
    file[at++] = 0xff;
    // Restart markers 0 to 7 in turn; after the last row comes the end marker.
    file[at++] = index === rows.length - 1 ? 0xd9 : 0xd0 + (index & 7);
  }
  if (bounds) bounds[rows.length] = at;
  return file;
}
