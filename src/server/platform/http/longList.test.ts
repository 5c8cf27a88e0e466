/** Long lists as answers: the same text as in one piece, without blocking other requests. */
import { expect, it } from 'vitest';
import { longestTurn } from '../threads/testing/turns.ts';
import { tagOf } from './conditional.ts';
import { isLong, textOfList } from './longList.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `row ${i}`, words: 'ä"\\'.repeat(i % 7) }));

it.each([201, 400, 401, 5000])('%d rows make the same text and tag as in one piece', async (count) => {
  const list = rows(count);
  expect(isLong(list)).toBe(true);
  const { text, tag } = await textOfList(list, JSON.stringify);
  expect(text).toBe(JSON.stringify(list));
  expect(tag).toBe(tagOf(text));
});

it('a short list is not long, nor is anything that is not a list', () => {
  for (const answer of [rows(200), [], 'text', { length: 5000 }, null, undefined]) expect(isLong(answer)).toBe(false);
});

it('yields to other work', async () => {
  const list = rows(50_000);
  const slow = (some: readonly unknown[]) => {
    for (let i = 0; i < 10; i += 1) JSON.stringify(some);
    return JSON.stringify(some);
  };
  const { units } = await longestTurn(() => textOfList(list, slow));
  expect(units).toBeLessThan(20);
});

it('rejects with what a row throws', async () => {
  const failing = (some: readonly unknown[]) => {
    if (some.length < 200) throw new Error('does not match the schema');
    return JSON.stringify(some);
  };
  await expect(textOfList(rows(1001), failing)).rejects.toThrow('does not match the schema');
});
