/**
 * The compiled kernel and its memory, which worker threads share. `npm run kernel` compiles kernel.wasm from assembly/.
 *
 *   Kernel            what assembly/kernel.ts exports; addresses are bytes from the memory's start
 *   createMemory, kernelModule, instantiate
 */
import { readFileSync } from 'node:fs';

export interface Kernel {
  /** @returns 0 where no pixel is visible */
  visibleBox(rgba: number, width: number, height: number, box: number): number;
  /** @returns 1, or 0 for a filter that does not exist */
  unfilter(raw: number, width: number, height: number, channels: number, out: number, zeros: number): number;
  pack(
    rgba: number,
    width: number,
    height: number,
    kinds: number,
    oneColours: number,
    records: number,
    counts: number,
    scratch: number,
  ): void;
  packBytes(from: number, length: number, to: number, scratch: number): number;
  unpack(
    at: number,
    end: number,
    tiles: number,
    colours: number,
    alphas: number,
    oneColours: number,
    paletteSize: number,
    blocks: number,
    table: number,
    scratch: number,
  ): number;
  pixels(
    tables: number,
    layers: number,
    width: number,
    height: number,
    row: number,
    rowEnd: number,
    out: number,
    onWhite: number,
    scratch: number,
  ): void;
  jpegRow(
    tables: number,
    layers: number,
    cols: number,
    row: number,
    jpegTables: number,
    out: number,
    length: number,
    scratch: number,
  ): void;
  scaledPixels(
    tables: number,
    layers: number,
    plan: number,
    width: number,
    height: number,
    band: number,
    out: number,
    onWhite: number,
    scratch: number,
    work: number,
  ): void;
  scaledJpegRows(
    tables: number,
    layers: number,
    plan: number,
    width: number,
    height: number,
    band: number,
    jpegTables: number,
    out: number,
    stride: number,
    lengths: number,
    scratch: number,
    work: number,
  ): void;
  /** @returns 1 where every tile of the stack has an opaque one */
  areOpaque(tables: number, layers: number, tiles: number): number;
  pngBand(
    pixels: number,
    width: number,
    rows: number,
    channels: number,
    out: number,
    result: number,
    work: number,
  ): void;
}

export const PAGE = 65_536;

/** Up to 4 GiB; only what is used takes memory of the machine. */
export const createMemory = (): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: 1, maximum: 65_536, shared: true });

let compiled: WebAssembly.Module | undefined;
export function kernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)));
  return compiled;
}

export const instantiate = (module: WebAssembly.Module, memory: WebAssembly.Memory): Kernel =>
  new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel;
