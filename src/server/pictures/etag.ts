/**
 * The strong ETag of a painted picture, known before painting: a hash of everything that its bytes depend on.
 *
 *   etagOf
 */
import { createHash } from 'node:crypto';
import { PAINT_VERSION } from '../../paint/index.ts';

export interface Painted {
  /** content hashes, bottom to top */
  readonly layers: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly format: string;
}

export const etagOf = (painted: Painted): string => {
  const { layers, width, height, format } = painted;
  const text = JSON.stringify([PAINT_VERSION, width, height, format, layers]);
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
};
