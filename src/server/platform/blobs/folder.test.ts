/** The suite for all backends, and the failures of a folder: killed processes and a full disk. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { open, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runChild } from '../database/testing/databases.ts';
import { openFolderBlobs } from './folder.ts';
import { allOf, testBlobs } from './testing/contractSuite.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'test-blobs-'));
const stagedIn = async (folder: string) => (await readdir(join(folder, 'staging'))).length;

testBlobs('a folder', async () => {
  const folder = newFolder();
  return {
    blobs: await openFolderBlobs(folder),
    async damage(sha256) {
      const file = await open(join(folder, sha256.slice(0, 2), sha256.slice(2)), 'r+');
      try {
        const byte = Buffer.alloc(1);
        await file.read(byte, 0, 1, 1000);
        byte[0] = (byte[0] ?? 0) ^ 1;
        await file.write(byte, 0, 1, 1000);
      } finally {
        await file.close();
      }
    },
    staged: () => stagedIn(folder),
    tick: 20,
    drop: () => rm(folder, { recursive: true }),
  };
});

describe('a folder', () => {
  let folder: string;
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const MODULE = new URL('./folder.ts', import.meta.url).href;

  it('shows nothing of a blob whose process was killed, and removes it at the next start', async () => {
    folder = newFolder();
    const { child, lines, ended } = runChild(`
      import { openFolderBlobs } from '${MODULE}';
      import { Readable } from 'node:stream';
      const blobs = await openFolderBlobs(${JSON.stringify(folder)});
      const staging = await blobs.stage();
      await staging.fromStream(Readable.from((async function* () {
        for (;;) { yield Buffer.alloc(100_000, 'x'); console.log('written'); }
      })()));`);
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(5), { timeout: 60_000, interval: 5 });
    // While the process lives, no other process touches its file.
    await openFolderBlobs(folder);
    expect(await stagedIn(folder)).toBe(1);
    child.kill('SIGKILL');
    await ended;
    const blobs = await openFolderBlobs(folder);
    expect(await stagedIn(folder)).toBe(0);
    expect(await allOf(blobs)).toEqual([]);
  });

  it('restores at the next start what a process had moved aside when it was killed during a deletion', async () => {
    folder = newFolder();
    const { sha256 } = await (await openFolderBlobs(folder)).put(Buffer.from('a'));
    await rename(join(folder, sha256.slice(0, 2), sha256.slice(2)), join(folder, 'unused', sha256));
    const blobs = await openFolderBlobs(folder);
    expect(String(await blobs.bytes(sha256))).toBe('a');
    expect(await readdir(join(folder, 'unused'))).toEqual([]);
  });

  it('keeps files staged by this process, and for a day those of other machines', async () => {
    folder = newFolder();
    const staging = await (await openFolderBlobs(folder)).stage();
    await staging.fromStream(Readable.from([Buffer.alloc(1000)]));
    const left = 'anothermachine.77.123456.0b1c';
    await writeFile(join(folder, 'staging', left), 'x');
    await openFolderBlobs(folder);
    expect(await stagedIn(folder)).toBe(2);
    await staging.abort();
    const dayBefore = new Date(Date.now() - 25 * 3600 * 1000);
    await utimes(join(folder, 'staging', left), dayBefore, dayBefore);
    await openFolderBlobs(folder);
    expect(await stagedIn(folder)).toBe(0);
  });

  it('keeps every acknowledged blob whole when the writing process is killed, three times', async () => {
    folder = newFolder();
    for (let round = 0; round < 3; round += 1) {
      const { child, lines, ended } = runChild(`
        import { openFolderBlobs } from '${MODULE}';
        const blobs = await openFolderBlobs(${JSON.stringify(folder)});
        for (let i = 0; ; i += 1) {
          console.log((await blobs.put(Buffer.alloc(50_000 + i, '${round} ' + i))).sha256);
        }`);
      await vi.waitFor(() => expect(lines.length).toBeGreaterThan(10 + 3 * round), { timeout: 60_000, interval: 5 });
      child.kill('SIGKILL');
      await ended;
      const blobs = await openFolderBlobs(folder);
      for (const sha256 of lines) expect(await blobs.verify(sha256)).toBe(true);
      for await (const { sha256 } of blobs.list()) expect(await blobs.verify(sha256)).toBe(true);
    }
  });

  it('survives a full disk', async ({ skip }) => {
    folder = newFolder();
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    skip(mounted.status !== 0, 'only root can mount a small disk');
    try {
      const blobs = await openFolderBlobs(disk);
      const stored = await blobs.put(Buffer.alloc(300_000, 'kept'));
      const staging = await blobs.stage();
      const endless = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(50_000)));
      await expect(staging.fromStream(endless)).rejects.toThrow(/ENOSPC|no more/);
      await staging.abort();
      await expect(blobs.put(Buffer.alloc(2_000_000))).rejects.toThrow(/ENOSPC|no more/);
      expect(await stagedIn(disk)).toBe(0);
      expect(await blobs.verify(stored.sha256)).toBe(true);
      expect(await blobs.freeSpace()).toBeGreaterThan(500_000);
      await blobs.put(Buffer.alloc(400_000, 'fits'));
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
});
