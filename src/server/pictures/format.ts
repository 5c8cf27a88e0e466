/**
 * Which format a picture answer has: `format` when it is given, else the best that Accept allows.
 *
 *   formatOf
 */
import type { PICTURE_FORMATS } from '../../contract/pictures.ts';

export type Format = (typeof PICTURE_FORMATS)[number];

/** In order of preference at equal quality: WebP keeps transparency at the smallest size, JPEG is what everybody reads. */
const PREFERENCE = ['webp', 'png', 'jpeg'] as const;

interface Range {
  type: string;
  q: number;
}

const rangesOf = (accept: string): Range[] =>
  accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((p) => p.startsWith('q='));
    return { type, q: q === undefined ? 1 : Number(q.slice(2)) || 0 };
  });

/** The most exact range that names the type decides, RFC 9110 12.5.1. */
function qualityOf(ranges: readonly Range[], format: string): number {
  for (const type of [`image/${format}`, 'image/*', '*/*']) {
    const range = ranges.find((candidate) => candidate.type === type);
    if (range) return range.q;
  }
  return 0;
}

/**
 * @param accept the header; absent: anything
 * @returns undefined when Accept allows none of ours
 */
export function formatOf(override: Format | undefined, accept: string | undefined): Format | undefined {
  if (override !== undefined) return override;
  const ranges = rangesOf(accept ?? '*/*');
  let best: Format | undefined;
  let quality = 0;
  for (const format of PREFERENCE) {
    const q = qualityOf(ranges, format);
    if (q > quality) [best, quality] = [format, q];
  }
  return best;
}
