/**
 * The picture files that are accepted: PNG, JPEG, WebP, recognised by their content.
 *
 *   ImageFormat
 *   formatOf        undefined for anything else
 *   piecesOf        the file without its metadata, for serving; keeps orientation, colour profile and pixels
 */
import { walkJpeg } from './jpeg.ts';
import { type Pieces, partOf, sizeOf } from './pieces.ts';
import { isPng, pngPieces } from './png.ts';
import { walkWebp } from './webp.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp';

export function formatOf(bytes: Buffer): ImageFormat | undefined {
  if (isPng(bytes)) return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isRiff ? 'webp' : undefined;
}

function cleaned(bytes: Buffer): Pieces {
  switch (formatOf(bytes)) {
    case 'png':
      return pngPieces(bytes);
    case 'jpeg':
      return walkJpeg(bytes).pieces;
    case 'webp':
      return walkWebp(bytes).pieces;
    case undefined:
      return [[0, bytes.length]];
  }
}

/** One piece if nothing is left out. What remains of a damaged file is kept. */
export function piecesOf(bytes: Buffer): Pieces {
  const pieces = cleaned(bytes);
  const isWhole = sizeOf(pieces) === bytes.length && partOf(bytes, pieces).equals(bytes);
  return isWhole ? [[0, bytes.length]] : pieces;
}
