/**
 * The render-ready form of a picture: decoded, cut into tiles, packed into few bits by the kernel, with a checksum. It is
 * about as large as the PNG and many times faster to read. It can be deleted at any time, because it is made again from the
 * picture.
 *
 *   toRenderReady              pixels -> bytes
 *   CorruptRenderReady         the bytes are damaged
 *   packPixels, packingBytes   pixels -> the same bytes without the checksum, for unpacking right away
 *   packIn                     the same, of pixels that are in the kernel's memory already
 *   openRenderReady            bytes -> their head, checked before memory is allocated for the rest
 *   headOf                     the head of bytes that were just packed
 *
 * Bytes, little endian: magic "LRRF", version, width, height, four counts (tiles with colours of their own, mixed tiles,
 * tiles of one colour, colours in the palette), CRC-32 of the rest; the palette (u32 each); then records of 256 bytes each
 * (assembly/planes.ts): kinds (one byte per tile), palette index of each tile of one colour (all lowest bytes, all middle,
 * all highest), and tile by tile the planes of green, red and blue unless it is of one colour, and of alpha if it is mixed.
 */
import { crc32 } from 'node:zlib';
import type { RawPicture } from './raw.ts';
import { type Workspace, workspace } from './workspace.ts';

/** Increase it when older files must be made again. It is a part of the key under which a form is stored. */
export const RENDER_READY_VERSION = 3;

const MAGIC = 0x46_52_52_4c;
export const HEAD_BYTES = 36;
/** Where the CRC-32 stands. */
const CRC_AT = HEAD_BYTES - 4;
/** The longest side that JPEG knows, and more than any pack has. */
const MAX_SIDE = 65_535;
/** As assembly/planes.ts writes them. */
const LARGEST_RECORD = 300;
const SMALLEST_RECORD = 2;
const SCRATCH_BYTES = 3328;

export const tilesOf = (width: number, height: number): number => ((width + 15) >> 4) * ((height + 15) >> 4);
/** Lists are packed 256 bytes at a time. */
export const padTo256 = (length: number): number => (length + 255) & ~255;

/** Cut short, changed, or of another version. Make it again from the picture. */
export class CorruptRenderReady extends Error {}

/** What comes before the palette. */
export interface RenderReadyHead {
  readonly width: number;
  readonly height: number;
  /** tiles with colours of their own, mixed ones, those of one colour */
  readonly colours: number;
  readonly alphas: number;
  readonly oneColours: number;
  readonly palette: number;
}

/** Offsets in the workspace of what packing needs, and the size of it all; pixels are at its start. */
function layout(width: number, height: number) {
  const tiles = tilesOf(width, height);
  const list = padTo256(tiles);
  const listRecords = (list / 256) * LARGEST_RECORD;
  let end = width * height * 4;
  const [scratch, counts, ones, kinds, lists, records] = [
    ...[SCRATCH_BYTES, 64, tiles * 4, list, 4 * listRecords, tiles * 4 * LARGEST_RECORD],
  ].map((bytes) => {
    const start = Math.ceil(end / 64) * 64;
    end = start + bytes;
    return start;
  }) as [...[number, number, number, number, number, number]];
  return { scratch, counts, ones, kinds, lists, records, end };
}
/** bytes of a workspace in which a picture can be packed */
export const packingBytes = (width: number, height: number): number => layout(width, height).end;

/** @param picture of 1 to 65,535 pixels a side */
export function packPixels({ rgba, width, height }: RawPicture): Uint8Array<ArrayBuffer> {
  const space = workspace(packingBytes(width, height));
  // Pixels that were decoded there need no copy.
  if (rgba.buffer !== space.memory.buffer || rgba.byteOffset !== space.at) {
    new Uint8Array(space.memory.buffer).set(rgba, space.at);
  }
  return packIn(space, width, height);
}

