/**
 * Checks that the compressed data of a PNG is exactly its rows (PNG specification, third edition, 7 and 10): decoders ignore
 * excess data, and accept colours that a palette does not have. The data is read in pieces and never held as a whole,
 * so that 300 MB in a picture of 16 x 16 pixels cost nothing.
 *
 *   checkRows      @throws Error with a sentence for the sender
 */
import { createInflate } from 'node:zlib';
import type { PngHead } from './png.ts';

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
/** Adam7: first column and row, and the steps between */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
/** bytes inflated at a time */
const CHUNK_BYTES = 256 * 1024;

interface Pass {
  /** pixels */
  readonly width: number;
  readonly rows: number;
  /** bytes of a row without its filter byte */
  readonly bytes: number;
}

function passesOf({ width, height, bitDepth, colourType, interlaced }: PngHead): Pass[] {
  const bits = bitDepth * (CHANNELS[colourType] ?? 1);
  const pass = (columns: number, rows: number): Pass => ({
    width: columns,
    rows,
    bytes: Math.ceil((columns * bits) / 8),
  });
  if (!interlaced) return [pass(width, height)];
  return PASSES.map(([x, y, dx, dy]) => pass(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy))).filter(
    ({ width: columns, rows }) => columns > 0 && rows > 0,
  );
}

function paeth(a: number, b: number, c: number): number {
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - 2 * c);
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** @param a, b, c the bytes to the left, above, and above to the left */
function predicted(filter: number, a: number, b: number, c: number): number {
  switch (filter) {
    case 1:
      return a;
    case 2:
      return b;
    case 3:
      return (a + b) >> 1;
    default:
      return paeth(a, b, c);
  }
}

/** Undoes the filter of a row in place; with a palette, a pixel takes at most one byte. */
function unfilter(row: Buffer, before: Buffer, filter: number): void {
  if (filter === 0) return;
  let [left, corner] = [0, 0];
  for (let i = 0; i < row.length; i++) {
    const above = before[i] as number;
    left = ((row[i] as number) + predicted(filter, left, above, corner)) & 0xff;
    row[i] = left;
    corner = above;
  }
}

function checkIndexes(row: Buffer, width: number, { bitDepth, colours }: PngHead): void {
  const perByte = 8 / bitDepth;
  const mask = 2 ** bitDepth - 1;
  for (let x = 0; x < width; x++) {
    const shift = 8 - bitDepth * ((x % perByte) + 1);
    const index = ((row[Math.floor(x / perByte)] as number) >> shift) & mask;
    if (index >= colours) throw new Error(`the picture uses colour ${index + 1} of a palette of ${colours}`);
  }
}

/** Takes inflated bytes in pieces, row by row. */
function openRows(head: PngHead) {
  const passes = passesOf(head);
  const readsIndexes = head.colourType === PALETTE && head.colours < 2 ** head.bitDepth;
  let [pass, y, column] = [0, 0, -1];
  let filter = 0;
  let row = Buffer.alloc(0);
  let before = Buffer.alloc(0);

  function startRow(value: number, bytes: number): void {
    if (value > 4) throw new Error(`row ${y + 1} has the filter ${value}, which does not exist`);
    filter = value;
    column = 0;
    if (!readsIndexes) return;
    before = y === 0 ? Buffer.alloc(bytes) : row;
    row = Buffer.alloc(bytes);
  }

  function endRow({ width, rows }: Pass): void {
    if (readsIndexes) {
      unfilter(row, before, filter);
      checkIndexes(row, width, head);
    }
    column = -1;
    y += 1;
    if (y === rows) [pass, y] = [pass + 1, 0];
  }

  return {
    take(piece: Buffer): void {
      for (let at = 0; at < piece.length; ) {
        const now = passes[pass];
        if (!now) throw new Error('the picture data continues after the last row');
        if (column < 0) {
          startRow(piece[at] as number, now.bytes);
          at += 1;
        } else {
          const length = Math.min(now.bytes - column, piece.length - at);
          if (readsIndexes) piece.copy(row, column, at, at + length);
          column += length;
          at += length;
        }
        if (column === now.bytes) endRow(now);
      }
    },
    end(): void {
      if (passes[pass]) throw new Error('the picture is cut off: its data ends before its last row');
    },
  };
}

/** @param head what walkPng found in these bytes */
export async function checkRows(bytes: Buffer, head: PngHead): Promise<void> {
  const rows = openRows(head);
  const inflate = createInflate({ chunkSize: CHUNK_BYTES });
  const feeding = (async () => {
    for (const [from, to] of head.data) {
      if (!inflate.write(bytes.subarray(from, to))) await new Promise((resolve) => inflate.once('drain', resolve));
    }
    inflate.end();
  })();
  // Errors of the stream are thrown by the loop that reads its output.
  feeding.catch(() => {});
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) rows.take(piece);
  } catch (error) {
    const { code } = error as { code?: string };
    // Our own errors have no code; those of zlib do.
    if (code === undefined) throw error;
    throw new Error('the picture data cannot be inflated', { cause: error });
  } finally {
    inflate.destroy();
  }
  rows.end();
  const compressed = head.data.reduce((sum, [from, to]) => sum + to - from, 0);
  if (inflate.bytesWritten < compressed) throw new Error('bytes follow the end of the picture data');
}
