/**
 * Which format a picture answer has: `format` when it is given, else the best that Accept allows.
 *
 *   formatOf
 *   formatProblem   why a format cannot hold a size
 */
import type { PICTURE_FORMATS } from '../../contract/pictures.ts';

export type Format = (typeof PICTURE_FORMATS)[number];

/** In order of preference at equal quality: WebP keeps transparency at the smallest size, JPEG is what everybody reads. */
const PREFERENCE = ['webp', 'png', 'jpeg'] as const;

/** pixels a side; PNG has room for more than any picture */
const LARGEST: Readonly<Record<Format, number>> = { webp: 16_383, avif: 16_384, jpeg: 65_535, png: 0xffff_ffff };

interface Size {
  readonly width: number;
  readonly height: number;
}
const holds = (format: Format, { width, height }: Size): boolean => Math.max(width, height) <= LARGEST[format];

/** @returns a sentence, or undefined where the format holds the size */
export function formatProblem(format: Format, size: Size): string | undefined {
  if (holds(format, size)) return undefined;
  const others = PREFERENCE.filter((one) => holds(one, size)).join(' or ');
  return `${format} holds at most ${LARGEST[format]} pixels a side, and the resolution is ${size.width} x ${size.height}. Ask for ${others}.`;
}

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
 * @param size   of the picture: a format that does not hold it is chosen only where no other is left
 * @returns undefined when Accept allows none of ours
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
