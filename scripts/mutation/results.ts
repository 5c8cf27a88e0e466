/**
 * What earlier runs found out about each mutant, kept in `.build/mutation/results.json`, so that a run continues where another
 * one ended, and a new test meets only the mutants that survived without it.
 *
 *   Outcome
 *   onPostgres, isOnPostgres, fileOfTest   names of tests
 *   Results     by mutant: which test file killed it, which it survived; forgotten when one of these files changes
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * `timedOut` is reached twice in a row before it counts, the second time alone. `unreachable` code runs before any test does,
 * `invalid` is code that does not load: neither counts.
 */
export type Outcome = 'killed' | 'timedOut' | 'survived' | 'untested' | 'unreachable' | 'invalid';

interface Known {
  /** hash of the file that was changed */
  readonly source: string;
  /** the test files that did not notice, with their hashes */
  readonly survived: Readonly<Record<string, string>>;
  /** those of them that ran the changed code */
  readonly reachedBy: readonly string[];
  /** what ended it: nothing yet while tests are left to try */
  readonly end?: {
    readonly outcome: Outcome;
    readonly test?: string;
    readonly hash?: string;
    readonly reason?: string;
  };
  /** ended by a time limit, and to be tried again */
  readonly slow?: readonly string[];
}

const FILE = '.build/mutation/results.json';

const POSTGRES = '@postgres';
/** The name here of a test file that ran on PostgreSQL, too. */
export const onPostgres = (file: string): string => `${file}${POSTGRES}`;
export const isOnPostgres = (test: string): boolean => test.endsWith(POSTGRES);
export const fileOfTest = (test: string): string => (isOnPostgres(test) ? test.slice(0, -POSTGRES.length) : test);

const hashes = new Map<string, string>();
function hashOf(test: string): string {
  const file = fileOfTest(test);
  let hash = hashes.get(file);
  if (hash === undefined) {
    try {
      hash = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 16);
    } catch {
      hash = 'gone';
    }
    hashes.set(file, hash);
  }
  return hash;
}

const read = (): Record<string, Known> => {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Known>;
  } catch {
    return {};
  }
};

export class Results {
  readonly #known = read();

  #get(key: string, source: string): Known {
    const known = this.#known[key];
    const fresh: Known = { source: hashOf(source), survived: {}, reachedBy: [] };
    if (known?.source !== fresh.source) return fresh;
    const { test, hash } = known.end ?? {};
    if (test === undefined || hashOf(test) === hash) return known;
    const { end: _, ...rest } = known;
    return rest;
  }
  #set(key: string, known: Known): void {
    this.#known[key] = known;
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(`${FILE}.new`, JSON.stringify(this.#known));
    renameSync(`${FILE}.new`, FILE);
  }

  /** @returns those of `tests` that may still notice the mutant: none when one of them did */
  open(key: string, source: string, tests: readonly string[]): readonly string[] {
    const { end, survived } = this.#get(key, source);
    if (end) return [];
    return tests.filter((test) => survived[test] !== hashOf(test));
  }
  /** @returns the test files that ran when a time limit ended the mutant's only try, or undefined */
  slowIn(key: string, source: string): readonly string[] | undefined {
    const known = this.#get(key, source);
    return known.end ? undefined : known.slow;
  }
  /** @returns what is known of it with these tests */
  outcome(key: string, source: string): { readonly outcome: Outcome; readonly test?: string | undefined } {
    const { end, reachedBy } = this.#get(key, source);
    return end ?? { outcome: reachedBy.length > 0 ? 'survived' : 'untested' };
  }

  end(key: string, source: string, outcome: Outcome, test: string | undefined, reason: string | undefined): void {
    const { slow: _, ...known } = this.#get(key, source);
    const killer = test === undefined ? {} : { test, hash: hashOf(test) };
    this.#set(key, { ...known, end: { outcome, ...killer, ...(reason === undefined ? {} : { reason }) } });
  }
  surviveAll(key: string, source: string, tests: readonly string[], reachedBy: readonly string[]): void {
    const { slow: _, ...known } = this.#get(key, source);
    this.#set(key, {
      ...known,
      survived: { ...known.survived, ...Object.fromEntries(tests.map((test) => [test, hashOf(test)])) },
      reachedBy: [...new Set([...known.reachedBy, ...reachedBy])],
    });
  }
  tooSlow(key: string, source: string, tests: readonly string[]): void {
    this.#set(key, { ...this.#get(key, source), slow: tests });
  }
}
