/** What is read out of the runners' reports, in the form that both write. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failuresOfBrowserTests, failuresOfUnitTests, filesOf, readFailures } from './reports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the report of the unit tests', () => {
  const passed = { status: 'passed', fullName: 'takes packs', failureMessages: [] };

  it('names each failed test with its file and the first line of its message', () => {
    const failed = { status: 'failed', fullName: 'moves packs', failureMessages: ['Error: 1\n  at x.ts'] };
    const results = [{ name: '/lacquer/src/a.test.ts', status: 'failed', assertionResults: [passed, failed] }];
    expect(failuresOfUnitTests({ testResults: results }, '/lacquer')).toEqual([
      { test: 'src/a.test.ts: moves packs', file: 'src/a.test.ts', why: 'Error: 1' },
    ]);
  });

  it('names a file that failed outside of its tests', () => {
    const results = [
      { name: '/lacquer/src/a.test.ts', status: 'failed', message: 'Cannot find b.ts', assertionResults: [passed] },
      { name: '/lacquer/src/b.test.ts', status: 'passed', assertionResults: [passed] },
    ];
    expect(failuresOfUnitTests({ testResults: results }, '/lacquer')).toEqual([
      { test: 'src/a.test.ts', file: 'src/a.test.ts', why: 'Cannot find b.ts' },
    ]);
  });
});

describe('the report of the browser tests', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
  });
  const report = (...specs: ReturnType<typeof spec>[]) => ({
    suites: [{ title: 'a.spec.ts', specs: [], suites: [{ title: 'upload', specs }] }],
    errors: [],
  });

  it('names each failed test with its suite, and its message without colours', () => {
    const all = report(
      spec('takes packs', 'expected'),
      spec('by drop', 'unexpected', '\u001b[31mTimeout\u001b[39m\nx'),
    );
    expect(failuresOfBrowserTests(all)).toEqual([
      { test: 'e2e/a.spec.ts: upload > by drop', file: 'e2e/a.spec.ts', why: 'Timeout' },
    ]);
  });

  it('names no skipped test', () => {
    const all = report(spec('takes packs', 'unexpected', 'Timeout'), spec('in Firefox', 'skipped'));
    expect(failuresOfBrowserTests(all).map(({ test }) => test)).toEqual(['e2e/a.spec.ts: upload > takes packs']);
  });

  it('tells of a run that failed before its tests began', () => {
    const all = { suites: [], errors: [{ message: 'Timed out waiting for the server' }] };
    expect(failuresOfBrowserTests(all)).toEqual([{ test: 'playwright', why: 'Timed out waiting for the server' }]);
  });
});

describe('what is run again', () => {
  it('is each file with a red test, once', () => {
    const red = (test: string, file?: string) => ({ test, why: 'Error', ...(file && { file }) });
    expect(filesOf([red('a', 'a.test.ts'), red('b', 'a.test.ts'), red('c', 'c.test.ts')])).toEqual([
      'a.test.ts',
      'c.test.ts',
    ]);
  });

  it('is all of a run that failed as a whole', () => {
    const failures = readFailures('unit', '/there/is/no/report.json', 1, '/lacquer');
    expect(failures).toEqual([{ test: 'the run itself', why: 'exit code 1, and no report' }]);
    expect(filesOf(failures)).toEqual([]);
  });

  it('begins anew: no runner tries a single test again, on a store that it has changed', () => {
    const files = globSync(['*.config.ts', '{e2e,src,scripts,demo}/**/*.{test,spec}.{ts,tsx}'], { cwd: root });
    expect(files.length).toBeGreaterThan(300);
    const retried = files.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return /\bretries: [^0]|configure\(\{[^}]*retries|\b(?:it|test|describe)\S*\([^\n]*\{ ?retry\b/.test(text);
    });
    expect(retried).toEqual([]);
  });
});
