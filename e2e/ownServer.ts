/**
 * A server for one test, with its own settings, on an empty store.
 *
 *   startOwnServer
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('server.ts', import.meta.url));

async function freePort(): Promise<number> {
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
