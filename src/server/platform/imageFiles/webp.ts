/**
 * Walks the chunks of a WebP (RFC 9649).
 *
 *   walkWebp      whatever there is of it, also for a damaged file
 *   checkWebp     @throws Error with a sentence for the sender
 */
import { exifOf, orientationOf } from './exif.ts';
import { createPieceList, type Pieces } from './pieces.ts';

interface WebpWalk {
  /** without metadata: no Exif except the orientation, no XMP, no unknown chunk, nothing after the end */
  readonly pieces: Pieces;
  /** bytes that the file claims to have */
  readonly size: number;
  /** whether the last chunk ends where its length says */
  readonly whole: boolean;
  readonly animated: boolean;
}

const HEAD = 12;
const CHUNK_HEAD = 8;
const KEPT_CHUNKS = ['VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF'];
/** flags of VP8X */
const [ANIMATION, XMP, EXIF] = [0x02, 0x04, 0x08];

function chunkOf(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

export function walkWebp(bytes: Buffer): WebpWalk {
  const body = createPieceList();
  const size = bytes.length < HEAD ? HEAD : bytes.readUInt32LE(4) + 8;
  const until = Math.min(size, bytes.length);
  let orientation = 1;
  let extended: Buffer | undefined;
  let at = HEAD;
  while (at + CHUNK_HEAD <= until) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEAD + length;
    if (end > until) break;
    const next = Math.min(end + (length % 2), bytes.length);
    const data = bytes.subarray(at + CHUNK_HEAD, end);
    if (type === 'VP8X' && length >= 10) extended = Buffer.from(data);
    else if (type === 'EXIF') {
      const hasName = data.toString('latin1', 0, 6) === 'Exif\0\0';
      orientation = orientationOf(hasName ? data.subarray(6) : data);
    } else if (KEPT_CHUNKS.includes(type)) body.keep(at, next);
    at = next;
  }
  const whole = at >= size && size <= bytes.length + 1;
  const animated = extended !== undefined && ((extended[0] ?? 0) & ANIMATION) !== 0;
  if (!whole) return { pieces: [[0, bytes.length]], size, whole, animated };

  const exif = extended && orientation !== 1 ? chunkOf('EXIF', exifOf(orientation)) : Buffer.alloc(0);
  if (extended) extended[0] = ((extended[0] ?? 0) & ~(XMP | EXIF)) | (exif.length > 0 ? EXIF : 0);
  const before = extended ? chunkOf('VP8X', extended) : Buffer.alloc(0);
  const bodySize = body.pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? 0 : piece[1] - piece[0]), 0);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + before.length + bodySize + exif.length, 4);
  const out = createPieceList();
  out.insert(Buffer.concat([head, before]));
  for (const piece of body.pieces) if (!(piece instanceof Uint8Array)) out.keep(piece[0], piece[1]);
  out.insert(exif);
  return { pieces: out.pieces, size, whole, animated };
}

export function checkWebp(bytes: Buffer): void {
  const { size, whole, animated } = walkWebp(bytes);
  if (!whole) throw new Error(`the picture is cut off: its header says ${size} bytes, the file has ${bytes.length}`);
  if (animated) throw new Error('animated pictures are not accepted');
}
