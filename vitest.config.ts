/** Unit and integration tests. Browser tests live in e2e/ and run under Playwright. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Each file has a process of its own; this spares it compiling what another one compiled.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('.build/compiled', import.meta.url));

const cost = 'scripts/testing/fileCost.ts';

export default defineConfig({
  test: {
    // A machine that does much else must not make a test fail: at a load of 25 a test takes 20 times as long.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 120_000,
    // One more than there are processors: tests of faults wait for leases and restarts.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: [cost, 'src/server/testing/setUp.ts'],
          include: [
            'src/*.test.ts',
            'src/{contract,engine,paint,server}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          setupFiles: [cost, 'src/web/testing/setUp.ts'],
          include: ['src/web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
