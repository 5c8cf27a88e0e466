/**
 * Long lists as answers. Some calls answer a whole list, however long it is; checking fifty thousand rows against their
 * schema and writing them takes a quarter of a second, and nobody else should wait for that.
 *
 *   isLong
 *   textOfList      the list as JSON, and its tag, made in turns
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
