/**
 * Whole numbers as screens show them: grouped as in German.
 *
 *   formatNumber
 *   counted        a number and its noun: `1 file`, `1.200 files`
 *   someOf         the first few of many names, and the number of the others
 */
import { numberTexts } from '../texts/numbers.ts';

const format = new Intl.NumberFormat('de-DE');

export const formatNumber = (value: number): string => format.format(value);

export const counted = (value: number, one: string, many: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

export const someOf = (names: readonly string[]): string =>
  names.length <= 5
    ? names.join(', ')
    : numberTexts.andMore(names.slice(0, 5).join(', '), formatNumber(names.length - 5));
