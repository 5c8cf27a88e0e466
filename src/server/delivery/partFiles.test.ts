/** Files of uploads in parts: hashed as they arrive, also across broken parts and restarts, and apart from packs. */
import { createHash } from 'node:crypto';
import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPartFiles } from './partFiles.ts';

const ID = 'a'.repeat(32);
const bytes = Buffer.from(Array.from({ length: 5_000_000 }, (_, i) => (i * 7) ^ (i >> 8)));
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  path = join(folder, ID);
  writeFileSync(path, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Chunks of which nobody else holds the memory. */
async function* chunksOf(from: number, to: number, error?: Error) {
  for (let at = from; at < to; at += 50_000) yield new Uint8Array(bytes.subarray(at, Math.min(to, at + 50_000)));
  if (error) throw error;
}
/** how often this process has the file open */
const timesOpen = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  }).length;
const sumOf = (some: Uint8Array) => createHash('sha256').update(some).digest('hex');

it('hashes all bytes, whether they came in one part, in many, before a restart or before a broken connection', async () => {
  const files = openPartFiles(folder);
  expect(await files.append(ID, chunksOf(0, 1_200_000), 0)).toBe(1_200_000);
  const broken = chunksOf(1_200_000, 2_500_000, new Error('the connection broke off'));
  await expect(files.append(ID, broken, 1_200_000)).rejects.toThrow('the connection broke off');
  expect(timesOpen()).toBe(0);
  // What arrived is kept.
  expect(readFileSync(path).equals(bytes.subarray(0, 2_500_000))).toBe(true);
  const restarted = openPartFiles(folder);
  for (const [at, one] of [files, restarted].entries()) {
    const from = 2_500_000 + at * 1_000_000;
    await one.append(ID, chunksOf(from, from + 1_000_000), from);
  }
  await restarted.append(ID, chunksOf(4_500_000, bytes.length), 4_500_000);
  for (const one of [files, restarted]) {
    const { hash, size } = await one.hashed(ID);
    expect([size, hash.copy().digest('hex')]).toEqual([bytes.length, sumOf(bytes)]);
  }
});

it('writes what a slow sender sent before the part is complete', async () => {
  const files = openPartFiles(folder);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const slow = async function* () {
    yield* chunksOf(0, 100);
    await ended;
  };
  const part = files.append(ID, slow(), 0);
  await expect.poll(() => readFileSync(path).length, { timeout: 60_000 }).toBe(100);
  end();
  expect(await part).toBe(100);
});

it('hashes anew after the file was shortened', async () => {
  const files = openPartFiles(folder);
  await files.append(ID, chunksOf(0, 1000), 0);
  const { ino } = statSync(path);
  await files.truncate(ID, 999);
  // A file of gigabytes is not copied for it.
  expect(statSync(path).ino).toBe(ino);
  await files.append(ID, chunksOf(999, 2000), 999);
  const { hash, size } = await files.hashed(ID);
  expect([size, hash.digest('hex')]).toEqual([2000, sumOf(bytes.subarray(0, 2000))]);
});

it('never changes a pack that has the same bytes under its own name', async () => {
  const files = openPartFiles(folder);
  await files.append(ID, chunksOf(0, 3_000_000), 0);
  const pack = join(folder, 'pack');
  linkSync(path, pack);
  await expect(files.append(ID, chunksOf(0, 10), 3_000_000)).rejects.toMatchObject({ code: 'unknown-upload' });
  expect(timesOpen()).toBe(0);
  await files.truncate(ID, 2_999_999);
  expect(timesOpen()).toBe(0);
  expect(readFileSync(path).equals(bytes.subarray(0, 2_999_999))).toBe(true);
  await files.append(ID, chunksOf(0, 10), 2_999_999);
  expect(readFileSync(pack).equals(bytes.subarray(0, 3_000_000))).toBe(true);
});
