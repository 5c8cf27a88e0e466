/**
 * Reads and writes manifests in the blob store. They are read with packed entries, and large ones in a thread: a manifest
 * of a hundred thousand pictures is 27 MB of JSON.
 *
 *   ReadManifest, References
 *   ManifestTask, ManifestAnswer, answerTask     what manifestThread.ts does
 *   openManifests
 */
import { hash } from 'node:crypto';
import type { VersionDeclaration } from '../../engine/meta.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { releaseBuffer } from '../platform/memory.ts';
import { openPool } from '../platform/threads/pool.ts';
import { type Manifest, type ManifestEntry, manifestBytes } from './manifest.ts';
import type { Packed } from './packedColumns.ts';
import { PackedEntries, packEntries } from './packedEntries.ts';

type Head = Omit<Manifest, 'entries'>;

export interface ReadManifest extends Head {
  readonly entries: PackedEntries;
  /** of memory that the manifest takes */
  readonly bytes: number;
  /** of the JSON of what its meta files declare */
  readonly metaBytes: number;
}

export interface ManifestTask {
  /** JSON */
  readonly text: Uint8Array;
  /** of the text; checked, because changed bytes may still parse */
  readonly sha256: string;
  readonly want: 'all' | 'versions' | 'references';
}
export interface ManifestAnswer {
  readonly all?: { readonly head: Head; readonly packed: Packed };
  /** absent: its files declare no versions */
  readonly versions?: readonly VersionDeclaration[] | undefined;
  readonly references?: References;
}
/** The content that a manifest refers to, and so keeps from the garbage collection. */
export interface References {
  readonly packSha256: string;
  /** SHA-256 of all entries, 32 bytes each */
  readonly hashes: Uint8Array;
  /** the set that the pack delivered it for; a copy of the set has the same manifest */
  readonly disId: string | undefined;
  /** bytes of the pack that are its entries */
  readonly storedBytes: number;
}

/** The main thread parses up to this much JSON itself, in about a millisecond. */
const SMALL_BYTES = 128 * 1024;
/** It serialises this many entries at once, in about a millisecond. */
const ENTRIES_PER_BLOCK = 1000;
/** Memory of objects in bytes for each byte of their JSON, measured on features and rules. */
const OBJECT_BYTES = 2;
const HEAD_BYTES = 1000;
const HASH_BYTES = 32;

/** @throws Error if the text is not what was stored */
export function answerTask({ text, sha256, want }: ManifestTask): ManifestAnswer {
  if (hash('sha256', text) !== sha256) throw new Error(`the manifest ${sha256} has other bytes`);
  const { entries, ...head } = JSON.parse(new TextDecoder().decode(text)) as Head & {
    entries: readonly ManifestEntry[];
  };
  releaseBuffer(text);
  if (want === 'versions') return { versions: head.meta?.versions };
  if (want === 'references') {
    const hashes = new Uint8Array(entries.length * HASH_BYTES);
    for (const [i, { path, sha256 }] of entries.entries()) {
      const hash = Buffer.from(sha256, 'hex');
      if (hash.length !== HASH_BYTES) throw new Error(`${path} has no content hash`);
      hashes.set(hash, i * HASH_BYTES);
    }
    const storedBytes = entries.reduce((sum, { at }) => sum + at.compressedSize, 0);
    return { references: { packSha256: head.packSha256, hashes, disId: head.disId, storedBytes } };
  }
  return { all: { head, packed: packEntries(entries) } };
}

function required<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('the manifest thread answered another question');
  return answer;
}

export interface Manifests {
  /** @throws BlobMissing */
  read(sha256: string, kind: Manifest['kind']): Promise<ReadManifest>;
  /** The versions that its meta declares, if any. Keeps nothing in memory. @throws BlobMissing */
  versions(sha256: string): Promise<readonly VersionDeclaration[] | undefined>;
  /** @throws BlobMissing */
  references(sha256: string): Promise<References>;
  /** @returns the manifest's SHA-256 */
  put(manifest: Manifest): Promise<string>;
  close(): Promise<void>;
}

export function openManifests(blobs: Blobs): Manifests {
  const pool = openPool<ManifestTask, ManifestAnswer>(new URL('./manifestThread.ts', import.meta.url), { threads: 1 });
  /** @param here parses in this thread, whatever the size */
  async function ask(sha256: string, want: ManifestTask['want'], here = false) {
    const text = await blobs.bytes(sha256);
    const { length } = text;
    const answer =
      here || length <= SMALL_BYTES ? answerTask({ text, sha256, want }) : await pool.run({ text, sha256, want });
    releaseBuffer(text);
    return { answer, length };
  }

  return {
    async read(sha256, kind) {
      // Copying objects from a thread costs as much as parsing them, so manifests with meta are parsed here.
      const { answer, length } = await ask(sha256, 'all', kind === 'meta');
      const { head, packed } = required(answer.all);
      const entries = new PackedEntries(packed);
      const metaBytes = head.meta ? length : 0;
      return { ...head, entries, metaBytes, bytes: HEAD_BYTES + entries.bytes + metaBytes * OBJECT_BYTES };
    },
    versions: async (sha256) => (await ask(sha256, 'versions')).answer.versions,
    references: async (sha256) => required((await ask(sha256, 'references')).answer.references),
    async put(manifest) {
      if (manifest.entries.length <= ENTRIES_PER_BLOCK) return (await blobs.put(manifestBytes(manifest))).sha256;
      const staging = await blobs.stage();
      try {
        for (const part of textParts(manifest)) await staging.write(Buffer.from(part));
        return (await staging.commit()).sha256;
      } catch (error) {
        await staging.abort();
        throw error;
      }
    },
    close: () => pool.close(),
  };
}

/** The same text as `manifestBytes`, in parts. */
function* textParts(manifest: Manifest): Generator<string> {
  const empty = JSON.stringify({ ...manifest, entries: [] });
  // Quotes in values are escaped, so this finds the property.
  const at = empty.indexOf('"entries":[') + '"entries":['.length;
  yield empty.slice(0, at);
  let some: ManifestEntry[] = [];
  let before = '';
  for (const entry of manifest.entries) {
    some.push(entry);
    if (some.length < ENTRIES_PER_BLOCK) continue;
    yield before + JSON.stringify(some).slice(1, -1);
    before = ',';
    some = [];
  }
  yield (some.length > 0 ? before + JSON.stringify(some).slice(1, -1) : '') + empty.slice(at);
}
