/**
 * A picture in the form that is painted from: decoded, cut into tiles, filtered, compressed with zstd, checked by a
 * hash. Smaller than the PNG and several times faster to read. Whoever stores one can throw it away at any time: it is
 * made again from the picture.
 *
 *   toRenderReady        pixels -> bytes
 *   CorruptRenderReady   bytes that were not left as they were made
 *   cutPicture           pixels -> what the kernel's unpack takes
 *   openRenderReady      bytes -> the same, checked so that the kernel reads nothing else
 *
 * Bytes, little endian: magic "LRR1", version, width, height, four counts (colour blocks, alpha blocks, tiles of one
 * colour, colours in the palette), CRC-32 of the rest; then one zstd frame: colour blocks of 768, alpha blocks of 256,
 * kinds (one byte a tile), palette index of each tile of one colour (u32), palette (u32).
 */
import { promisify } from 'node:util';
import { constants, crc32, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { createArena } from './arena.ts';
import { createMemory, instantiate, kernelModule } from './kernel.ts';
import type { RawPicture } from './raw.ts';

/** Grows when older files must be made again: it belongs into the key under which one is stored. */
export const RENDER_READY_VERSION = 1;

export const COLOUR_BYTES = 768;
export const ALPHA_BYTES = 256;
/** Kinds of tiles, as in assembly/tiles.ts. */
const OPAQUE = 1;
const MIXED = 2;
const ONE_COLOUR = 4;

const MAGIC = 0x31_52_52_4c;
const HEADER_BYTES = 36;
/** The longest side that JPEG knows, and more than any pack has. */
const LONGEST = 65_535;
/** Measured in decision 200: denser levels cost a multiple when a pack is taken in, and reading gains nothing. */
const ZSTD = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_minMatch]: 7 };

export const tilesOf = (width: number, height: number): number => ((width + 15) >> 4) * ((height + 15) >> 4);

/** Not as it was made: cut short, changed, or of another version. Make it again from the picture. */
export class CorruptRenderReady extends Error {}

/** A picture as filtered tiles. */
export interface CutPicture {
  readonly width: number;
  readonly height: number;
  /** blocks and tiles */
  readonly colours: number;
  readonly alphas: number;
  readonly oneColours: number;
  readonly palette: number;
  /** the contents of the frame, in the order named above */
  readonly body: Buffer;
}

let packing: { memory: WebAssembly.Memory; pack: ReturnType<typeof instantiate>['pack']; at: number; bytes: number };
/** Keeps one workspace as large as the largest picture so far; give the work to a worker thread. */
function workspace(bytes: number) {
  if (!packing || packing.bytes < bytes) {
    // A new memory: the old one is collected, where growing it would keep both.
    const memory = createMemory();
    packing = { memory, pack: instantiate(kernelModule(), memory).pack, at: createArena(memory).take(bytes), bytes };
  }
  return packing;
}

/** @param picture of 1 to 65,535 pixels a side */
export function cutPicture({ rgba, width, height }: RawPicture): CutPicture {
  const tiles = tilesOf(width, height);
  const sizes = [rgba.length, tiles * ALPHA_BYTES, tiles * COLOUR_BYTES, tiles * 4, tiles, 64, 1024];
  const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + Math.ceil(size / 64) * 64, 0));
  const { memory, pack, at } = workspace((starts.at(-1) as number) + 1024);
  const [pixels, alphas, colours, ones, kinds, counts, scratch] = starts.map((start) => at + start) as [
    ...[number, number, number, number, number, number, number],
  ];
  const u8 = new Uint8Array(memory.buffer);
  u8.set(rgba, pixels);
  pack(pixels, width, height, kinds, ones, colours, alphas, counts, scratch);
  const [oneColours, colourBlocks, alphaBlocks] = new Uint32Array(memory.buffer, counts, 3) as unknown as [
    ...[number, number, number],
  ];
  const palette = new Map<number, number>();
  const indices = new Uint32Array(memory.buffer, ones, oneColours).map((colour) => {
    const known = palette.get(colour) ?? palette.size;
    palette.set(colour, known);
    return known;
  });
  const body = Buffer.concat([
    u8.subarray(colours, colours + colourBlocks * COLOUR_BYTES),
    u8.subarray(alphas, alphas + alphaBlocks * ALPHA_BYTES),
    u8.subarray(kinds, kinds + tiles),
    new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength),
    new Uint8Array(Uint32Array.from(palette.keys()).buffer),
  ]);
  return {
    ...{ width, height, body },
    ...{ colours: colourBlocks, alphas: alphaBlocks, oneColours, palette: palette.size },
  };
}

