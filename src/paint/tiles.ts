/**
 * Layers as tiles in the kernel's memory, and painting from them. Tiles of nothing take no memory, opaque ones no alpha,
 * tiles of one colour share their colour: a stack of car layers needs a sixth of what its raw pixels would.
 *
 *   TileLayer     a layer; hold it while painting, let go of it afterwards
 *   createTiles   the memory, the kernel, and the way in and out
 */
import { readFileSync } from 'node:fs';
import { kernelFile } from './build.ts';
import type { RawPicture } from './raw.ts';

export interface TileLayer {
  /** pixels */
  readonly width: number;
  readonly height: number;
  /** {colour, alpha} addresses a tile, row by row; {0, 0} nothing there, alpha 0 opaque */
  readonly table: Uint32Array;
  /** what it takes in memory */
  readonly bytes: number;
  /** One more user. */
  hold(): void;
  /** One user less; the last one's leaving frees the memory. A new layer has one user, its maker. */
  letGo(): void;
}
export interface Tiles {
  add(picture: RawPicture): TileLayer;
  /**
   * @param layers of this size, bottom first
   * @param onWhite opaque, on white, instead of with alpha
   * @returns 8-bit RGBA, straight alpha
   */
  paint(layers: readonly TileLayer[], width: number, height: number, onWhite: boolean): RawPicture;
}
interface Kernel {
  cut(rgba: number, width: number, height: number, x: number, y: number, out: number): number;
  paint(
    tables: number,
    layers: number,
    width: number,
    height: number,
    out: number,
    onWhite: number,
    scratch: number,
  ): void;
}

/** Kinds of tiles, as in assembly/kernel.ts. */
const OPAQUE = 1;
const ONE_COLOUR = 4;

const COLOUR_BYTES = 768;
const ALPHA_BYTES = 256;
const PAGE = 65_536;
/** Three pages: a whole number of blocks of either size. */
const CHUNK = 3 * PAGE;

const tilesAcross = (pixels: number): number => (pixels + 15) >> 4;

export function createTiles(): Tiles {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(kernelFile())), { env: { memory } })
    .exports as unknown as Kernel;
  const grow = (bytes: number): number => memory.grow(Math.ceil(bytes / PAGE)) * PAGE;

  /** Where pixels and tables lie during one call. */
  let work = 0;
  let workBytes = 0;
  function workspace(bytes: number): number {
    if (bytes > workBytes) {
      // The old workspace stays unused: grow in doubles so that this happens seldom.
      workBytes = Math.max(bytes, workBytes * 2);
      work = grow(workBytes);
    }
    return work;
  }

  const colours = blocks(COLOUR_BYTES);
  const alphas = blocks(ALPHA_BYTES);
  function blocks(size: number) {
    const free: number[] = [];
    return {
      take(): number {
        if (free.length === 0) {
          const start = grow(CHUNK);
          for (let at = start + CHUNK - size; at >= start; at -= size) free.push(at);
        }
        return free.pop() as number;
      },
      give: (at: number) => void free.push(at),
    };
  }

  function add({ rgba, width, height }: RawPicture): TileLayer {
    const cols = tilesAcross(width);
    const rows = tilesAcross(height);
    const table = new Uint32Array(cols * rows * 2);
    const colourBlocks: number[] = [];
    const alphaBlocks: number[] = [];
    const shared = new Map<number, number>();
    const pixels = workspace(rgba.length + 1024);
    const cutOut = pixels + rgba.length;
    let u8 = new Uint8Array(memory.buffer);
    u8.set(rgba, pixels);

    const keep = (pool: { take(): number }, list: number[], from: number, size: number): number => {
      const at = pool.take();
      list.push(at);
      if (u8.buffer !== memory.buffer) u8 = new Uint8Array(memory.buffer);
      u8.copyWithin(at, from, from + size);
      return at;
    };
    for (let index = 0; index < cols * rows; index++) {
      const kind = kernel.cut(pixels, width, height, (index % cols) * 16, Math.floor(index / cols) * 16, cutOut);
      if (kind === 0) continue;
      let colour: number | undefined;
      if (kind & ONE_COLOUR) {
        const rgb = (u8[cutOut] as number) | ((u8[cutOut + 256] as number) << 8) | ((u8[cutOut + 512] as number) << 16);
        colour = shared.get(rgb) ?? keep(colours, colourBlocks, cutOut, COLOUR_BYTES);
        shared.set(rgb, colour);
      } else colour = keep(colours, colourBlocks, cutOut, COLOUR_BYTES);
      table[index * 2] = colour;
      if (!(kind & OPAQUE)) table[index * 2 + 1] = keep(alphas, alphaBlocks, cutOut + COLOUR_BYTES, ALPHA_BYTES);
    }
    let users = 1;
    return {
      width,
      height,
      table,
      bytes: table.byteLength + colourBlocks.length * COLOUR_BYTES + alphaBlocks.length * ALPHA_BYTES,
      hold: () => void users++,
      letGo() {
        users--;
        if (users > 0) return;
        for (const at of colourBlocks) colours.give(at);
        for (const at of alphaBlocks) alphas.give(at);
      },
    };
  }

  function paint(layers: readonly TileLayer[], width: number, height: number, onWhite: boolean): RawPicture {
    const tableBytes = tilesAcross(width) * tilesAcross(height) * 8;
    const scratchBytes = 2048 + 8 * layers.length;
    const pictureBytes = width * height * 4;
    const tables = workspace(scratchBytes + tableBytes * layers.length + pictureBytes);
    const scratch = tables + tableBytes * layers.length;
    const out = scratch + scratchBytes;
    for (const [at, layer] of layers.entries()) {
      if (layer.width !== width || layer.height !== height) {
        throw new Error(`a layer of ${layer.width} x ${layer.height} cannot be painted at ${width} x ${height}`);
      }
      new Uint32Array(memory.buffer, tables + at * tableBytes, layer.table.length).set(layer.table);
    }
    kernel.paint(tables, layers.length, width, height, out, onWhite ? 1 : 0, scratch);
    return { rgba: new Uint8Array(memory.buffer).slice(out, out + pictureBytes), width, height };
  }

  return { add, paint };
}
