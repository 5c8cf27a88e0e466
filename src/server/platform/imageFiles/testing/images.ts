/**
 * For tests: PNG files with any field wrong.
 *
 *   SIGNATURE, chunk, headOf, pngOf
 */
import { crc32 } from 'node:zlib';

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** @param rest compression, filter and interlacing */
export function headOf(width: number, height: number, depth = 8, colour = 6, rest = [0, 0, 0]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, ...rest], 8);
  return chunk('IHDR', data);
}

export const pngOf = (
  head: { width: number; height: number; depth: number; colour: number; interlaced?: boolean },
  /** compressed */
  data: Buffer,
  before: readonly Buffer[] = [],
): Buffer =>
  Buffer.concat([
    SIGNATURE,
    headOf(head.width, head.height, head.depth, head.colour, [0, 0, head.interlaced ? 1 : 0]),
    ...before,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
