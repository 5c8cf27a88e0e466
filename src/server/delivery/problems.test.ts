import { expect, it } from 'vitest';
import { sortProblems } from './problems.ts';

it('sorts problems by entry, line and column; what has no line comes first', () => {
  const sorted = [
    { entry: 'a.xml', reason: 'of the whole file' },
    { entry: 'a.xml', line: 2, column: 1, reason: '1' },
    { entry: 'a.xml', line: 2, column: 9, reason: '2' },
    { entry: 'a.xml', line: 10, column: 1, reason: '3' },
    { entry: 'b.xml', line: 1, column: 1, reason: '4' },
  ];
  expect(sortProblems(sorted)).toEqual(sorted);
  expect(sortProblems(sorted.toReversed())).toEqual(sorted);
});
