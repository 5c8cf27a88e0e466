/** docs/speed.md as `npm run bench -- --check` reads it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fallen, keyOf, readFigures } from '../bench/table.ts';

const page = (fast: string, slow: string, rest: string): string => `# Speed

| work | peer | ours CPU | ratio | to reach | reached |
|---|---|---|---|---|---|
| fast | another | 1.23 (1.1 to 2) | ${fast} | 10 | yes |
| slow | another | - | ${slow} | 1 | **no** |

| memory, sizes and waits | measured | allowed | reached |
|---|---|---|---|
| at rest | ${rest} MiB | 150 MiB | yes |
`;

it('reads the figures of a page', () => {
  const { ratios, limits } = readFigures(page('2.10e+3', '0.5', '140'));
  expect([...ratios]).toEqual([
    ['fast; another', 2100],
    ['slow; another', 0.5],
  ]);
  expect([...limits]).toEqual([['at rest', 140]]);
});

it('names what became more than a tenth worse, and nothing else', () => {
  const before = readFigures(page('12', '2', '100'));
  expect(fallen(before, readFigures(page('10.9', '1.82', '109')))).toEqual([]);
  expect(fallen(before, readFigures(page('100', '20', '1')))).toEqual([]);
  expect(fallen(before, readFigures(page('10.7', '1.7', '111')))).toEqual([
    'fast; another: 10.7 x, was 12.0 x',
    'slow; another: 1.70 x, was 2.00 x',
    'at rest: 111, was 100',
  ]);
});

it('reads the page in the repository', () => {
  const { ratios, limits } = readFigures(readFileSync(new URL('../docs/speed.md', import.meta.url), 'utf8'));
  expect(ratios.size).toBeGreaterThan(10);
  expect(limits.size).toBeGreaterThan(3);
  const row = { work: 'promote a set of 10,000 pictures (400 MB), durable', peer: 'rsync -a of the files' };
  expect(ratios.has(keyOf(row))).toBe(true);
});