/** @param workspace where the pixels are, and `packingBytes` from them on */
export function packIn(
  { memory, kernel, at }: Omit<Workspace, 'bytes'>,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const tiles = tilesOf(width, height);
  const own = layout(width, height);
  const u8 = new Uint8Array(memory.buffer);
  const [scratch, counts, ones] = [at + own.scratch, at + own.counts, at + own.ones];
  const [kinds, lists, records] = [at + own.kinds, at + own.lists, at + own.records];
  kernel.pack(at, width, height, kinds, ones, records, counts, scratch);
  const [oneColours, colours, alphas, recordBytes] = new Uint32Array(memory.buffer, counts, 4) as unknown as [
    ...[number, number, number, number],
  ];
  const palette = new Map<number, number>();
  const indices = new Uint32Array(memory.buffer, ones, oneColours).map((colour) => {
    const known = palette.get(colour) ?? palette.size;
    palette.set(colour, known);
    return known;
  });
  let listsEnd = kernel.packBytes(kinds, tiles, lists, scratch);
  for (const shift of [0, 8, 16]) {
    // The bytes of the last list are packed: overwrite them.
    for (let i = 0; i < oneColours; i++) u8[kinds + i] = (indices[i] as number) >>> shift;
    listsEnd = kernel.packBytes(kinds, oneColours, listsEnd, scratch);
  }
  const body = HEAD_BYTES + palette.size * 4;
  const bytes = new Uint8Array(body + listsEnd - lists + recordBytes);
  const view = new DataView(bytes.buffer);
  const fields = [MAGIC, RENDER_READY_VERSION, width, height, colours, alphas, oneColours, palette.size, 0];
  for (const [i, field] of [...fields, ...palette.keys()].entries()) view.setUint32(i * 4, field, true);
  bytes.set(u8.subarray(lists, listsEnd), body);
  bytes.set(u8.subarray(records, records + recordBytes), body + listsEnd - lists);
  return bytes;
}

/**
 * Works on the calling thread, for a fraction of what decoding the PNG took.
 * @param picture of 1 to 65,535 pixels a side
 */
export function toRenderReady(picture: RawPicture): Uint8Array<ArrayBuffer> {
  const bytes = packPixels(picture);
  new DataView(bytes.buffer).setUint32(CRC_AT, checksum(bytes), true);
  return bytes;
}

/** The CRC-32 of all bytes but its own. */
const checksum = (bytes: Uint8Array): number => crc32(bytes.subarray(HEAD_BYTES), crc32(bytes.subarray(0, CRC_AT)));

/** @param bytes as packed or packIn made them */
export function headOf(bytes: Uint8Array): RenderReadyHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const [width, height, colours, alphas, oneColours, palette] = [2, 3, 4, 5, 6, 7].map((i) =>
    view.getUint32(i * 4, true),
  ) as [...[number, number, number, number, number, number]];
  return { width, height, colours, alphas, oneColours, palette };
}

/**
 * It checks the head only: the kernel checks the rest while unpacking.
 * @throws CorruptRenderReady, saying what is wrong
 */
export function openRenderReady(bytes: Uint8Array): RenderReadyHead {
  if (bytes.length < HEAD_BYTES) throw new CorruptRenderReady(`only ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const field = (i: number): number => view.getUint32(i * 4, true);
  if (field(0) !== MAGIC) throw new CorruptRenderReady('no render-ready picture');
  if (field(1) !== RENDER_READY_VERSION) throw new CorruptRenderReady(`version ${field(1)}`);
  if (checksum(bytes) !== field(8)) throw new CorruptRenderReady('the checksum differs');

  // The checksum is right, so a wrong count means that something else wrote the file: do not allocate memory for it.
  const head = headOf(bytes);
  const { width, height, colours, alphas, oneColours, palette } = head;
  const tiles = tilesOf(width, height);
  const possible = width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE;
  const planes = colours * 3 + alphas + Math.ceil(tiles / 256) + 3 * Math.ceil(oneColours / 256);
  if (
    !possible ||
    Math.max(colours + oneColours, alphas) > tiles ||
    palette > oneColours ||
    HEAD_BYTES + palette * 4 + planes * SMALLEST_RECORD > bytes.length
  ) {
    throw new CorruptRenderReady(`impossible counts for ${width} x ${height} in ${bytes.length} bytes`);
  }
  return head;
}
