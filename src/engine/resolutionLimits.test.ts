/** How large a resolution may be: each limit is reached, and not passed. */
import { expect, it } from 'vitest';
import { sizeProblem } from './resolutionLimits.ts';

it.each([
  [100, 50, undefined],
  [100, 51, 'pixels'],
  [101, 1, 'side'],
  [50, 100, undefined],
  [1, 101, 'side'],
])('%i x %i', (width, height, over) => {
  const problem = sizeProblem({ width, height }, { side: 100, pixels: 5000, count: 9 });
  const text = `${width} x ${height} is too large: a resolution has at most 100 pixels a side and 5000 in all`;
  expect(problem).toBe(over && text);
});
