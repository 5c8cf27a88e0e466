/** Unit and integration tests. Browser tests live in e2e/ and run under Playwright. LACQUER_TEST_PART chooses a part. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { inPart, readPart } from './scripts/testing/parts.ts';
import { keepTemporaryFiles } from './scripts/testing/temporaryFolder.ts';

keepTemporaryFiles();

// Each file has a process of its own; this spares it compiling what another one compiled.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('.build/compiled', import.meta.url));

const cost = 'scripts/testing/fileCost.ts';
const part = readPart();
/** Which files of these a run takes. */
function files(...patterns: string[]) {
  const each = patterns.map((pattern) => inPart(part, pattern));
  return {
    include: each.flatMap(({ include }) => include),
    exclude: [...configDefaults.exclude, ...each.flatMap(({ exclude }) => exclude)],
  };
}

export default defineConfig({
  test: {
    // A machine that does much else must not make a test fail: at a load of 25 a test takes 20 times as long.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    // One more than there are processors: tests of faults wait for leases and restarts.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // A process for each file costs half a second of it: in the fast part, files share processes and modules.
          isolate: part !== 'fast',
          setupFiles: [cost, 'src/server/testing/setUp.ts'],
          ...files(
            'src/*.test.ts',
            'src/{contract,engine,paint,server,web}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
          ),
        },
      },
      {
        extends: true,
        test: {
          // `.tsx` of the web app has a page; its `.ts` has none and is above.
          name: 'web',
          environment: 'jsdom',
          isolate: part !== 'fast',
          setupFiles: [cost, 'src/web/testing/setUp.ts'],
          ...files('src/web/**/*.test.tsx'),
        },
      },
    ],
  },
});
