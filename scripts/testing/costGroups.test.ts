/** Which group a file belongs to, and when a group counts as grown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CostsByRun, findGrown, groupOf, readCosts, renderTable } from './costGroups.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const known = { jobs: 100, catalogue: 40, engine: 20, texts: 1 };
const grown = (changes: Partial<typeof known>) => findGrown(known, { ...known, ...changes }).map(({ group }) => group);

describe('a group', () => {
  it.each([
    ['src/server/promotion/status.test.ts', 'src/server/promotion'],
    ['src/server/app.slow.test.ts', 'src/server'],
    ['src/web/screens/journal/table.test.tsx', 'src/web/screens'],
    ['e2e/users.slow.spec.ts', 'e2e/users'],
  ])('of %s is %s', (file, group) => expect(groupOf(file)).toBe(group));

  it('costs what its files cost together', () => {
    const line = (file: string, seconds: number) => JSON.stringify({ file: `/lacquer/${file}`, seconds });
    const ledger = [line('e2e/users.spec.ts', 1), line('e2e/users.slow.spec.ts', 2), line('src/a.test.ts', 3), ''];
    expect(readCosts(ledger.join('\n'), '/lacquer')).toEqual({ 'e2e/users': 3, src: 3 });
  });
});

describe('a group has grown', () => {
  it('when it costs half as much again', () => {
    expect(findGrown(known, { ...known, jobs: 151 })).toEqual([{ group: 'jobs', expected: 100, measured: 151 }]);
    expect(grown({ jobs: 149 })).toEqual([]);
  });

  it('not by a few seconds, though they be much to a small group', () => {
    expect(grown({ texts: 10 })).toEqual([]);
    expect(grown({ texts: 12 })).toEqual(['texts']);
  });

  it('not because the machine is slower: then all groups cost more', () => {
    const twice = { jobs: 200, catalogue: 80, engine: 40, texts: 2 };
    expect(grown(twice)).toEqual([]);
    expect(grown({ ...twice, jobs: 301 })).toEqual(['jobs']);
  });

  it('not when it is new', () => expect(findGrown(known, { ...known, garbage: 500 })).toEqual([]));
});

describe('the table', () => {
  it('begins with the most expensive group, sums the small ones, and leaves open what was not measured', () => {
    const lines = renderTable({ test: { ...known, dates: 2 }, rest: { engine: 50 } }).split('\n');
    expect(lines.slice(2)).toEqual([
      '| jobs | 100 |  |  |',
      '| engine | 20 | 50 |  |',
      '| catalogue | 40 |  |  |',
      '| 2 groups of less than 5 s each | 3 |  |  |',
      '| **all** | 163 | 50 |  |',
    ]);
  });

  it('of docs/tests.md shows the committed numbers', () => {
    const costs = CostsByRun.parse(JSON.parse(readFileSync(join(root, 'docs/testCosts.json'), 'utf8')));
    expect(readFileSync(join(root, 'docs/tests.md'), 'utf8')).toContain(renderTable(costs));
  });
});
