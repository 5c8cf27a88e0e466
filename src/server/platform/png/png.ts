/**
 * Walks the chunks of a PNG before any decoder sees it (PNG specification, third edition, sections 5 and 11): decoders
 * accept what we must not, such as trailing data, a missing end, or a few million pixels too many.
 *
 *   PngHead, PngLimits
 *   walkPng      @throws Error with a sentence for the supplier
 */
import { crc32 } from 'node:zlib';

export interface PngHead {
  /** pixels */
  width: number;
  /** pixels */
  height: number;
  bitDepth: number;
  colourType: number;
}
export interface PngLimits {
  /** pixels a side */
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

function headOf(data: Buffer, limits: PngLimits): PngHead {
  if (data.length !== 13) throw new Error('the IHDR chunk has a wrong length');
  const head = {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitDepth: data.readUInt8(8),
    colourType: data.readUInt8(9),
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

export function walkPng(bytes: Buffer, limits: PngLimits): PngHead {
  if (bytes.length < 8 || !bytes.subarray(0, 8).equals(SIGNATURE)) throw new Error('this is not a PNG');
  let head: PngHead | undefined;
  let state: 'before' | 'data' | 'after' = 'before';
  let palette = false;
  for (let at = 8; at < bytes.length; ) {
    if (at + 12 > bytes.length) throw new Error('the file ends inside a chunk');
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (!/^[A-Za-z]{4}$/.test(type)) throw new Error('a chunk has no valid type');
    if (length > 0x7fffffff || end > bytes.length) throw new Error(`the ${type} chunk ends past the end of the file`);
    if (!head && type !== 'IHDR') throw new Error('the first chunk is not IHDR');
    const data = bytes.subarray(at + 8, at + 8 + length);
    // The head is judged before anything else is computed over the file.
    if (type === 'IHDR') {
      if (head) throw new Error('there are two IHDR chunks');
      head = headOf(data, limits);
    }
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length)) {
      throw new Error(`the CRC of the ${type} chunk is wrong`);
    }
    if (type === 'acTL' || type === 'fcTL' || type === 'fdAT') throw new Error('animated pictures are not accepted');
    if (type === 'PLTE') palette = true;
    if (type === 'IDAT') {
      if (state === 'after') throw new Error('the picture data is interrupted');
      state = 'data';
    } else if (state === 'data') {
      state = 'after';
    }
    if (type === 'IEND') {
      if (state === 'before' || !head) throw new Error('the picture has no data');
      if (head.colourType === PALETTE && !palette) throw new Error('the picture has no palette');
      if (end !== bytes.length) throw new Error(`${bytes.length - end} bytes follow the end of the picture`);
      return head;
    }
    at = end;
  }
  throw new Error('the picture has no end');
}
