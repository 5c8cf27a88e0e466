/**
 * Programs of the system that tests of `deploy/` run: proxies, caches, Prometheus. `scripts/services.mjs` installs them.
 *
 *   findProgram      where a program is; undefined: it is not installed
 *   startProgram     runs until `stopAll`, or until this process has ended
 *   temporaryFolder  gone with `stopAll`
 *   makeCertificate  for a host name, signed by itself
 *   adapt            replaces what a test must change in an example
 *   stopAll
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withDeathSignal } from '../ownedByProcess.mjs';

/** Debian keeps servers where only the administrator's PATH leads. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

export const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

export const deployFile = (name: string): string => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));

const running: ChildProcess[] = [];
const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-deploy-'));
  folders.push(folder);
  return folder;
}

export async function stopAll(): Promise<void> {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    // nginx and varnishd end their child processes on SIGTERM, not when they are killed.
    child.kill('SIGTERM');
    await ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/**
 * @param isReady asked until it returns true
 * @throws Error with what the program printed when it ends first
 */
export async function startProgram(
  command: readonly [string, ...string[]],
  isReady: () => Promise<boolean>,
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  const [program = '', ...args] = withDeathSignal('TERM', command);
  const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-10_000);
    });
  }
  let failed: Error | undefined;
  child.once('error', (error) => {
    failed = error;
  });
  for (;;) {
    if (failed) throw failed;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${command[0]} ended: ${printed}`);
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @returns paths of PEM files */
export function makeCertificate(folder: string, host: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...names, '-out', certificate, '-keyout', key], { stdio: 'pipe' });
  return { certificate, key };
}

/**
 * An example with other ports, names and files. Everything else stays as users read it.
 * @param changes pairs of what stands there and what takes its place, everywhere
 * @throws Error when something to replace is not there: the example would run at its own ports
 */
export function adapt(name: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${name} does not have: ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(deployFile(name), 'utf8'),
  );
}
