/**
 * Rows of JPEGs that need not be painted again. A row of tiles is a restart segment: its bytes follow from the layers that have
 * something there, whatever is above or below it. So a picture that differs from another one in a wheel takes all rows without
 * wheels from it. The bytes stay where they are, in the finished picture; the index only finds them.
 *
 *   KnownRows        for a painting: what is known, and where it is told where its rows are
 *   RowsOfJpeg       a finished picture with its rows
 *   rowNames         what each row of a stack shows
 *   createRowIndex
 */
import { MARKER_BYTES } from './jpeg/file.ts';
import type { TileLayer } from './tiles.ts';

export interface KnownRows {
  /** by row: its bytes, or undefined where it has to be painted */
  readonly found: readonly (Uint8Array | undefined)[];
  /** receives where each row begins in the file, and where the file ends */
  readonly bounds?: Uint32Array;
}
export interface RowsOfJpeg {
  readonly bytes: Buffer;
  readonly names: readonly string[];
  readonly bounds: Uint32Array;
}

/**
 * @param layers of one size, bottom first
 * @returns a name for each row of tiles: rows of the same name have the same bytes
 */
export function rowNames(layers: readonly TileLayer[], { width, height }: { width: number; height: number }): string[] {
  const names: string[] = [];
  let before: readonly TileLayer[] | undefined;
  let shown = '';
  for (let row = 0; row << 4 < height; row++) {
    const here = layers.filter(({ filled }) => filled[row] === 1);
    // Most rows have the same layers as the row above.
    if (here.length !== before?.length || here.some((layer, at) => layer !== before?.[at])) {
      shown = `${width} ${here.map(({ id }) => id).join(' ')} row `;
      before = here;
    }
    names.push(shown + row);
  }
  return names;
}

export interface RowIndex {
  /** @param names of all rows of a picture, from the top */
  find(names: readonly string[]): (Uint8Array | undefined)[];
  add(rows: RowsOfJpeg): void;
  /** Call it when the picture leaves the memory. */
  remove(rows: RowsOfJpeg): void;
}

export function createRowIndex(): RowIndex {
  /** The latest picture with each row: it stays in memory longest. */
  const latest = new Map<string, RowsOfJpeg>();
  return {
    find: (names) =>
      names.map((name, row) => {
        const rows = latest.get(name);
        return rows?.bytes.subarray(rows.bounds[row], (rows.bounds[row + 1] as number) - MARKER_BYTES);
      }),
    add(rows) {
      for (const name of rows.names) latest.set(name, rows);
    },
    remove(rows) {
      for (const name of rows.names) if (latest.get(name) === rows) latest.delete(name);
    },
  };
}
