/**
 * Long lists as answers. Validating and serialising fifty thousand rows takes a quarter of a second, and other requests must
 * not wait for that.
 *
 *   isLong
 *   textOfList      the list as JSON, and its tag, made step by step
 */
import { createHash } from 'node:crypto';
import { eachInTurns } from '../threads/turns.ts';
import { tagOfHash } from './conditional.ts';

/** rows that take about a millisecond */
const AT_ONCE = 200;

export const isLong = (answer: unknown): answer is readonly unknown[] =>
  Array.isArray(answer) && answer.length > AT_ONCE;

/** @param textOf a list of some rows as JSON; @throws what it throws */
export async function textOfList(
  list: readonly unknown[],
  textOf: (rows: readonly unknown[]) => string,
): Promise<{ text: string; tag: string }> {
  const hash = createHash('sha256');
  const parts: string[] = [];
  const add = (part: string) => {
    hash.update(part);
    parts.push(part);
  };
  const starts = Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, i) => i * AT_ONCE);
  add('[');
  await eachInTurns(starts, (start) => {
    add((start === 0 ? '' : ',') + textOf(list.slice(start, start + AT_ONCE)).slice(1, -1));
  });
  add(']');
  return { text: parts.join(''), tag: tagOfHash(hash) };
}
