/**
 * Reads the JSON reports of both test runners.
 *
 *   failuresOfUnitTests      Vitest's `--reporter=json`
 *   failuresOfBrowserTests   Playwright's `--reporter=json`
 *   readFailures             of a run, from the file that one of them left
 *   filesOf                  what to run again
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

export type Tests = 'unit' | 'browser';

export interface Failure {
  /** file and title, the same in every run */
  test: string;
  /** of the test; absent when the run failed as a whole */
  file?: string;
  /** first line of the message */
  why: string;
}

/** Without colours, which a terminal makes of escape sequences. */
const firstLine = (message = '') => {
  const [line = ''] = message.split('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return line.replace(/\u001b\[[\d;]*m/g, '');
};

const UnitReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** @param root folder that the names of files begin in */
export function failuresOfUnitTests(report: unknown, root: string): Failure[] {
  return UnitReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ test: file, file, why: firstLine(message) }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file}: ${fullName}`,
      file,
      why: firstLine(failureMessages?.[0]),
    }));
  });
}

const BrowserError = z.object({ message: z.string().optional() });
const BrowserSuite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(BrowserError) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(BrowserSuite).optional();
  },
});
const BrowserReport = z.object({ suites: z.array(BrowserSuite), errors: z.array(BrowserError) });

export function failuresOfBrowserTests(report: unknown): Failure[] {
  const { suites, errors } = BrowserReport.parse(report);
  const ofSuite = (suite: z.infer<typeof BrowserSuite>, titles: readonly string[]): Failure[] => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => ({
          test: `e2e/${file}: ${[...titles, title].join(' > ')}`,
          file: `e2e/${file}`,
          why: firstLine(results.flatMap((result) => result.errors)[0]?.message),
        })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner, [...titles, inner.title])),
  ];
  return [
    // The outermost suite is the file.
    ...suites.flatMap((suite) => ofSuite(suite, [])),
    ...errors.map(({ message }) => ({ test: 'playwright', why: firstLine(message) })),
  ];
}

/**
 * A run that failed without naming a test, or that ended before it wrote its report, is a failure too.
 *
 * @param report path of the JSON file
 * @param code that the runner ended with
 */
export function readFailures(tests: Tests, report: string, code: number, root: string): Failure[] {
  const whole = { test: 'the run itself', why: `exit code ${code}` };
  if (!existsSync(report)) return code === 0 ? [] : [{ ...whole, why: `${whole.why}, and no report` }];
  const text: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const failures = tests === 'browser' ? failuresOfBrowserTests(text) : failuresOfUnitTests(text, root);
  return failures.length === 0 && code !== 0 ? [whole] : failures;
}

/** @returns files with failures, each once; none when a run failed as a whole, so that all of it is run again */
export function filesOf(failures: readonly Failure[]): string[] {
  const files = failures.map(({ file }) => file);
  return files.every((file) => file !== undefined) ? [...new Set(files)] : [];
}
