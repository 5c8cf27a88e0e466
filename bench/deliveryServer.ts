/**
 * The server in a process of its own, as with `npm start`, for benches that measure all its threads and nothing else.
 *
 *   DeliveryServer, startServer, PASSWORD, signIn
 *   sendForm, sendInParts     a pack as browsers and `lacquer deliver` send it; they wait until it is live
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { basename } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Pack, RESUMABLE_UPLOADS } from '../src/contract/index.ts';

/** of the administrator */
export const PASSWORD = 'a password for the bench 1';
/** as browsers write it */
const BOUNDARY = '----WebKitFormBoundary5f1cA9b27MxkTrZu';
/** milliseconds: how often the web app checks whether a pack is live */
const LOOK = 1000;
/** bytes of a part, as the web app sends them */
const PART = 16 * 1000 ** 2;

export interface DeliveryServer {
  readonly pid: number;
  readonly address: string;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));

/** @param command what Node runs; absent: the sources, as `npm start` does */
export async function startServer(data: string, command: readonly string[] = [MAIN]): Promise<DeliveryServer> {
  const server: ChildProcess = spawn(process.execPath, command, {
    // Its own way to end with its parent: a module that Node imports before would count as the server's memory.
    env: {
      ...process.env,
      ENDS_WITH_PARENT: '1',
      LACQUER_DATA: data,
      LACQUER_PORT: '0',
      LACQUER_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout?.on('data', (some) => {
    output += String(some);
  });
  while (!/listens on \S+/.test(output)) {
    if (server.exitCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    pid: server.pid as number,
    address: /listens on ([^\s"]+)/.exec(output)?.[1] ?? '',
    async stop() {
      if (server.exitCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}

export async function signIn(address: string): Promise<Record<string, string>> {
  const answer = await fetch(`${address}/api/v2/public/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { cookie: String(answer.headers.get('set-cookie')).split(';')[0] ?? '', 'x-csrf-token': token };
}

/** Sends a body of which `start` and `end` surround the file. @returns the answer */
export async function post(
  address: string,
  headers: Record<string, string>,
  path: string,
  [start, end]: readonly [string, string] = ['', ''],
): Promise<unknown> {
  const sent = request(address, { method: 'POST', headers });
  const answered = new Promise<unknown>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => json(answer).then(resolve, reject));
  });
  sent.write(start);
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    if (!sent.write(chunk)) await new Promise((resolve) => sent.once('drain', resolve));
  }
  sent.end(end);
  return answered;
}

async function waitUntilLive(address: string, headers: Record<string, string>, received: unknown): Promise<void> {
  const { sha256 } = received as { sha256?: string };
  if (sha256 === undefined) throw new Error(`not received: ${JSON.stringify(received)}`);
  for (;;) {
    const packs = (await (await fetch(`${address}/api/v2/admin/files`, { headers })).json()) as Pack[];
    const pack = packs.find((one) => one.sha256 === sha256);
    if (pack?.state === 'live') return;
    if (pack?.state === 'refused') throw new Error(`refused: ${JSON.stringify(pack.problems.slice(0, 3))}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

export type Send = (address: string, headers: Record<string, string>, path: string) => Promise<void>;

/** The name of the pack is that of the file. */
export const sendForm: Send = async (address, headers, path) => {
  const form = { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const start = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${basename(path)}"\r\n\r\n`;
  const received = await post(`${address}/api/v2/admin/files`, form, path, [start, `\r\n--${BOUNDARY}--\r\n`]);
  await waitUntilLive(address, headers, received);
};

export const sendInParts: Send = async (address, headers, path) => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tus = { ...headers, 'tus-resumable': '1.0.0' };
    const begun = await fetch(address + RESUMABLE_UPLOADS, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from(basename(path)).toString('base64')}`,
      },
    });
    const upload = new URL(String(begun.headers.get('location')), address + RESUMABLE_UPLOADS);
    const part = Buffer.alloc(PART);
    for (let offset = 0; offset < size; ) {
      const { bytesRead } = await file.read(part, 0, PART, offset);
      const answer = await fetch(upload, {
        method: 'PATCH',
        headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: part.subarray(0, bytesRead),
      });
      if (!answer.ok) throw new Error(`a part was refused: ${answer.status} ${await answer.text()}`);
      offset += bytesRead;
      if (offset === size) await waitUntilLive(address, headers, await answer.json());
    }
  } finally {
    await file.close();
  }
};
