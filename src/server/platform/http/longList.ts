/**
 * Answers long lists. Validating and serialising fifty thousand rows takes a quarter of a second, and other requests
 * must not wait for that.
 *
 *   isLong
 *   textOfList      the list as JSON and its ETag, made in turns
 */
import { createHash } from 'node:crypto';
import { eachInTurns } from '../threads/turns.ts';
import { tagOfHash } from './conditional.ts';

/** About a millisecond of work. */
const ROWS_PER_TURN = 200;

export const isLong = (answer: unknown): answer is readonly unknown[] =>
  Array.isArray(answer) && answer.length > ROWS_PER_TURN;

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
  const starts = Array.from({ length: Math.ceil(list.length / ROWS_PER_TURN) }, (_, i) => i * ROWS_PER_TURN);
  add('[');
  await eachInTurns(starts, (start) => {
    add((start === 0 ? '' : ',') + textOf(list.slice(start, start + ROWS_PER_TURN)).slice(1, -1));
  });
  add(']');
  return { text: parts.join(''), tag: tagOfHash(hash) };
}
