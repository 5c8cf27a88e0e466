/**
 * Snapshots: the immutable content of a set or static pack, as a list of manifests. Loaded ones are kept in memory:
 * what an id points to never changes.
 *
 *   SnapshotPart, SnapshotContent
 *   putManifest, manifestOf
 *   putSnapshot            inside the transaction that moves a ref to it
 *   snapshotContent, EMPTY
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Driver, Viewport } from '../../engine/meta.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../schema.ts';
import { type Manifest, manifestBytes } from './manifest.ts';

export interface SnapshotPart {
  /** sha256 of the manifest */
  readonly manifest: string;
  /** file name of the pack that it came with */
  readonly pack: string;
  readonly kind: Manifest['kind'];
  readonly viewport?: Viewport;
  readonly driver?: Driver;
}

/** Parts in order of upload: where two hold the same path, the later one wins. */
export interface SnapshotContent {
  readonly kind: 'dis' | 'static';
  readonly parts: readonly SnapshotPart[];
}

const hashOf = (parts: readonly SnapshotPart[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part.manifest)))
    .digest('hex');

/** What status lists compare. Parts keep their order: where two hold the same path, the later one wins. */
function contentHashes({ parts }: SnapshotContent): { metaHash: string; pictureHash: string } {
  const { meta = [], pictures = [] } = Object.groupBy(parts, ({ kind }) => (kind === 'meta' ? 'meta' : 'pictures'));
  return { metaHash: hashOf(meta), pictureHash: hashOf(pictures) };
}

const MANIFESTS_IN_MEMORY_BYTES = 128 * 1024 ** 2;

/** rows of one statement: databases limit the parameters */
const AT_ONCE = 400;

export interface Snapshots {
  /** @returns the part for a snapshot */
  putManifest(manifest: Manifest): Promise<SnapshotPart>;
  manifestOf(part: SnapshotPart): Promise<Manifest>;
  putSnapshot(trx: Transaction<Tables>, content: SnapshotContent): Promise<string>;
  contentOf(snapshotId: string): Promise<SnapshotContent>;
  /** Forgets what is loaded. */
  clear(): void;
}

const partOf = (sha256: string, m: Manifest): SnapshotPart => ({
  manifest: sha256,
  pack: m.pack,
  kind: m.kind,
  ...(m.viewport && { viewport: m.viewport }),
  ...(m.driver && { driver: m.driver }),
});

export function openSnapshots(database: Database, blobs: Blobs): Snapshots {
  const manifests = new LRUCache<string, { manifest: Manifest; size: number }>({
    maxSize: MANIFESTS_IN_MEMORY_BYTES,
    sizeCalculation: (entry) => entry.size,
  });
  const contents = new LRUCache<string, SnapshotContent>({ max: 20_000 });

  return {
    async putManifest(manifest) {
      const { sha256 } = await blobs.put(manifestBytes(manifest));
      return partOf(sha256, manifest);
    },
    async manifestOf(part) {
      const known = manifests.get(part.manifest);
      if (known) return known.manifest;
      const bytes = await blobs.bytes(part.manifest);
      const manifest = JSON.parse(bytes.toString('utf8')) as Manifest;
      manifests.set(part.manifest, { manifest, size: bytes.length * 2 });
      return manifest;
    },
    async putSnapshot(trx, content) {
      const text = JSON.stringify(content);
      const id = createHash('sha256').update(text).digest('hex');
      await trx
        .insertInto('snapshots')
        .values({ id, kind: content.kind, content: text, createdAt: Date.now(), ...contentHashes(content) })
        // Put anew it counts as new: garbage collection, which waits for this row, leaves it then.
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ createdAt: Date.now() }))
        .execute();
      const packs = [...new Set(content.parts.map(({ pack }) => pack))];
      for (let at = 0; at < packs.length; at += AT_ONCE) {
        await trx
          .insertInto('snapshotPacks')
          .values(packs.slice(at, at + AT_ONCE).map((pack) => ({ snapshotId: id, pack })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      return id;
    },
    async contentOf(snapshotId) {
      const known = contents.get(snapshotId);
      if (known) return known;
      const row = await database.read
        .selectFrom('snapshots')
        .select('content')
        .where('id', '=', snapshotId)
        .executeTakeFirstOrThrow();
      const content = JSON.parse(row.content) as SnapshotContent;
      contents.set(snapshotId, content);
      return content;
    },
    clear() {
      manifests.clear();
      contents.clear();
    },
  };
}
