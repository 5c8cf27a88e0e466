/**
 * The two parts of the tests. A file named `….slow.test.ts` or `….slow.spec.ts` is in the slow part, every other in the
 * fast one. `npm test` runs the fast part, `npm run test:rest` the slow one, `npm run test:all` both.
 *
 *   part          of this run: what LACQUER_TEST_PART says; both when it is not set
 *   TEST_FILE     what every file of tests is called
 *   SLOW_FILE     what those of the slow part are called
 *   inPart        patterns of one part out of patterns of both
 */
export type Part = 'fast' | 'slow';

export const TEST_FILE = /\.(test|spec)\.tsx?$/;
export const SLOW_FILE = /\.slow\.(test|spec)\.tsx?$/;

export function readPart(value = process.env['LACQUER_TEST_PART']): Part | undefined {
  if (value === undefined || value === '') return undefined;
  if (value === 'fast' || value === 'slow') return value;
  throw new Error(`LACQUER_TEST_PART is "${value}"; it may be "fast", "slow" or empty.`);
}

/** @returns patterns of files for a test runner, from one that ends with `*.test.ts` or the like */
export function inPart(part: Part | undefined, pattern: string): { include: string[]; exclude: string[] } {
  const slow = pattern.replace(/\*\.(test|spec)\./, '*.slow.$1.');
  if (slow === pattern) throw new Error(`the pattern ${pattern} does not end with the name of a file of tests`);
  return {
    include: [part === 'slow' ? slow : pattern],
    exclude: part === 'fast' ? [slow] : [],
  };
}
