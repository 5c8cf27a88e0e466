/**
 * For tests: the real server as a process of its own, to be killed.
 *
 *   start, Running
 *   BARE                 the environment of a process without settings; it ends with the process that starts it
 *   END_WITH_PARENT      the module that ends it
 *   folderOfStore, endAll
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { product } from './product.ts';
import { multipart, PASSWORD } from './testApp.ts';

/** For `--import`. */
export const END_WITH_PARENT = new URL('../platform/testing/endWithParent.ts', import.meta.url).href;
/** Only what a process needs to run and to end with the test, and the cache of code that other processes compiled. */
export const BARE: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  ...(process.env['TMPDIR'] && { TMPDIR: process.env['TMPDIR'] }),
  NODE_OPTIONS: `--import ${END_WITH_PARENT}`,
  // What scripts/package/image/run.ts runs.
  ...(process.env['LACQUER_TEST_IMAGE'] && { LACQUER_TEST_IMAGE: process.env['LACQUER_TEST_IMAGE'] }),
  ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
};
const children: ChildProcess[] = [];
const folders: string[] = [];
/** Ends every server and removes every store that a test started. */
export async function endAll(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The folder of a new store, which `endAll` removes. */
export function folderOfStore(): string {
  const data = mkdtempSync(join(tmpdir(), 'lacquer-crash-'));
  folders.push(data);
  return data;
}

export interface Running {
  readonly get: (path: string) => Promise<Response>;
  /** undefined when the server is gone before it answered */
  readonly post: (path: string, body: object) => Promise<Response | undefined>;
  readonly send: (
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: Uint8Array,
  ) => Promise<Response>;
  readonly upload: (fileName: string, bytes: Uint8Array) => Promise<{ sha256: string } | undefined>;
  /** Sends half of an upload and leaves it there. */
  readonly uploadHalf: (fileName: string, bytes: Uint8Array) => Promise<void>;
  readonly kill: () => Promise<void>;
  /** where it listens */
  readonly address: string;
  /** the administrator's credentials: cookie and header token */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a signal. @returns the code that the process ends with */
  readonly end: (signal: 'SIGINT' | 'SIGTERM') => Promise<number | null>;
  /** What it printed so far. */
  readonly printed: () => string;
  /** Whether the process is running. */
  readonly runs: () => boolean;
}

/**
 * Starts the real server on the store and signs an administrator in.
 * @param environment LACQUER_… settings beside the folder
 */
export async function start(data: string, environment: Readonly<Record<string, string>> = {}): Promise<Running> {
  const child = spawn(process.execPath, product('serve'), {
    env: {
      ...BARE,
      LACQUER_DATA: data,
      LACQUER_PORT: '0',
      LACQUER_ADMIN_PASSWORD: PASSWORD,
      LACQUER_SIGN_IN_PER_MINUTE: '1000',
      FEATURE_QUALITY_REPORT_ENABLED: 'false',
      LACQUER_THUMBNAILS: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /listens on ([^\s"]+)\S*\n/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${output}`)));
  });
  const signIn = await fetch(`${base}/api/v2/public/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const { token } = (await signIn.json()) as { token: string };
  const headers = { cookie: String(signIn.headers.get('set-cookie')).split(';')[0] ?? '', 'x-csrf-token': token };
  return {
    get: (path) => fetch(`${base}${path}`, { headers }),
    post: (path, body) =>
      fetch(`${base}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => undefined),
    send: (method, path, more = {}, body) =>
      fetch(`${base}${path}`, {
        method,
        headers: { ...headers, ...more },
        ...(body && { body: new Uint8Array(body) }),
      }),
    async upload(fileName, bytes) {
      const form = multipart(fileName, bytes);
      const answer = await fetch(`${base}/api/v2/admin/files`, {
        method: 'POST',
        headers: { ...headers, ...form.headers },
        body: new Uint8Array(form.payload),
      }).catch(() => undefined);
      // A dead server may have answered; only a whole answer is an acknowledgement.
      if (answer?.ok !== true) return undefined;
      return (await answer.json().catch(() => undefined)) as { sha256: string } | undefined;
    },
    async uploadHalf(fileName, bytes) {
      const { headers: type, payload } = multipart(fileName, bytes);
      const sending = request(`${base}/api/v2/admin/files`, {
        method: 'POST',
        headers: { ...headers, ...type, 'content-length': payload.length },
      });
      sending.on('error', () => {});
      await new Promise((sent) => sending.write(payload.subarray(0, payload.length / 2), sent));
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    address: base,
    headers,
    async end(signal) {
      const ended = once(child, 'exit');
      child.kill(signal);
      return ((await ended) as [number | null])[0];
    },
    printed: () => output,
    runs: () => child.exitCode === null && child.signalCode === null,
  };
}
