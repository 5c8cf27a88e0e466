/**
 * What is served of a delivered picture: its file without Exif, XMP, GPS, comments and texts, left out without coding it
 * anew; pixels, colour profile and orientation stay. The pack keeps it as it was delivered. Which parts are left is found
 * when the pack is read and kept by content; for pictures of an older store it is found when they are first asked for.
 *
 *   SERVED_KIND
 *   piecesBytes     pieces as they are kept
 *   servedPieces
 *   servedPart      its bytes, or a range of them
 */
import type { Derived } from '../catalogue/derived.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { readStoredFile, readStoredRange } from '../catalogue/storedFiles.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { type Pieces, partOf, sizeOf } from '../platform/imageFiles/pieces.ts';
import type { Prepare } from './prepare.ts';

/** Grows when something else is left out of the same file. */
export const SERVED_KIND = 'served.1';

type StoredPicture = Pick<SetPicture, 'sha256' | 'pack' | 'path' | 'packSha256' | 'at' | 'size'>;
export interface ServedStores {
  derived: Derived;
  blobs: Blobs;
  prepare: Pick<Prepare, 'servedPieces'>;
}

/** New bytes in base64. */
export const piecesBytes = (pieces: Pieces): Buffer =>
  Buffer.from(
    JSON.stringify(
      pieces.map((piece) => (piece instanceof Uint8Array ? Buffer.from(piece).toString('base64') : piece)),
    ),
  );

const piecesIn = (bytes: Buffer): Pieces =>
  (JSON.parse(bytes.toString('utf8')) as (string | [number, number])[]).map((piece) =>
    typeof piece === 'string' ? Buffer.from(piece, 'base64') : piece,
  );

export async function servedPieces({ derived, blobs, prepare }: ServedStores, picture: StoredPicture): Promise<Pieces> {
  const known = await derived.read(SERVED_KIND, picture.sha256);
  if (known) return piecesIn(known);
  const pieces = await prepare.servedPieces(await readStoredFile(blobs, picture));
  // A full disk must not keep anybody from a picture.
  await derived.put(SERVED_KIND, picture.sha256, piecesBytes(pieces)).catch(() => {});
  return pieces;
}

/** @param range first and last byte of what is served; absent: all of it */
export async function servedPart(
  { blobs }: Pick<ServedStores, 'blobs'>,
  picture: StoredPicture,
  pieces: Pieces,
  range?: { start: number; end: number },
): Promise<Buffer> {
  const isWhole = sizeOf(pieces) === picture.size && pieces.length === 1;
  if (isWhole) return range ? readStoredRange(blobs, picture, range) : readStoredFile(blobs, picture);
  const bytes = await readStoredFile(blobs, picture);
  return range ? partOf(bytes, pieces, range.start, range.end + 1) : partOf(bytes, pieces);
}
