/**
 * No wait of a test gives up early: on a machine that does much else, it would be red. The runners' configurations and
 * set-ups give each wait a minute or more, and each test five; a file may give it more, not less.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync(
  ['src/**/*.test.{ts,tsx}', '{src,demo}/**/testing/*.{ts,tsx}', '{demo,scripts}/**/*.test.ts', 'e2e/*.ts'],
  {
    cwd: root,
  },
);
const MINUTE_MS = 60_000;
/** Not waits of the test, or tries that are repeated until one succeeds. */
const OTHER = [
  // the limit of a function that is tested
  'lineDiff(noise(7919), noise(104_729), { timeout: 10 })',
  // one of many tries
  "getByRole('button', { name: '002', exact: true })).toBeVisible({ timeout: 1000 })",
];

/** Where a pattern's first group is a number of milliseconds below a limit. */
function shorterThan(limit: number, patterns: readonly RegExp[]): string[] {
  return files.flatMap((file) => {
    const text = OTHER.reduce((rest, other) => rest.replace(other, ''), readFileSync(join(root, file), 'utf8'));
    return patterns
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .filter(([, ms = '']) => Number(ms.replaceAll('_', '')) < limit)
      .map(([found]) => `${file}: ${found.trim()}`);
  });
}

it('waits a minute at least', () => {
  expect(files.length).toBeGreaterThan(200);
  const waits = [/\b(?:timeout|asyncUtilTimeout): ([\d_]+)\b/g, /\bsetDefaultTimeout\(([\d_]+)\)/g];
  expect(shorterThan(MINUTE_MS, waits)).toEqual([]);
});

it('gives a test five minutes at least', () => {
  const limits = [
    /^ *\}, (\d+_\d{3})\);$/gm,
    /\btest\.setTimeout\(([\d_]+)\)/g,
    /^(?:describe|it)\b.*\{ timeout: ([\d_]+) \}/gm,
  ];
  expect(shorterThan(5 * MINUTE_MS, limits)).toEqual([]);
});

it('uses vi.waitFor, which gives up after a second, with a time of its own only', () => {
  const short = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/\bvi\.wait(?:For|Until)\(/)
      .slice(1)
      .filter((call) => !/timeout|WAIT/.test(call.split(/\n\s*\n|\bawait\b(?=.*;$)/)[0] ?? ''))
      .map((call) => `${file}: ${call.slice(0, 80)}`),
  );
  expect(short).toEqual([]);
});
