/** Unit and integration tests. Browser tests live in e2e/ and run under Playwright. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // A machine that does much else must not make a test fail.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: ['src/server/testSetup.ts'],
          include: [
            'src/*.test.ts',
            'src/{contract,engine,paint,server}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
        },
      },
      { extends: true, test: { name: 'web', environment: 'jsdom', include: ['src/web/**/*.test.{ts,tsx}'] } },
    ],
  },
});
