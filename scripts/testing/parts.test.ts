/** Each file of tests is run by `npm test` or by `npm run test:rest`, by one of them, and by the runner that it is for. */
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Part, readPart, SLOW_FILE, TEST_FILE } from './parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Packages that only some tests install bring tests of their own.
const sources = globSync('{src,scripts,demo,bench,e2e}/**/*.{ts,tsx,mjs}', { cwd: root }).filter(
  (file) => !file.includes('node_modules'),
);
const tests = sources.filter((file) => TEST_FILE.test(file));

interface Choice {
  include: string[];
  exclude: string[];
}

/** What the real configurations of both runners take in one part. */
async function choicesOf(part: Part): Promise<Choice[]> {
  vi.stubEnv('LACQUER_TEST_PART', part);
  vi.resetModules();
  const { default: unit } = await import('../../vitest.config.ts');
  const { default: browser } = await import('../../playwright.config.ts');
  const projects = (unit as { test: { projects: { test: Choice }[] } }).test.projects;
  const inFolder = (patterns: unknown) => (patterns as string[]).map((pattern) => join(browser.testDir ?? '', pattern));
  return [
    ...projects.map(({ test }) => test),
    { include: inFolder(browser.testMatch), exclude: inFolder(browser.testIgnore) },
  ];
}

const takes = ({ include, exclude }: Choice, file: string) =>
  include.some((pattern) => matchesGlob(file, pattern)) && !exclude.some((pattern) => matchesGlob(file, pattern));

afterEach(() => vi.unstubAllEnvs());

describe('the parts of the tests', () => {
  it('hold every file of tests once', async () => {
    const fast = await choicesOf('fast');
    const slow = await choicesOf('slow');
    const count = (choices: Choice[], file: string) => choices.filter((choice) => takes(choice, file)).length;
    const wrong = tests.filter((file) => {
      const [own, other] = SLOW_FILE.test(file) ? [slow, fast] : [fast, slow];
      return count(own, file) !== 1 || count(other, file) !== 0;
    });
    expect(wrong).toEqual([]);
    expect(tests.length).toBeGreaterThan(200);
  });

  it('hold every test: a file with tests is called one', () => {
    const unnamed = sources.filter((file) => {
      // A suite in a testing folder runs in the files that call it.
      if (TEST_FILE.test(file) || file.includes('/testing/')) return false;
      const text = readFileSync(join(root, file), 'utf8');
      return /from '(vitest|@playwright\/test)'/.test(text) && /^\s*(it|test)(\.\w+)*\(/m.test(text);
    });
    expect(unnamed).toEqual([]);
  });

  it('share modules in the fast part, so nothing there replaces a module: whoever imported it before keeps the first one', () => {
    const replacing = tests.filter(
      (file) => !SLOW_FILE.test(file) && /\bvi\.(mock|doMock)\(/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(replacing).toEqual([]);
  });

  it('are chosen by a setting that names one of them, or both by none', () => {
    expect(readPart('')).toBeUndefined();
    expect(readPart('slow')).toBe('slow');
    expect(() => readPart('short')).toThrow('LACQUER_TEST_PART is "short"');
  });
});
