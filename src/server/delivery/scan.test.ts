/** How the answer of a virus scanner is interpreted, whatever its wording, and what happens without one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { PositionalReader } from '../platform/blobs/blobs.ts';
import { openScan } from './scan.ts';

const NEVER = new AbortController().signal;
const LARGE = 4 * 1024 ** 2;
const LONG_S = 600;

const reader = (size: number, read = async (length: number) => Buffer.alloc(length)): PositionalReader => ({
  size,
  read: (_position, length) => read(length),
  close: async () => {},
});
/** A scanner that is a line of shell. */
const scan = (line: string, of = reader(10), signal = NEVER) => openScan(['/bin/sh', '-c', line])(of, signal);

it.each([
  ['stream: Win.Test FOUND', 'Win.Test'],
  ['a:b: Win.Test FOUND', 'Win.Test FOUND'.slice(0, 8)],
  ['Win.Test', 'Win.Test'],
  ['stream: Win.Test FOUND\nInfected files: 1', 'Win.Test'],
  ['stream:  FOUND', 'an unnamed threat'],
  ['', 'an unnamed threat'],
  [`stream: ${'v'.repeat(300)} FOUND`, 'v'.repeat(200)],
])('%j names the virus', async (output, name) => {
  expect(await scan(`cat > /dev/null; printf '%s' '${output}'; exit 1`)).toBe(name);
});

it('exit code 0 means clean only if all bytes were read; every code except 0 and 1 is a failure', async () => {
  expect(await scan('[ $(wc -c) = 10 ]')).toBe(undefined);
  await expect(scan('exit 0', reader(LARGE))).rejects.toThrow('gave no verdict (exit code 0)');
  await expect(scan('cat > /dev/null; exit 2')).rejects.toThrow('gave no verdict (exit code 2)');
  await expect(openScan(['/nowhere/scanner'])(reader(10), NEVER)).rejects.toThrow(
    'The virus scanner /nowhere/scanner could not be started.',
  );
});

it('exit code 1 counts even if the scanner did not read all bytes', async () => {
  // Many at once: what the write is told (EPIPE, ECONNRESET) depends on when the scanner ends.
  const found = await Promise.all(
    Array.from({ length: 40 }, () => scan('echo "stream: Early FOUND"; exit 1', reader(LARGE))),
  );
  expect(new Set(found)).toEqual(new Set(['Early']));
});

it('reads what a scanner prints although it exits before the pack is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const [pid, exited] = [join(folder, 'pid'), join(folder, 'exited')];
  const slow = reader(10, async (length) => {
    await vi.waitFor(() => expect(readFileSync(pid, 'utf8')).toMatch(/\n/), { timeout: 60_000 });
    const script = Number(readFileSync(pid, 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(script, 0)).toThrow('ESRCH'), { timeout: 60_000 });
    writeFileSync(exited, '');
    return Buffer.alloc(length);
  });
  const printLate = `while [ ! -e ${exited} ]; do :; done; echo "stream: Late FOUND"`;
  expect(await scan(`{ ${printLate}; } & echo $$ > ${pid}; exit 1`, slow)).toBe('Late');
  rmSync(folder, { recursive: true });
});

it('ends the scanner if the pack cannot be read, also one that a script starts', async () => {
  const broken = reader(10, async () => {
    throw new Error('the store is unavailable');
  });
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const [script, pid] = [`exec sleep ${LONG_S}`, join(folder, 'pid')];
  await expect(scan(script, broken)).rejects.toThrow('gave no verdict (exit code none)');
  // This one keeps running and has the output open.
  const program = `sleep ${LONG_S} 2> /dev/null & echo $! > ${pid}; wait`;
  const slow = reader(10, async () => {
    await vi.waitFor(() => expect(readFileSync(pid, 'utf8')).toMatch(/\n/), { timeout: 60_000 });
    throw new Error('the store is unavailable');
  });
  await expect(scan(program, slow)).rejects.toThrow('gave no verdict (exit code none)');
  process.kill(Number(readFileSync(pid, 'utf8')));
  rmSync(folder, { recursive: true });
});

it('ends with the reason of the signal', async () => {
  const stopping = new AbortController();
  const scanned = scan(`exec sleep ${LONG_S}`, reader(10), stopping.signal);
  stopping.abort(new Error('the worker stops'));
  await expect(scanned).rejects.toThrow('the worker stops');
  await expect(scan('exit 1', reader(10), stopping.signal)).rejects.toThrow('the worker stops');
});
