/**
 * Manifests as they are read: with packed entries, and a large one in a thread, for those of a hundred thousand pictures
 * are 27 MB of JSON.
 *
 *   ReadManifest
 *   ManifestTask, ManifestAnswer, answerTask     what manifestThread.ts does
 *   NamedContents
 *   openManifests                                reads and writes them in the store of blobs
 */
import { hash } from 'node:crypto';
import type { VersionDeclaration } from '../../engine/meta.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { releaseBuffer } from '../platform/memory.ts';
import { openPool } from '../platform/threads/pool.ts';
import { type Manifest, type ManifestEntry, manifestBytes } from './manifest.ts';
import { type Packed, PackedEntries, packEntries } from './packedEntries.ts';

type Head = Omit<Manifest, 'entries'>;

export interface ReadManifest extends Head {
  readonly entries: PackedEntries;
  /** of memory, all of it */
  readonly bytes: number;
  /** of what its meta files declare, as JSON */
  readonly metaBytes: number;
}

export interface ManifestTask {
  /** JSON */
  readonly text: Uint8Array;
  /** of the text: bytes that changed and still parse would be believed */
  readonly sha256: string;
  readonly want: 'all' | 'versions' | 'named';
}
export interface ManifestAnswer {
  readonly all?: { readonly head: Head; readonly packed: Packed };
  /** absent: its files declare none */
  readonly versions?: readonly VersionDeclaration[] | undefined;
  readonly named?: NamedContents;
}
/** What a manifest keeps from being cleaned up. */
export interface NamedContents {
  readonly packSha256: string;
  /** of all entries, 32 bytes each */
  readonly hashes: Uint8Array;
}

/** bytes of JSON that the thread that answers reads itself: about a millisecond */
const SMALL = 128 * 1024;
/** entries that it writes at once: about a millisecond */
const WRITTEN_AT_ONCE = 1000;
/** Objects take so many times the bytes of their JSON: measured on features and rules. */
const OBJECTS = 2;
const HEAD_BYTES = 1000;
const HASH_BYTES = 32;

/** @throws Error when the text is not what was stored */
export function answerTask({ text, sha256, want }: ManifestTask): ManifestAnswer {
  if (hash('sha256', text) !== sha256) throw new Error(`the manifest ${sha256} has other bytes`);
  const { entries, ...head } = JSON.parse(new TextDecoder().decode(text)) as Head & {
    entries: readonly ManifestEntry[];
  };
  releaseBuffer(text);
  if (want === 'versions') return { versions: head.meta?.versions };
  if (want === 'named') {
    const hashes = new Uint8Array(entries.length * HASH_BYTES);
    for (const [i, { path, sha256 }] of entries.entries()) {
      const hash = Buffer.from(sha256, 'hex');
      if (hash.length !== HASH_BYTES) throw new Error(`${path} has no content hash`);
      hashes.set(hash, i * HASH_BYTES);
    }
    return { named: { packSha256: head.packSha256, hashes } };
  }
  return { all: { head, packed: packEntries(entries) } };
}

function answered<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('the thread that reads manifests answered something else');
  return answer;
}

export interface Manifests {
  /** @throws BlobMissing */
  read(sha256: string, kind: Manifest['kind']): Promise<ReadManifest>;
  /** The versions that its meta declares, if it does; nothing else is kept of it. @throws BlobMissing */
  versions(sha256: string): Promise<readonly VersionDeclaration[] | undefined>;
  /** @throws BlobMissing */
  named(sha256: string): Promise<NamedContents>;
  /** @returns its sha256 */
  put(manifest: Manifest): Promise<string>;
  close(): Promise<void>;
}

export function openManifests(blobs: Blobs): Manifests {
  const pool = openPool<ManifestTask, ManifestAnswer>(new URL('./manifestThread.ts', import.meta.url), { threads: 1 });
  /** @param here in this thread, whatever its size */
  async function ask(sha256: string, want: ManifestTask['want'], here = false) {
    const text = await blobs.bytes(sha256);
    const { length } = text;
    const answer =
      here || length <= SMALL ? answerTask({ text, sha256, want }) : await pool.run({ text, sha256, want });
    releaseBuffer(text);
    return { answer, length };
  }

  return {
    async read(sha256, kind) {
      // Objects cost as much to take over from a thread as to read: the meta is read here.
      const { answer, length } = await ask(sha256, 'all', kind === 'meta');
      const { head, packed } = answered(answer.all);
      const entries = new PackedEntries(packed);
      const metaBytes = head.meta ? length : 0;
      return { ...head, entries, metaBytes, bytes: HEAD_BYTES + entries.bytes + metaBytes * OBJECTS };
    },
    versions: async (sha256) => (await ask(sha256, 'versions')).answer.versions,
    named: async (sha256) => answered((await ask(sha256, 'named')).answer.named),
    async put(manifest) {
      if (manifest.entries.length <= WRITTEN_AT_ONCE) return (await blobs.put(manifestBytes(manifest))).sha256;
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

/** What `manifestBytes` makes, part by part. */
function* textParts(manifest: Manifest): Generator<string> {
  const empty = JSON.stringify({ ...manifest, entries: [] });
  // Quotes of values are escaped, so this is the property.
  const at = empty.indexOf('"entries":[') + '"entries":['.length;
  yield empty.slice(0, at);
  let some: ManifestEntry[] = [];
  let before = '';
  for (const entry of manifest.entries) {
    some.push(entry);
    if (some.length < WRITTEN_AT_ONCE) continue;
    yield before + JSON.stringify(some).slice(1, -1);
    before = ',';
    some = [];
  }
  yield (some.length > 0 ? before + JSON.stringify(some).slice(1, -1) : '') + empty.slice(at);
}
