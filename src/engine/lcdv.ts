/**
 * LCDV codes and the patterns over them: a version is a whole code, a disId is a pattern in which a lower-case `x`
 * stands for any one character.
 *
 *   isDisId, isVersion                 is a code well-formed
 *   SET_ID                             disIds in a text
 *   matches                            does a version match a pattern
 *   countWildcards, comparePrecedence  which of two patterns goes first
 *   compareBytes                       byte order of two texts
 */

/** Finds disIds in a text; versions look the same. Names of packs may go on right after the id: `image-ext-<disId>v2.zip`. */
export const SET_ID = /(?<![A-Za-z0-9])[A-Z0-9x]{16}/g;
const DIS_ID = /^[A-Z0-9x]{16}$/;
const VERSION = /^[A-Z0-9]{16}$/;
const WILDCARD = 'x';

/** True for 16 characters of `A-Z`, `0-9` and `x`: a disId, or any other LCDV pattern. */
export function isDisId(text: string): boolean {
  return DIS_ID.test(text);
}

/** True for 16 characters of `A-Z` and `0-9`: a concrete LCDV. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** True when both have the same length and every character of the pattern is `x` or that of the version. */
export function matches(pattern: string, version: string): boolean {
  if (pattern.length !== version.length) return false;
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] !== WILDCARD && pattern[i] !== version[i]) return false;
  }
  return true;
}

/** How many `x` a pattern has. */
export function countWildcards(pattern: string): number {
  let count = 0;
  for (const character of pattern) if (character === WILDCARD) count++;
  return count;
}

/** Order for `sort`: the pattern with the fewest `x` first, at a tie the first in byte order. */
export function comparePrecedence(a: string, b: string): number {
  return countWildcards(a) - countWildcards(b) || compareBytes(a, b);
}

/** Order of two ASCII texts by their bytes, whatever the locale: -1, 0 or 1. */
export function compareBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
