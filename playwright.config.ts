/**
 * Browser tests: the built app, the real server on an empty store, Debian's Chromium.
 */
import { defineConfig } from '@playwright/test';
import { inPart, readPart } from './scripts/testing/parts.ts';
import { keepTemporaryFiles } from './scripts/testing/temporaryFolder.ts';

keepTemporaryFiles();

/** Each worker has a server and a store of its own, at neighbouring ports. */
const WORKERS = 2;
const firstPort = Number(process.env['LACQUER_E2E_PORT'] ?? 8790);
/** Set in a worker's process before this file is read there. */
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
const serverOf = (index: number) => ({
  // The shell makes way for the server, which ends with its parent.
  command: `exec node e2e/server.ts ${firstPort + index}`,
  url: `http://localhost:${firstPort + index}/api/v2/health/live`,
  timeout: 120_000,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
});

const { include, exclude } = inPart(readPart(), '**/*.spec.ts');

export default defineConfig({
  testDir: 'e2e',
  testMatch: include,
  testIgnore: exclude,
  outputDir: '.build/e2e',
  workers: WORKERS,
  // A second try would find the store as the first one left it: scripts/test.ts runs red files again, on new servers.
  retries: 0,
  // A machine that does much else must not make a test fail.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    // scripts/test.ts reads it.
    ['json', { outputFile: '.build/reports/browser.json' }],
    ...(process.env['LACQUER_TEST_COSTS'] ? [['./scripts/testing/browserCost.ts'] as const] : []),
  ],
  metadata: { firstPort },
  use: {
    baseURL: `http://localhost:${firstPort + worker}`,
    viewport: { width: 1280, height: 800 },
    // Otherwise a press on what is not there would take the whole time of the test.
    actionTimeout: 60_000,
    // A trace costs a quarter of the time. `playwright test --trace retain-on-failure e2e/one.spec.ts` keeps one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: Array.from({ length: WORKERS }, (_, index) => serverOf(index)),
});
