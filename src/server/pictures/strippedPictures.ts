/**
 * Serves delivered pictures without Exif, XMP, GPS, comments and texts. The file is not encoded again: pixels, colour profile
 * and orientation stay, and the pack keeps the file as delivered. The pieces to serve are found when the pack is read and
 * stored by content; for pictures of an older store they are found on the first request.
 *
 *   STRIPPED_KIND
 *   piecesBytes    pieces as they are stored
 *   findStrippedPieces
 *   readStripped   the served bytes, or a range of them
 */
import type { DerivedForms } from '../catalogue/derivedForms.ts';
import { readStoredFile, readStoredRange } from '../catalogue/storedFiles.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { type Pieces, partOf, sizeOf } from '../platform/imageFiles/pieces.ts';
import type { Preparer } from './prepare.ts';
import type { StoredPicture } from './previews.ts';

/** Raise the number when different parts of the same file are left out. */
export const STRIPPED_KIND = 'served.1';

export interface StrippedStores {
  derived: DerivedForms;
  blobs: Blobs;
  prepare: Pick<Preparer, 'servedPieces'>;
}

/** Bytes that are not in the file are stored as base64. */
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

export async function findStrippedPieces(
  { derived, blobs, prepare }: StrippedStores,
  picture: StoredPicture,
): Promise<Pieces> {
  const known = await derived.read(STRIPPED_KIND, picture.sha256);
  if (known) return piecesIn(known);
  const pieces = await prepare.servedPieces(await readStoredFile(blobs, picture));
  await derived.put(STRIPPED_KIND, picture.sha256, piecesBytes(pieces));
  return pieces;
}

/** @param range first and last byte of what is served; absent: everything */
export async function readStripped(
  { blobs }: Pick<StrippedStores, 'blobs'>,
  picture: StoredPicture,
  pieces: Pieces,
  range?: { start: number; end: number },
): Promise<Buffer> {
  const isWhole = sizeOf(pieces) === picture.size && pieces.length === 1;
  if (isWhole) return range ? readStoredRange(blobs, picture, range) : readStoredFile(blobs, picture);
  const bytes = await readStoredFile(blobs, picture);
  return range ? partOf(bytes, pieces, range.start, range.end + 1) : partOf(bytes, pieces);
}
