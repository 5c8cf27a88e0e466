/**
 * Byte ranges (RFC 9110, 14): one range is supported; several, and other units, get the whole.
 *
 *   Range, rangeOf
 */
/** First and last byte; `whole`: no supported range; `none`: the range begins past the end. */
export type Range = { readonly start: number; readonly end: number } | 'whole' | 'none';

/** @param size of the whole, bytes */
export function rangeOf(header: string | undefined, size: number): Range {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const last = Math.min(Number(to), size);
    return last === 0 ? 'none' : { start: size - last, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return 'whole';
  return start >= size ? 'none' : { start, end };
}
