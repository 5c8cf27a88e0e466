/** Tests of a room, on SQLite and a folder, as mutation testing runs them: `MUTATION_TESTS` names the files. */
import { fileURLToPath } from 'node:url';
import { SLOW_FILE } from '../testing/parts.ts';

process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../.build/compiled', import.meta.url));

const tests = (process.env['MUTATION_TESTS'] ?? '').split(' ');

interface Cache {
  getTestSpecificationResult(file: object): { readonly duration: number } | undefined;
}

/** The first failure ends the run of a mutant: quick files first. */
class QuickestFirst {
  readonly #cache: Cache;

  constructor({ cache }: { readonly cache: Cache }) {
    this.#cache = cache;
  }
  async sort<File extends object>(files: readonly File[]): Promise<File[]> {
    const time = (file: File) => this.#cache.getTestSpecificationResult(file)?.duration ?? 0;
    return [...files].sort((a, b) => time(a) - time(b));
  }
  async shard<File>(files: File): Promise<File> {
    return files;
  }
}

export default {
  test: {
    environment: 'node',
    setupFiles: ['src/server/testing/setUp.ts'],
    include: tests,
    // Fast files share a process, as in `npm test`.
    isolate: tests.some((test) => SLOW_FILE.test(test)),
    sequence: { sequencer: QuickestFirst },
    // Long enough for a busy machine, where one slow test would end the whole run.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A mutant that makes a test wait in vain must not wait long.
    expect: { poll: { timeout: 20_000 } },
  },
};
