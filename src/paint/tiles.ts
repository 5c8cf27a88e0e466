/**
 * Layers as tiles in the kernel's memory. Empty tiles take no memory, opaque ones have no alpha block, tiles of one colour
 * share a block: a stack of car layers needs a sixth of its raw pixels.
 *
 *   TileLayer     a layer, with a reference count
 *   Point, Pixel  a place in a layer, and what is there
 *   createTiles   the memory, the kernel, and the way in and out
 */
import { type Arena, createArena } from './arena.ts';
import { createMemory, instantiate, type Kernel, kernelModule } from './kernel.ts';
import type { RawPicture } from './raw.ts';
import {
  CorruptRenderReady,
  HEAD_BYTES,
  headOf,
  openRenderReady,
  packPixels,
  padTo256,
  type RenderReadyHead,
  tilesOf,
} from './renderReady.ts';
import { scalePlan, writePlan } from './scaling.ts';

export interface TileLayer {
  /** no other layer of the process ever has it */
  readonly id: number;
  /** pixels */
  readonly width: number;
  readonly height: number;
  /** 1 for each row of tiles with something in it, 0 for others */
  readonly filled: Uint8Array;
  /** address of {colour, alpha} addresses, two u32 per tile, row by row; {0, 0} nothing there, alpha 0 opaque */
  readonly table: number;
  /** its size in memory */
  readonly bytes: number;
  /** Adds a reference. */
  retain(): void;
  /** Removes a reference; the last one frees the memory. A new layer has one, its maker's. */
  release(): void;
}
export interface Tiles {
  readonly memory: WebAssembly.Memory;
  readonly arena: Arena;
  /** for the calling thread */
  readonly kernel: Kernel;
  /** @throws CorruptRenderReady */
  addRenderReady(bytes: Uint8Array): TileLayer;
  add(picture: RawPicture): TileLayer;
  /** @param bytes as `packed` made them, in this memory or elsewhere */
  addPacked(bytes: Uint8Array): TileLayer;
  /**
   * On the calling thread.
   * @param layers of this size, bottom first
   * @param onWhite opaque, on white, instead of with alpha
   * @returns 8-bit RGBA, straight alpha
   */
  paint(layers: readonly TileLayer[], width: number, height: number, onWhite: boolean): RawPicture;
  /** A layer in another size, on the calling thread. @returns 8-bit RGBA, straight alpha */
  scale(layer: TileLayer, width: number, height: number): RawPicture;
  /** The pixel of a layer at a point inside it: a few bytes of memory are read. */
  pixelAt(layer: TileLayer, point: Point): Pixel;
}
export interface Point {
  /** pixels from the left and the top */
  readonly x: number;
  readonly y: number;
}
/** Red, green, blue and straight alpha, 0 to 255. */
export type Pixel = readonly [number, number, number, number];

const NOTHING: Pixel = [0, 0, 0, 0];

const TABLE_ENTRY = 8;
const COLOUR_BYTES = 768;
const ALPHA_BYTES = 256;
/** How far the kernel may read past the end before it detects corrupt data. */
const BEYOND = 1280;
const UNPACK_SCRATCH = 32;

let lastId = 0;

/** @param table entries of a layer's tiles, 0 for those with nothing in them */
function filledRows(table: BigUint64Array, columns: number): Uint8Array {
  const rows = new Uint8Array(table.length / columns);
  for (let row = 0; row < rows.length; row++) {
    rows[row] = table.subarray(row * columns, (row + 1) * columns).some((entry) => entry !== 0n) ? 1 : 0;
  }
  return rows;
}

