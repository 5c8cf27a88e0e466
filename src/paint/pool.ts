/**
 * Paints in threads: a stack of layers in, a JPEG, a PNG, a layer or pixels out.
 *
 *   Pool, createPool
 */
import { jpegFile, ROW_BYTES_A_TILE } from './jpeg/file.ts';
import { TRAINED } from './jpeg/trained.ts';
import type { KnownRows } from './jpegRows.ts';
import type { Canvas } from './layerCache.ts';
import { bandSizes, pngFile } from './pngFile.ts';
import type { RawPicture } from './raw.ts';
import { packingBytes } from './renderReady.ts';
import { createRunner, type Stack, scaleOf } from './runPainting.ts';
import { JPEG, ON_WHITE, PNG_ALPHA, PNG_OPAQUE, TRANSPARENT } from './slots.ts';
import { createSlotThreads, type ThreadTimes } from './slotThreads.ts';
import { assertSize, type TileLayer, type Tiles } from './tiles.ts';

export interface Pool {
  /**
   * On white, quality 85.
   * @param known rows that need not be painted; only of a stack that is not scaled
   * @throws the signal's reason, or Error when a thread fails
   */
  jpeg(stack: Stack, known?: KnownRows): Promise<Buffer>;
  /** With alpha, lossless, no larger than it need be to be written at once. @throws as jpeg */
  png(stack: Stack): Promise<Buffer>;
  /** The stack as one layer. The calling thread neither paints nor packs it. @throws as jpeg */
  layer(stack: Stack): Promise<TileLayer>;
  /** @param read is given the picture where it was painted: its memory is used again once `read` has ended */
  pixels<Result>(
    stack: Stack,
    onWhite: boolean,
    read: (picture: RawPicture) => Result | Promise<Result>,
  ): Promise<Result>;
  /** Paints on the calling thread until the kernel is compiled for speed, for all threads. */
  warm(): Promise<void>;
  close(): Promise<void>;
  /** how many are running */
  readonly threads: number;
}

/** Of a PNG, where the picture is not scaled: as many rows of tiles as stay in the second cache. */
const PNG_BAND = 4;

export function createPool(tiles: Tiles, workers: number, times: ThreadTimes = {}): Pool {
  const { memory, arena, kernel, add, addPacked } = tiles;
  const threads = createSlotThreads(tiles, workers, times);
  const runner = createRunner(tiles, workers, threads);
  const { run } = runner;

  /** Cheap: it reads where tiles are, not what they show. */
  function areOpaque(layers: readonly TileLayer[], { width, height }: Canvas): boolean {
    for (const layer of layers) assertSize(layer, width, height);
    if (layers.length === 0) return false;
    const tables = arena.allocate(layers.length * 4);
    new Uint32Array(memory.buffer, tables, layers.length).set(layers.map((layer) => layer.table));
    const opaque = kernel.areOpaque(tables, layers.length, ((width + 15) >> 4) * ((height + 15) >> 4));
    arena.free(tables);
    return opaque === 1;
  }

  const self: Pool = {
    get threads() {
      return threads.count();
    },
    async jpeg(stack, { found, bounds } = { found: [] }) {
      const { width, height, signal } = stack;
      const stride = ((width + 15) >> 4) * ROW_BYTES_A_TILE;
      const numbers = Array.from({ length: (height + 15) >> 4 }, (_, row) => row);
      const file = (rowOf: (row: number) => Uint8Array) =>
        jpegFile(
          width,
          height,
          TRAINED,
          numbers.map((row) => found[row] ?? rowOf(row)),
          bounds,
        );
      const rows = numbers.filter((row) => found[row] === undefined);
      signal?.throwIfAborted();
      if (rows.length === 0) return file(() => new Uint8Array());
      return run(stack, { kind: JPEG, stride, bytes: numbers.length * stride, rows }, (out, lengths) => {
        const sizes = new Uint32Array(memory.buffer, lengths, numbers.length);
        return file((row) => new Uint8Array(memory.buffer, out + row * stride, sizes[row]));
      });
    },
    async png(stack) {
      const { width, height, from = stack, layers } = stack;
      const bands = { width, height, band: scaleOf({ ...stack, from })?.band ?? PNG_BAND };
      const { count, stride, writerBytes } = bandSizes(bands);
      const paint = (channels: 3 | 4) =>
        run(
          stack,
          {
            ...{ kind: channels === 3 ? PNG_OPAQUE : PNG_ALPHA, stride, bytes: count * stride },
            bands: { band: bands.band, writerBytes },
          },
          (out, results) => pngFile(bands, channels, { memory: memory.buffer, out, results }),
        );
      const file = (areOpaque(layers, from) ? await paint(3) : undefined) ?? (await paint(4));
      if (!file) throw new Error('a PNG with alpha cannot lack it');
      return file;
    },
    layer: (stack) => {
      const bytes = packingBytes(stack.width, stack.height);
      return run(stack, { kind: TRANSPARENT, stride: 0, bytes, packs: true }, (out, lengths) => {
        const [length] = new Uint32Array(memory.buffer, lengths, 1);
        return addPacked(new Uint8Array(memory.buffer, out, length));
      });
    },
    pixels: (stack, onWhite, read) => {
      const { width, height } = stack;
      const bytes = width * height * 4;
      return run(stack, { kind: onWhite ? ON_WHITE : TRANSPARENT, stride: 0, bytes }, (out) =>
        read({ rgba: new Uint8Array(memory.buffer, out, bytes), width, height }),
      );
    },
    async warm() {
      const size = { width: 256, height: 1024 };
      const rgba = Uint8Array.from({ length: size.width * size.height * 4 }, (_, at) => (at * 2_654_435_761) >>> 24);
      await threads.runWithoutThreads(async () => {
        for (let i = 0; i < 8; i++) {
          const layer = add({ rgba, ...size });
          await self.jpeg({ layers: [layer, layer], ...size }).finally(layer.release);
        }
      });
    },
    async close() {
      await threads.close();
      runner.close();
    },
  };
  return self;
}
