/** Manifests in a store: what they refer to, and what is left of one that cannot be stored. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { type Manifest, manifestBytes } from './manifest.ts';
import { type Manifests, openManifests } from './manifests.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const manifestOf = (count: number): Manifest => ({
  ...{ pack: 'static_a.zip', packSha256: hash('pack'), kind: 'static' },
  entries: Array.from({ length: count }, (_, i) => ({
    ...{ path: `co2/${i}.png`, sha256: hash(`${i}`), size: 100 },
    at: { offset: i * 10, compressedSize: i + 1, method: 0, crc32: 0 },
  })),
});

let folder: string;
let blobs: Blobs;
let manifests: Manifests;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  blobs = await openFolderBlobs(folder);
  manifests = openManifests(blobs);
});
afterEach(async () => {
  await manifests.close();
  rmSync(folder, { recursive: true });
});

it('refers to the content of every entry, and counts the bytes that they take in their pack', async () => {
  const { storedBytes, packSha256, hashes } = await manifests.references(await manifests.put(manifestOf(4)));
  expect([storedBytes, packSha256]).toEqual([1 + 2 + 3 + 4, hash('pack')]);
  // Content that nothing refers to is deleted.
  expect(Buffer.from(hashes).toString('hex')).toBe(['0', '1', '2', '3'].map(hash).join(''));
});

it.each([999, 1000, 1001, 2000, 2500])(
  'stores the same text for %i entries, whether in one part or in several',
  async (count) => {
    const manifest = manifestOf(count);
    // A manifest is named by its text: the same one must have one name on every server.
    expect(await manifests.put(manifest)).toBe(createHash('sha256').update(manifestBytes(manifest)).digest('hex'));
  },
);

it('leaves nothing of a large manifest that cannot be stored', async () => {
  const stage = blobs.stage.bind(blobs);
  vi.spyOn(blobs, 'stage').mockImplementation(async () => {
    const staging = await stage();
    vi.spyOn(staging, 'commit').mockRejectedValue(new Error('the disk is full'));
    return staging;
  });
  await expect(manifests.put(manifestOf(2000))).rejects.toThrow('the disk is full');
  expect(readdirSync(join(folder, 'staging'))).toEqual([]);
});