/**
 * Works on the calling thread, for about as long as decoding the PNG took.
 * @param picture of 1 to 65,535 pixels a side
 */
export function toRenderReady(picture: RawPicture): Uint8Array {
  const { width, height, colours, alphas, oneColours, palette, body } = cutPicture(picture);
  const frame = zstdCompressSync(body, { params: ZSTD });
  const header = Buffer.alloc(HEADER_BYTES);
  const fields = [MAGIC, RENDER_READY_VERSION, width, height, colours, alphas, oneColours, palette];
  for (const [i, field] of fields.entries()) header.writeUInt32LE(field, i * 4);
  header.writeUInt32LE(checksum(header, frame), HEADER_BYTES - 4);
  return Buffer.concat([header, frame]);
}

/** Of the fields, then of the frame. */
const checksum = (header: Uint8Array, frame: Uint8Array): number =>
  crc32(frame, crc32(header.subarray(0, HEADER_BYTES - 4)));

const inPool = promisify(zstdDecompress);
/** Below, the way to a thread of the pool and back costs as much as decompressing: 0.07 ms. */
const SMALL = 262_144;

/** @throws CorruptRenderReady */
async function decompressed(frame: Uint8Array, length: number): Promise<Buffer> {
  const options = { maxOutputLength: length, chunkSize: Math.max(64, length) };
  try {
    return length < SMALL ? zstdDecompressSync(frame, options) : await inPool(frame, options);
  } catch (cause) {
    throw new CorruptRenderReady('not decompressed', { cause });
  }
}

/** @throws CorruptRenderReady, saying what is wrong */
export async function openRenderReady(bytes: Uint8Array): Promise<CutPicture> {
  if (bytes.length < HEADER_BYTES) throw new CorruptRenderReady(`only ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const field = (i: number): number => view.getUint32(i * 4, true);
  if (field(0) !== MAGIC) throw new CorruptRenderReady('no render-ready picture');
  if (field(1) !== RENDER_READY_VERSION) throw new CorruptRenderReady(`version ${field(1)}`);
  const frame = bytes.subarray(HEADER_BYTES);
  if (checksum(bytes, frame) !== field(8)) throw new CorruptRenderReady('the checksum differs');

  // What follows can only fail when something else than toRenderReady wrote the file: then the kernel must not see it.
  const [width, height, colours, alphas, oneColours, palette] = [2, 3, 4, 5, 6, 7].map(field) as [
    ...[number, number, number, number, number, number],
  ];
  const tiles = tilesOf(width, height);
  const possible = width >= 1 && height >= 1 && width <= LONGEST && height <= LONGEST;
  if (!possible || Math.max(colours + oneColours, alphas) > tiles || palette > oneColours) {
    throw new CorruptRenderReady(`impossible counts for ${width} x ${height}`);
  }
  const blocks = colours * COLOUR_BYTES + alphas * ALPHA_BYTES;
  const length = blocks + tiles + oneColours * 4 + palette * 4;
  const body = await decompressed(frame, length);
  if (body.length !== length) throw new CorruptRenderReady(`${body.length} bytes instead of ${length}`);
  const found = { colours: 0, alphas: 0, oneColours: 0 };
  for (let at = blocks; at < blocks + tiles; at++) {
    const kind = body[at] as number;
    if (kind === 0) continue;
    if ((kind & ~ONE_COLOUR) !== OPAQUE && (kind & ~ONE_COLOUR) !== MIXED) {
      throw new CorruptRenderReady(`tile of kind ${kind}`);
    }
    if (kind & ONE_COLOUR) found.oneColours++;
    else found.colours++;
    if (kind & MIXED) found.alphas++;
  }
  if (found.colours !== colours || found.alphas !== alphas || found.oneColours !== oneColours) {
    throw new CorruptRenderReady('counts that the tiles do not bear out');
  }
  for (let i = 0, at = blocks + tiles; i < oneColours; i++, at += 4) {
    if (body.readUInt32LE(at) >= palette) throw new CorruptRenderReady('a colour that the palette lacks');
  }
  return { width, height, colours, alphas, oneColours, palette, body };
}
