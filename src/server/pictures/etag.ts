/**
 * The strong ETag of a painted picture: a hash of everything that its bytes depend on, known before it is painted.
 *
 *   etagOf
 */
import { createHash } from 'node:crypto';
import { PAINT_VERSION } from '../../paint/index.ts';

export interface PaintedFrom {
  /** content hashes, bottom to top */
  readonly layers: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly format: string;
  /** the layers are blended before they are scaled */
  readonly exact: boolean;
}

export const etagOf = (painted: PaintedFrom): string => {
  const { layers, width, height, format, exact } = painted;
  const text = JSON.stringify([PAINT_VERSION, width, height, format, exact, layers]);
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
};
