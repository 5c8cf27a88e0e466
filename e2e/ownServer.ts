/**
 * A server for one test, with its own settings, on an empty store.
 *
 *   startOwnServer
 *   testOnOwnServer    tests of a file that have one
 *   testWithHeldJobs   tests of a file that have one whose jobs they can hold up
 *   freePort
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';

const SERVER = fileURLToPath(new URL('server.ts', import.meta.url));

/** @returns a port of this machine that nothing listens on */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** @param settings besides those of the other browser tests. Rejects when the server ends before it answers */
export async function startOwnServer(
  settings: Readonly<Record<string, string>>,
): Promise<{ url: string; end: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const more = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const child = spawn(process.execPath, [SERVER, String(port), ...more], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const answers = () =>
    fetch(`${url}/api/v2/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * One server for the tests of a file; in a parallel file, one for each test. It is not a fixture of the worker, because
 * Playwright runs files with such a fixture after all others.
 */
export function testOnOwnServer() {
  let server: ReturnType<typeof startOwnServer> | undefined;
  const own = test.extend({
    baseURL: [
      async ({ browserName: _ }, use) => {
        server ??= startOwnServer({});
        await use((await server).url);
      },
      { scope: 'test', timeout: 300_000 },
    ],
  });
  own.afterAll(async () => {
    await (await server)?.end();
    server = undefined;
  });
  return own;
}

/**
 * Packs are checked for viruses one at a time, and a test can hold that up: then all later jobs wait.
 *
 * @param settingsFor the server's, with what is in the folder of this test
 * @returns the test, and what holds the jobs and lets them go
 */
export function testWithHeldJobs(settingsFor: (folder: string) => Readonly<Record<string, string>> = () => ({})) {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-e2e-held-'));
  const [file, scanner] = [join(folder, 'hold'), join(folder, 'scan.sh')];
  const own = test.extend<object, { server: { url: string } }>({
    server: [
      async ({ browserName: _ }, use) => {
        writeFileSync(scanner, `cat > /dev/null; while [ -e ${file} ]; do sleep 0.1; done`);
        const server = await startOwnServer({ LACQUER_SCAN_COMMAND: `sh ${scanner}`, ...settingsFor(folder) });
        await use(server);
        rmSync(file, { force: true });
        await server.end();
        rmSync(folder, { recursive: true });
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ server }, use) => use(server.url),
  });
  return { test: own, hold: () => writeFileSync(file, ''), letGo: () => rmSync(file) };
}
