/** Orderly shutdown: jobs return to the queue first, answers are finished, and open connections do not delay the end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { command } from './testing/product.ts';
import { multipart, startTestApp, type TestApp } from './testing/testApp.ts';
import { BARE, endAll, folderOfStore, type Running, start } from './testing/testServer.ts';
import { metaZip, SET } from './testing/tinyPacks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NAME = `meta-${SET}.zip`;

/** of processes that start others */
const groups: number[] = [];
afterEach(async () => {
  for (const group of groups.splice(0)) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // Nothing is left of it.
    }
  }
  await endAll();
});

/** Begins an upload and stops in the middle. @returns sends the rest and waits for the answer */
async function halfUpload(server: Pick<Running, 'address' | 'headers'>, bytes: Buffer) {
  const { headers, payload } = multipart(NAME, bytes);
  const sending = request(`${server.address}/api/v2/admin/files`, {
    method: 'POST',
    headers: { ...server.headers, ...headers, 'content-length': payload.length, connection: 'keep-alive' },
  });
  const cut = once(sending, 'error');
  const middle = payload.length >> 1;
  await new Promise((sent) => sending.write(payload.subarray(0, middle), sent));
  return {
    cut,
    async finish() {
      const answered = once(sending, 'response');
      sending.end(payload.subarray(middle));
      const [answer] = (await answered) as [import('node:http').IncomingMessage];
      answer.resume();
      return answer;
    },
  };
}

/** A connection that was used once and is kept open. */
async function keptOpen(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
  socket.write('GET /api/v2/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await Promise.race([once(socket, 'data'), once(socket, 'error').then(([error]) => Promise.reject(error))]);
  return socket;
}

describe('SIGTERM', () => {
  it('ends idle connections, finishes an upload, and then the process ends', async () => {
    const server = await start(folderOfStore());
    const idle = await keptOpen(server.address);
    const upload = await halfUpload(server, await metaZip());
    const ended = server.end('SIGTERM');
    await once(idle.resume(), 'close');
    const answer = await upload.finish();
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    expect(await ended).toBe(0);
  });

  it('holds for every address that it listens on', async () => {
    const server = await start(folderOfStore(), { LACQUER_HOST: 'localhost' });
    const { port } = new URL(server.address);
    const open = await Promise.allSettled(['127.0.0.1', '[::1]'].map((host) => keptOpen(`http://${host}:${port}`)));
    const sockets = open.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(sockets.length).toBeGreaterThan(0);
    const ended = server.end('SIGTERM');
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    expect(await ended).toBe(0);
  });

  it('a second signal ends it at once', async () => {
    const server = await start(folderOfStore());
    const idle = await keptOpen(server.address);
    const upload = await halfUpload(server, await metaZip());
    upload.cut.catch(() => {});
    const ended = server.end('SIGTERM');
    await once(idle.resume(), 'close');
    void server.end('SIGTERM');
    expect(await ended).toBe(143);
  });

  /** Starts what starts the server. @returns its process, and where the server listens */
  async function startOuter(command: string, args: readonly string[], cwd: string, more: Record<string, string> = {}) {
    const outer = spawn(command, args, {
      cwd,
      // These servers outlive what starts them, when they have a fault: they end with the test.
      env: {
        ...BARE,
        TEST_OWNER: String(process.pid),
        HOME: cwd,
        LACQUER_DATA: join(cwd, 'data'),
        LACQUER_PORT: '0',
        ...more,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own: whatever is left of it is ended.
      detached: true,
    });
    groups.push(outer.pid ?? 0);
    let output = '';
    for await (const chunk of outer.stdout) {
      output += String(chunk);
      if (/listens on \S+\n/.test(output)) break;
    }
    const address = /listens on ([^\s"]+)/.exec(output)?.[1] ?? '';
    const live = () =>
      fetch(`${address}/api/v2/health/live`).then(
        ({ status }) => status,
        () => 'gone',
      );
    expect(await live()).toBe(200);
    return { outer, live };
  }

  it('to `npm start` reaches the server: nothing is left behind', async () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    // As npm runs it, from a folder of its own, without installing and building.
    const last = scripts.start.split(' && ').at(-1) ?? '';
    const start = `true && ${last.replaceAll(/(node_modules|src)\//g, `${ROOT}$1/`)}`;
    const folder = folderOfStore();
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    const { outer, live } = await startOuter('npm', ['start', '--silent'], folder);
    const ended = once(outer, 'exit');
    outer.kill('SIGTERM');
    await ended;
    expect(await live()).toBe('gone');
  });

  it('to the shell that npx puts between ends the server', async () => {
    const serve = `${process.execPath} ${command()} serve; true`;
    const { outer, live } = await startOuter('sh', ['-c', serve], folderOfStore(), { npm_command: 'exec' });
    outer.kill('SIGTERM');
    await expect.poll(live).toBe('gone');
  });
});

describe('closing', () => {
  let server: TestApp;
  const ready = () => server.app.inject({ method: 'GET', url: '/api/v2/health/ready' });

  it('says that it is not ready and hands its jobs back before answers are finished; the deadline cuts the rest', async () => {
    server = await startTestApp('sqlite', { LACQUER_SCAN_COMMAND: 'sleep 1000' });
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    expect((await server.upload('static_a.zip', await metaZip())).statusCode).toBe(200);
    const states = async () =>
      (await server.database.read.selectFrom('jobs').select(['state', 'attempts']).execute()).map(
        ({ state, attempts }) => `${state} ${attempts}`,
      );
    await expect.poll(states).toEqual(['STARTED 1']);
    const upload = await halfUpload({ address, headers: { cookie, 'x-csrf-token': token } }, await metaZip());
    expect((await ready()).statusCode).toBe(200);

    const deadline = new AbortController();
    const closed = server.close(deadline.signal);
    const answer = await ready();
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'stopping' });
    expect(answer.headers.connection).toBe('close');
    await expect.poll(states).toEqual(['CREATED 0']);
    deadline.abort();
    await upload.cut;
    await closed;
  });
});
