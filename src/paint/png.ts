/**
 * Decodes the PNG files that renderers write, two to three times as fast as sharp: 8 bits per channel, RGB or RGBA, not
 * interlaced, without a profile or gamma that changes colours. Node's zlib inflates, the kernel undoes the filters. Any other
 * PNG, and any with an error, is left to sharp, which decodes it or reports the error.
 *
 *   decodePlainPng
 */
import { inflateSync } from 'node:zlib';
import { exponentOf } from './colour.ts';
import type { RawPicture } from './raw.ts';
import { packingBytes } from './renderReady.ts';
import { workspace } from './workspace.ts';

/** The signature, and length and name of the IHDR chunk. */
const START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const HEAD_END = 33;
const CHUNK_FRAME = 12;
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };
/** Larger pictures would keep too much memory on each thread. */
const MAX_PIXELS = 16_000_000;
/** bytes that the kernel may read behind the last row */
const SLACK = 16;

const LARGE = 65_536;

/** Chunks, with their fixed length, that do not change pixels (gAMA: checked below). Each may come once, before the data. */
const HARMLESS: Readonly<Record<string, number>> = { gAMA: 4, cHRM: 32, sRGB: 1, pHYs: 9, tIME: 7 };
const MAX_TEXTS = 16;
const LONGEST_TEXT = 65_536;
const LONGEST_KEYWORD = 79;

/** A keyword, one zero, a text. */
function isPlainText(data: Buffer): boolean {
  const zero = data.indexOf(0);
  return data.length <= LONGEST_TEXT && zero >= 1 && zero <= LONGEST_KEYWORD && data.indexOf(0, zero + 1) < 0;
}

/** @returns the compressed data, in pieces; undefined if the PNG is not plain */
function dataOf(png: Buffer): Buffer[] | undefined {
  const pieces: Buffer[] = [];
  const seen = new Set<string>();
  let exponent = 1;
  let texts = 0;
  let length: number;
  for (let at = HEAD_END; at + CHUNK_FRAME <= png.length; at += CHUNK_FRAME + length) {
    length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + CHUNK_FRAME + length;
    if (end > png.length) return undefined;
    if (type === 'IEND') {
      const asItIs = seen.has('sRGB') || exponent === 1;
      return length === 0 && end === png.length && asItIs ? pieces : undefined;
    }
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') pieces.push(data);
    else if (type === 'tEXt') {
      texts += 1;
      if (texts > MAX_TEXTS || !isPlainText(data)) return undefined;
    } else {
      if (HARMLESS[type] !== length || seen.has(type) || pieces.length > 0) return undefined;
      seen.add(type);
      if (type === 'gAMA') exponent = exponentOf(data.readUInt32BE(0));
    }
  }
  return undefined;
}

/** @returns exactly `length` bytes; the stream was read to its end and its checksum is right */
function inflate(pieces: readonly Buffer[], length: number): Buffer | undefined {
  const stream = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  try {
    // One byte more than expected: one round is enough, and excess data is noticed.
    const options = { chunkSize: Math.max(64, length + 1), maxOutputLength: length + 1, info: true };
    const { buffer, engine } = inflateSync(stream, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return buffer.length === length && engine.bytesWritten === stream.length ? buffer : undefined;
  } catch {
    // Not plain, as promised: another decoder reads it, and says what is wrong.
    return undefined;
  }
}

/**
 * @param png   whose checksums were verified
 * @returns undefined where sharp has to decide. The pixels are valid until this thread decodes or packs another picture
 */
export function decodePlainPng(png: Buffer): RawPicture | undefined {
  if (png.length < HEAD_END || !png.subarray(0, START.length).equals(START)) return undefined;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = CHANNELS[png.readUInt8(25)];
  // Eight bits; the one compression, filtering and order of rows.
  if (png.readUInt8(24) !== 8 || !channels || png.readUIntBE(26, 3) !== 0) return undefined;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) return undefined;
  const pieces = dataOf(png);
  const length = (width * channels + 1) * height;
  const raw = pieces && pieces.length > 0 ? inflate(pieces, length) : undefined;
  if (!raw) return undefined;

  const row = width * 4;
  const pixels = row * height;
  const zerosFrom = Math.ceil(pixels / 64) * 64;
  const rawFrom = zerosFrom + Math.ceil(row / 64) * 64;
  // Most pictures are packed next, in place.
  const size = Math.max(rawFrom + length + SLACK, packingBytes(width, height));
  const { memory, kernel, at } = workspace(size);
  const u8 = new Uint8Array(memory.buffer);
  u8.fill(0, at + zerosFrom, at + zerosFrom + row);
  u8.set(raw, at + rawFrom);
  // Free megabytes now instead of waiting for the garbage collector. Small buffers share memory with others.
  if (length >= LARGE) (raw.buffer as ArrayBuffer).transfer(0);
  if (!kernel.unfilter(at + rawFrom, width, height, channels, at, at + zerosFrom)) return undefined;
  return { rgba: u8.subarray(at, at + pixels), width, height };
}
