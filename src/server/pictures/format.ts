/**
 * The format of a picture answer: the query's `format`, or else the best that Accept allows.
 *
 *   formatOf
 *   formatProblem   why a picture is too large for a format
 */
import type { PICTURE_FORMATS } from '../../contract/pictures.ts';

export type Format = (typeof PICTURE_FORMATS)[number];

/** Order of preference at equal quality: WebP is smallest and keeps transparency; JPEG is last because it has none. */
const PREFERENCE = ['webp', 'png', 'jpeg'] as const;

/** most pixels per side; for PNG more than any picture has */
const MAX_SIDE: Readonly<Record<Format, number>> = { webp: 16_383, avif: 16_384, jpeg: 65_535, png: 0xffff_ffff };

interface Size {
  readonly width: number;
  readonly height: number;
}
const holds = (format: Format, { width, height }: Size): boolean => Math.max(width, height) <= MAX_SIDE[format];

/** @returns a sentence; undefined if the picture fits */
export function formatProblem(format: Format, size: Size): string | undefined {
  if (holds(format, size)) return undefined;
  const others = PREFERENCE.filter((one) => holds(one, size)).join(' or ');
  return `${format} holds at most ${MAX_SIDE[format]} pixels a side, and the resolution is ${size.width} x ${size.height}. Ask for ${others}.`;
}

interface AcceptRange {
  type: string;
  q: number;
}

const rangesOf = (accept: string): AcceptRange[] =>
  accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((p) => p.startsWith('q='));
    return { type, q: q === undefined ? 1 : Number(q.slice(2)) || 0 };
  });

/** The most specific range that matches decides (RFC 9110 12.5.1). */
function qualityOf(ranges: readonly AcceptRange[], format: string): number {
  for (const type of [`image/${format}`, 'image/*', '*/*']) {
    const range = ranges.find((candidate) => candidate.type === type);
    if (range) return range.q;
  }
  return 0;
}

/**
 * @param accept the header; absent: anything
 * @param size   of the picture; a format that is too small for it is chosen only if Accept allows no other
 * @returns undefined if Accept allows none of ours
 */
export function formatOf(override: Format | undefined, accept: string | undefined, size: Size): Format | undefined {
  if (override !== undefined) return override;
  const ranges = rangesOf(accept ?? '*/*');
  const allowed = PREFERENCE.map((format) => ({ format, q: qualityOf(ranges, format) })).filter(({ q }) => q > 0);
  const fit = allowed.filter(({ format }) => holds(format, size));
  let best: { format: Format; q: number } | undefined;
  for (const one of fit.length > 0 ? fit : allowed) if (one.q > (best?.q ?? 0)) best = one;
  return best?.format;
}