export function createTiles(): Tiles {
  const memory = createMemory();
  const arena = createArena(memory);
  const kernel = instantiate(kernelModule(), memory);

  /** @throws CorruptRenderReady */
  function addLayer(bytes: Uint8Array, head: RenderReadyHead): TileLayer {
    const { width, height, colours, alphas, palette } = head;
    const tiles = tilesOf(width, height);
    const blocks = (colours + palette) * COLOUR_BYTES + alphas * ALPHA_BYTES;
    const size = blocks + tiles * TABLE_ENTRY;
    const start = arena.allocate(size);
    try {
      unpack(bytes, head, tiles, start, start + blocks);
    } catch (error) {
      arena.free(start);
      throw error;
    }
    let users = 1;
    return {
      id: ++lastId,
      width,
      height,
      filled: filledRows(new BigUint64Array(memory.buffer, start + blocks, tiles), (width + 15) >> 4),
      table: start + blocks,
      bytes: size,
      retain: () => void users++,
      release() {
        users--;
        if (users === 0) arena.free(start);
      },
    };
  }

  function unpack(bytes: Uint8Array, head: RenderReadyHead, tiles: number, blocks: number, table: number): void {
    const { colours, alphas, palette, oneColours } = head;
    const form = arena.allocate(bytes.length + BEYOND + UNPACK_SCRATCH + padTo256(tiles) + 3 * padTo256(oneColours));
    try {
      const end = form + bytes.length;
      new Uint8Array(memory.buffer, form, bytes.length).set(bytes);
      const right = kernel.unpack(
        ...[form + HEAD_BYTES, end, tiles, colours, alphas, oneColours, palette],
        ...[blocks, table, end + BEYOND],
      );
      if (!right) throw new CorruptRenderReady('records that do not fit the counts');
    } finally {
      arena.free(form);
    }
  }

  function paint(layers: readonly TileLayer[], width: number, height: number, onWhite: boolean): RawPicture {
    for (const layer of layers) assertSize(layer, width, height);
    const pictureBytes = width * height * 4;
    const scratchBytes = 1088 + 8 * layers.length;
    const out = arena.allocate(pictureBytes);
    const scratch = arena.allocate(scratchBytes + 4 * layers.length);
    const tables = scratch + scratchBytes;
    new Uint32Array(memory.buffer, tables, layers.length).set(layers.map((layer) => layer.table));
    kernel.pixels(tables, layers.length, width, height, 0, (height + 15) >> 4, out, onWhite ? 1 : 0, scratch);
    const rgba = new Uint8Array(memory.buffer, out, pictureBytes).slice();
    arena.free(out);
    arena.free(scratch);
    return { rgba, width, height };
  }

  function scale(layer: TileLayer, width: number, height: number): RawPicture {
    const plan = scalePlan(layer, { width, height });
    const pictureBytes = width * height * 4;
    const scratchBytes = 1152;
    const out = arena.allocate(pictureBytes);
    const at = arena.allocate(plan.bytes);
    const work = arena.allocate(scratchBytes + plan.workBytes);
    writePlan(plan, memory, at);
    const tables = work + scratchBytes - 4;
    new Uint32Array(memory.buffer, tables, 1)[0] = layer.table;
    for (let band = 0; band * plan.band * 16 < height; band++) {
      kernel.scaledPixels(tables, 1, at, width, height, band, out, 0, work, work + scratchBytes);
    }
    const rgba = new Uint8Array(memory.buffer, out, pictureBytes).slice();
    for (const address of [out, at, work]) arena.free(address);
    return { rgba, width, height };
  }

  function pixelAt({ table, width }: TileLayer, { x, y }: Point): Pixel {
    const tile = (y >> 4) * ((width + 15) >> 4) + (x >> 4);
    const [colour, alpha] = new Uint32Array(memory.buffer, table + tile * TABLE_ENTRY, 2) as unknown as [
      number,
      number,
    ];
    if (colour === 0 && alpha === 0) return NOTHING;
    const bytes = new Uint8Array(memory.buffer);
    const at = ((y & 15) << 4) + (x & 15);
    const byte = (address: number) => bytes[address + at] as number;
    const seen = alpha === 0 ? 255 : byte(alpha);
    return seen === 0 ? NOTHING : [byte(colour), byte(colour + 256), byte(colour + 512), seen];
  }

  return {
    memory,
    arena,
    kernel,
    pixelAt,
    addRenderReady: (bytes) => addLayer(bytes, openRenderReady(bytes)),
    add(picture) {
      const bytes = packPixels(picture);
      return addLayer(bytes, headOf(bytes));
    },
    addPacked: (bytes) => addLayer(bytes, headOf(bytes)),
    paint,
    scale,
  };
}

/** @throws Error */
export function assertSize(layer: TileLayer, width: number, height: number): void {
  if (layer.width === width && layer.height === height) return;
  throw new Error(`a layer of ${layer.width} x ${layer.height} cannot be painted at ${width} x ${height}`);
}
