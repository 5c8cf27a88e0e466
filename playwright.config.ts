/**
 * Browser tests: the built app, the real server on an empty store, Debian's Chromium.
 */
import { defineConfig } from '@playwright/test';

const port = Number(process.env['LACQUER_E2E_PORT'] ?? 8790);

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.build/e2e',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
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
  webServer: {
    command: `node e2e/server.ts ${port}`,
    url: `http://localhost:${port}/api/v2/health/live`,
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
