/**
 * Walks the chunks of a PNG before any decoder sees it (PNG specification, third edition, sections 5 and 11): decoders
 * accept what we must refuse, such as trailing data, a missing end, or a few million pixels too many.
 *
 *   PngHead, PngLimits
 *   isPng
 *   sizeOfPng   what the header says, before anything is checked
 *   walkPng      @throws Error with a sentence for the sender
 *   pngPieces    the file without its metadata
 */
import { crc32 } from 'node:zlib';
import { exifOf, orientationOf } from './exif.ts';
import { createPieceList, type Pieces } from './pieces.ts';

export interface PngHead {
  /** pixels */
  width: number;
  /** pixels */
  height: number;
  bitDepth: number;
  colourType: number;
  interlaced: boolean;
  /** colours of the palette; 0 without one */
  colours: number;
  /** positions of the pieces of compressed data */
  data: readonly (readonly [from: number, to: number])[];
}
export interface PngLimits {
  /** pixels per side */
  side: number;
  /** pixels */
  pixels: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** bit depths that a colour type may have */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const PALETTE = 3;
const HEAD_END = 33;

function headOf(data: Buffer, limits: PngLimits): PngHead & { data: [number, number][] } {
  if (data.length !== 13) throw new Error('the IHDR chunk has a wrong length');
  const head = {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitDepth: data.readUInt8(8),
    colourType: data.readUInt8(9),
    interlaced: data.readUInt8(12) === 1,
    colours: 0,
    data: [],
  };
  if (DEPTHS[head.colourType]?.includes(head.bitDepth) !== true) {
    throw new Error(`colour type ${head.colourType} with ${head.bitDepth} bits does not exist`);
  }
  if (data.readUInt8(10) !== 0 || data.readUInt8(11) !== 0 || data.readUInt8(12) > 1) {
    throw new Error('the IHDR chunk names an unknown compression, filter or interlacing');
  }
  if (head.width === 0 || head.height === 0) throw new Error('the picture has no pixels');
  if (head.width > limits.side || head.height > limits.side) {
    throw new Error(`the picture is ${head.width} x ${head.height}; a side has at most ${limits.side} pixels`);
  }
  if (head.width * head.height > limits.pixels) {
    throw new Error(`the picture has ${head.width * head.height} pixels; at most ${limits.pixels} are allowed`);
  }
  return head;
}

/** @param length of the chunk, bytes */
function paletteOf(length: number, { colours, colourType, bitDepth }: PngHead): number {
  if (colours > 0) throw new Error('the picture has two palettes');
  const most = colourType === PALETTE ? 2 ** bitDepth : 256;
  if (length === 0 || length % 3 !== 0 || length / 3 > most) throw new Error('the palette has a wrong length');
  return length / 3;
}

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** @param bytes of a PNG; without a complete header the size is 0 x 0 */
export function sizeOfPng(bytes: Buffer): Pick<PngHead, 'width' | 'height' | 'bitDepth'> {
  if (bytes.length < HEAD_END) return { width: 0, height: 0, bitDepth: 0 };
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bitDepth: bytes.readUInt8(24) };
}

export function walkPng(bytes: Buffer, limits: PngLimits): PngHead {
  if (!isPng(bytes)) throw new Error('this is not a PNG');
  let head: ReturnType<typeof headOf> | undefined;
  let state: 'before' | 'data' | 'after' = 'before';
  for (let at = 8; at < bytes.length; ) {
    if (at + 12 > bytes.length) throw new Error('the file ends inside a chunk');
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (!/^[A-Za-z]{4}$/.test(type)) throw new Error('a chunk has no valid type');
    if (length > 0x7fffffff || end > bytes.length) throw new Error(`the ${type} chunk ends past the end of the file`);
    if (!head && type !== 'IHDR') throw new Error('the first chunk is not IHDR');
    const data = bytes.subarray(at + 8, at + 8 + length);
    // Check the header before computing anything over the file.
    if (type === 'IHDR') {
      if (head) throw new Error('there are two IHDR chunks');
      head = headOf(data, limits);
    }
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length)) {
      throw new Error(`the CRC of the ${type} chunk is wrong`);
    }
    if (type === 'acTL' || type === 'fcTL' || type === 'fdAT') throw new Error('animated pictures are not accepted');
    if (type === 'PLTE' && head) head.colours = paletteOf(length, head);
    if (type === 'IDAT') {
      if (state === 'after') throw new Error('the picture data is interrupted');
      state = 'data';
      head?.data.push([at + 8, at + 8 + length]);
    } else if (state === 'data') {
      state = 'after';
    }
    if (type === 'IEND') {
      if (state === 'before' || !head) throw new Error('the picture has no data');
      if (head.colourType === PALETTE && head.colours === 0) throw new Error('the picture has no palette');
      if (end !== bytes.length) throw new Error(`${bytes.length - end} bytes follow the end of the picture`);
      return head;
    }
    at = end;
  }
  throw new Error('the picture has no end');
}

/** Chunks that pixels depend on; texts, times, Exif and unknown chunks are left out. */
const KEPT_CHUNKS = [
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
  ...['bKGD', 'pHYs'],
];

/** @returns the position of each chunk, up to the end or the first damaged one */
function chunksOf(bytes: Buffer): { type: string; from: number; to: number }[] {
  const found: { type: string; from: number; to: number }[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const to = at + 12 + bytes.readUInt32BE(at);
    if (to > bytes.length) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    found.push({ type, from: at, to });
    if (type === 'IEND') break;
    at = to;
  }
  return found;
}

/** Keeps the orientation before the data, where decoders look for it. Also keeps everything after a damaged chunk. */
export function pngPieces(bytes: Buffer): Pieces {
  const out = createPieceList();
  const chunks = chunksOf(bytes);
  const exif = chunks.find(({ type }) => type === 'eXIf');
  const orientation = exif ? orientationOf(bytes.subarray(exif.from + 8, exif.to - 4)) : 1;
  const data = chunks.find(({ type }) => type === 'IDAT');
  out.keep(0, SIGNATURE.length);
  for (const one of chunks) {
    if (one === data) out.insert(exifChunk(orientation));
    if (KEPT_CHUNKS.includes(one.type)) out.keep(one.from, one.to);
  }
  const last = chunks.at(-1);
  if (last?.type !== 'IEND') out.keep(last?.to ?? SIGNATURE.length, bytes.length);
  return out.pieces;
}

function exifChunk(orientation: number): Buffer {
  if (orientation === 1) return Buffer.alloc(0);
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifOf(orientation)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
