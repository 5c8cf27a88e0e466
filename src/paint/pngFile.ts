/**
 * A PNG file around the bands that the kernel wrote: 8 bits, RGBA, or RGB where all is opaque, one chunk of data.
 *
 *   RESULT_BYTES   what the kernel tells of each band
 *   bandOf         where a band is, in the picture and in a thread's memory
 *   bandSizes      the memory that bands of a size take
 *   pngFile        header, bands, end; undefined if three channels were not enough
 */
import { crc32 } from 'node:zlib';

/** Length, Adler checksum, whether all is opaque: u32 each. */
export const RESULT_BYTES = 12;

export interface Bands {
  /** pixels of the picture */
  readonly width: number;
  readonly height: number;
  /** rows of tiles in each band; the last one may have fewer */
  readonly band: number;
}

/** Around the pixels, which the kernel reads in vectors; and behind the filtered row. */
const SLACK = 64;
/** Pairs of codes, codes, counts: as assembly/deflate.ts lays them out. */
const CODES_BYTES = 269_056;
/** The kernel writes no literal in more than 12 bits. */
const MAX_GROWTH = 1.5;
const BLOCK_HEAD_BYTES = 1024;
const aligned = (bytes: number): number => (bytes + 63) & ~63;
const pixelBytes = ({ width, band }: Bands): number => aligned(width * band * 16 * 4 + SLACK);

/** @returns offsets in the thread's memory; the band's first row, and how many there are */
export function bandOf(bands: Bands, index: number) {
  const first = index * bands.band * 16;
  const rows = Math.min(bands.height - first, bands.band * 16);
  return { pixels: SLACK, writer: SLACK + pixelBytes(bands), first, rows };
}

/** @returns how many; bytes of a thread's memory; bytes that each may become */
export function bandSizes(bands: Bands) {
  const { width, height, band } = bands;
  return {
    count: Math.ceil(height / (band * 16)),
    writerBytes: aligned(SLACK + pixelBytes(bands) + CODES_BYTES + 5 * width + 2 * SLACK),
    stride: aligned((width * 4 + 1) * band * 16 * MAX_GROWTH + BLOCK_HEAD_BYTES),
  };
}

const ADLER = 65_521;
/** The Adler checksum of two parts from those of each. @param length bytes of the second */
function combineAdler(first: number, second: number, length: number): number {
  const [a, b] = [first & 0xffff, second & 0xffff];
  const sum = (a + b + ADLER - 1) % ADLER;
  const sums = (((length % ADLER) * (a + ADLER - 1)) % ADLER) + (first >>> 16) + (second >>> 16);
  return (sum + (sums % ADLER) * 65_536) >>> 0;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Deflate with a window of 32 KiB. */
const ZLIB_HEAD = [0x78, 0x01];
/** An empty block, the last one. */
const LAST_BLOCK = [1, 0, 0, 0xff, 0xff];
const CHUNK_FRAME = 12;
const HEAD_BYTES = SIGNATURE.length + CHUNK_FRAME + 13;
const RGB = 2;
const RGBA = 6;

/** Writes a chunk's length, name and checksum around its data. @returns where it ends */
function frame(file: Buffer, at: number, name: string, length: number): number {
  file.writeUInt32BE(length, at);
  file.write(name, at + 4, 'latin1');
  file.writeUInt32BE(crc32(file.subarray(at + 4, at + 8 + length)), at + 8 + length);
  return at + CHUNK_FRAME + length;
}

/**
 * @param channels 4, or 3
 * @param memory   with `stride` bytes for each band from `out` on, and RESULT_BYTES for each from `results` on
 */
export function pngFile(
  bands: Bands,
  channels: number,
  { memory, out, results }: { memory: ArrayBufferLike; out: number; results: number },
): Buffer | undefined {
  const { width, height } = bands;
  const { count, stride } = bandSizes(bands);
  const facts = new Uint32Array(memory, results, (count * RESULT_BYTES) / 4);
  const all = Array.from({ length: count }, (_, index) => {
    const [length = 0, adler = 0, opaque] = facts.subarray(index * 3, index * 3 + 3);
    const bytes = new Uint8Array(memory, out + index * stride, length);
    return { bytes, adler, opaque: opaque === 1, filtered: bandOf(bands, index).rows * (width * channels + 1) };
  });
  if (channels === 3 && !all.every(({ opaque }) => opaque)) return undefined;
  const data = all.reduce((sum, { bytes }) => sum + bytes.length, ZLIB_HEAD.length + LAST_BLOCK.length + 4);
  const file = Buffer.allocUnsafeSlow(HEAD_BYTES + CHUNK_FRAME + data + CHUNK_FRAME);
  file.set(SIGNATURE);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.set([8, channels === 3 ? RGB : RGBA, 0, 0, 0], 24);
  const start = frame(file, SIGNATURE.length, 'IHDR', 13);
  let at = start + 8;
  file.set(ZLIB_HEAD, at);
  at += ZLIB_HEAD.length;
  let adler = 1;
  for (const band of all) {
    file.set(band.bytes, at);
    at += band.bytes.length;
    adler = combineAdler(adler, band.adler, band.filtered);
  }
  file.set(LAST_BLOCK, at);
  file.writeUInt32BE(adler, at + LAST_BLOCK.length);
  frame(file, frame(file, start, 'IDAT', data), 'IEND', 0);
  return file;
}
