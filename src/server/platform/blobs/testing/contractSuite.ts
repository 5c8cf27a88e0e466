/**
 * The contract of every backend of the content store, as a test suite to run against each.
 *
 *   testBlobs
 *   allOf       a store's list
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobMissing, type Blobs, BlobTooLarge, type Staged } from '../blobs.ts';

export interface Backend {
  blobs: Blobs;
  /** changes one byte of a blob behind the store's back */
  damage(sha256: string): Promise<void>;
  /** how many unfinished blobs take space */
  staged(): Promise<number>;
  /** milliseconds after which the store certainly sees a later time */
  readonly tick: number;
  drop(): Promise<void>;
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ABSENT = hash(Buffer.from('absent'));

export async function allOf(blobs: Blobs): Promise<Staged[]> {
  const all: Staged[] = [];
  for await (const { sha256, size } of blobs.list()) all.push({ sha256, size });
  return all;
}

export function testBlobs(name: string, open: () => Promise<Backend>): void {
  describe(`blobs in ${name}`, () => {
    let backend: Backend;
    let blobs: Blobs;
    beforeEach(async () => {
      backend = await open();
      blobs = backend.blobs;
    });
    afterEach(() => backend.drop());
    const listed = () => allOf(blobs);

    it.each([0, 1, 70_000, 3 * 1024 ** 2])('returns %d bytes', async (size) => {
      const bytes = Buffer.alloc(size, 'content');
      const put = await blobs.put(bytes);
      expect(put).toEqual({ sha256: hash(bytes), size });
      expect((await blobs.bytes(put.sha256)).equals(bytes)).toBe(true);
      expect(await blobs.has(put.sha256)).toBe(true);
      expect(await blobs.verify(put.sha256)).toBe(true);
    });

    it('deletes what was not stored since, and keeps what was stored again', async () => {
      const [old, again] = await Promise.all([blobs.put(Buffer.from('old')), blobs.put(Buffer.from('again'))]);
      await new Promise((resolve) => setTimeout(resolve, backend.tick));
      const before = Date.now();
      await blobs.put(Buffer.from('again'));
      expect(await blobs.deleteUnused(old.sha256, before)).toBe(true);
      expect(await blobs.deleteUnused(again.sha256, before)).toBe(false);
      expect(await blobs.deleteUnused(ABSENT, before)).toBe(false);
      expect(await listed()).toEqual([again]);
      expect(await backend.staged()).toBe(0);
    });

    it('keeps the same content once, also when it is stored concurrently', async () => {
      const bytes = Buffer.from('the same');
      await Promise.all([...Array.from({ length: 8 }, () => blobs.put(bytes)), stageAll(['the ', 'same'])]);
      expect(await listed()).toEqual([{ sha256: hash(bytes), size: bytes.length }]);
      expect(await backend.staged()).toBe(0);
    });

    async function stageAll(parts: string[]) {
      const staging = await blobs.stage();
      await staging.fromStream(Readable.from(parts.map((part) => Buffer.from(part))));
      return staging.commit();
    }

    it('hides a staged blob until its commit', async () => {
      const staging = await blobs.stage();
      const { sha256 } = await staging.fromStream(Readable.from([Buffer.from('a'), Buffer.from('b')]));
      expect(sha256).toBe(hash(Buffer.from('ab')));
      expect(await blobs.has(sha256)).toBe(false);
      expect(await listed()).toEqual([]);
      expect(String(await staging.start(1))).toBe('a');
      expect(String(await staging.start(100))).toBe('ab');
      expect(await staging.commit()).toEqual({ sha256, size: 2 });
      expect(await blobs.has(sha256)).toBe(true);
    });

    it('stages a file that is complete, which stays, and counts as stored now however old it is', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
      const path = join(folder, 'file');
      writeFileSync(path, 'complete');
      utimesSync(path, new Date(0), new Date(0));
      const given = { path, hash: createHash('sha256').update('complete'), size: 8 };
      const staged = { sha256: hash(Buffer.from('complete')), size: 8 };
      const before = Date.now() - 60_000;
      for (const end of ['abort', 'commit', 'commit'] as const) {
        const staging = await blobs.stageFile(given, async () => {});
        expect(String(await staging.start(4))).toBe('comp');
        const ended = await staging[end]();
        expect(ended).toEqual(end === 'commit' ? staged : undefined);
        expect(await backend.staged()).toBe(0);
        expect(await listed()).toEqual(end === 'commit' ? [staged] : []);
        expect(readFileSync(path, 'utf8')).toBe('complete');
      }
      expect(await blobs.verify(staged.sha256)).toBe(true);
      expect(await blobs.deleteUnused(staged.sha256, before)).toBe(false);
      rmSync(folder, { recursive: true });
    });

    it('leaves nothing behind after abort, and ignores abort after commit', async () => {
      const staging = await blobs.stage();
      await staging.fromStream(Readable.from([Buffer.from('a')]));
      await staging.abort();
      await staging.abort();
      expect(await backend.staged()).toBe(0);
      expect(await listed()).toEqual([]);
      const other = await blobs.stage();
      await other.fromStream(Readable.from([Buffer.from('b')]));
      const { sha256 } = await other.commit();
      await other.abort();
      expect(String(await blobs.bytes(sha256))).toBe('b');
    });

    it('stops at the largest size allowed', async () => {
      const staging = await blobs.stage();
      const source = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
      await expect(staging.fromStream(source, { maxBytes: 1000 })).rejects.toThrow(BlobTooLarge);
      await staging.abort();
      expect(await backend.staged()).toBe(0);
      const exact = await blobs.stage();
      await exact.fromStream(Readable.from([Buffer.alloc(1000)]), { maxBytes: 1000 });
      await exact.abort();
    });

    it('leaves nothing behind of a stream that is aborted or breaks', async () => {
      const stopping = new AbortController();
      const staging = await blobs.stage();
      const endless = async function* () {
        for (let i = 0; ; i += 1) {
          if (i === 3) stopping.abort(new Error('the client disconnected'));
          yield Buffer.alloc(1000);
        }
      };
      const { signal } = stopping;
      await expect(staging.fromStream(Readable.from(endless()), { signal })).rejects.toThrow('the client disconnected');
      await staging.abort();
      const broken = await blobs.stage();
      const failing = async function* () {
        yield Buffer.alloc(1000);
        throw new Error('the connection broke');
      };
      await expect(broken.fromStream(Readable.from(failing()))).rejects.toThrow('the connection broke');
      await broken.abort();
      expect(await backend.staged()).toBe(0);
      expect(await listed()).toEqual([]);
    });

    it('reads by position, and refuses to read past the end', async () => {
      const { sha256 } = await blobs.put(Buffer.from('0123456789'));
      const reader = await blobs.file(sha256);
      try {
        expect(reader.size).toBe(10);
        expect(String(await reader.read(3, 4))).toBe('3456');
        expect(String(await reader.read(10, 0))).toBe('');
        await expect(reader.read(8, 4)).rejects.toThrow(/past the end/);
        await expect(reader.read(20, 1)).rejects.toThrow(/past the end/);
      } finally {
        await reader.close();
      }
    });

    it('says which blob is missing', async () => {
      await expect(blobs.bytes(ABSENT)).rejects.toThrow(BlobMissing);
      await expect(blobs.file(ABSENT)).rejects.toThrow(ABSENT);
      await expect(blobs.verify(ABSENT)).rejects.toThrow(BlobMissing);
      expect(await blobs.has(ABSENT)).toBe(false);
    });

    it('deletes blobs, also those that do not exist', async () => {
      const { sha256 } = await blobs.put(Buffer.from('a'));
      await blobs.delete(sha256);
      await blobs.delete(sha256);
      expect(await blobs.has(sha256)).toBe(false);
    });

    it('lists all blobs with their sizes', async () => {
      const put = await Promise.all(Array.from({ length: 20 }, (_, i) => blobs.put(Buffer.alloc(i, 'x'))));
      const byName = (a: { sha256: string }, b: { sha256: string }) => (a.sha256 < b.sha256 ? -1 : 1);
      expect((await listed()).sort(byName)).toEqual([...put].sort(byName));
    });

    it('detects one flipped byte', async () => {
      const { sha256 } = await blobs.put(Buffer.alloc(2 * 1024 ** 2, 'pixels'));
      await backend.damage(sha256);
      expect(await blobs.verify(sha256)).toBe(false);
    });
  });
}
