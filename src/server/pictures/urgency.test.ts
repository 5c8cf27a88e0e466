import { expect, it } from 'vitest';
import { isAhead } from './urgency.ts';

it('takes the lowest urgency alone for a foreseen picture', () => {
  const of = (...headers: (string | string[] | undefined)[]) => headers.map(isAhead);
  expect(of('u=7', 'u=7, i', 'i,u=7', ['i', 'u=7'])).toEqual([true, true, true, true]);
  expect(of(undefined, '', 'i', 'u=1', 'u=6', 'u=77', 'xu=7')).toEqual(Array(7).fill(false));
});
