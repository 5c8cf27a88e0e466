/**
 * A file as a list of its own parts with new bytes between them, to remove metadata without encoding a picture again.
 *
 *   Piece, Pieces
 *   PieceList, createPieceList    a growing list that joins adjacent pieces
 *   sizeOf
 *   partOf         the bytes in a range
 */

/** A part of the original file, end exclusive; or bytes that replace one. */
export type Piece = readonly [from: number, to: number] | Uint8Array;
export type Pieces = readonly Piece[];

const isRange = (piece: Piece): piece is readonly [number, number] => !(piece instanceof Uint8Array);
const lengthOf = (piece: Piece): number => (isRange(piece) ? piece[1] - piece[0] : piece.length);

export interface PieceList {
  keep(from: number, to: number): void;
  insert(bytes: Uint8Array): void;
  readonly pieces: Pieces;
}

export function createPieceList(): PieceList {
  const pieces: Piece[] = [];
  return {
    pieces,
    keep(from, to) {
      const last = pieces.at(-1);
      if (last && isRange(last) && last[1] === from) pieces[pieces.length - 1] = [last[0], to];
      else if (to > from) pieces.push([from, to]);
    },
    insert(bytes) {
      if (bytes.length > 0) pieces.push(bytes);
    },
  };
}

/** bytes */
export const sizeOf = (pieces: Pieces): number => pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);

/**
 * @param start first byte of the range in the assembled file
 * @param end   exclusive
 */
export function partOf(original: Uint8Array, pieces: Pieces, start = 0, end = sizeOf(pieces)): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, length)];
    if (from < to) {
      parts.push(isRange(piece) ? original.subarray(piece[0] + from, piece[0] + to) : piece.subarray(from, to));
    }
    at += length;
  }
  return Buffer.concat(parts);
}
