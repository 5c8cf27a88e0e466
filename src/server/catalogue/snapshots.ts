/**
 * Snapshots: the immutable content of a set or static pack, as a list of manifests. The content of an id never changes, so
 * loaded snapshots stay in memory.
 *
 *   SnapshotPart, SnapshotContent
 *   Snapshots, openSnapshots
 *   touchSnapshot            keeps a snapshot that a ref is about to return to
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Driver, VersionDeclaration, Viewport } from '../../engine/meta.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { openSizedCache } from '../platform/sizedCache.ts';
import type { Database, Tables } from '../schema.ts';
import { readContent } from './damaged.ts';
import type { Manifest } from './manifest.ts';
import { openManifests, type ReadManifest, type References } from './manifests.ts';

export interface SnapshotPart {
  /** sha256 of the manifest */
  readonly manifest: string;
  /** file name of the pack that it came with */
  readonly pack: string;
  readonly kind: Manifest['kind'];
  readonly viewport?: Viewport;
  readonly driver?: Driver;
}

/** Parts in the order of upload: if two have the same path, the later one wins. */
export interface SnapshotContent {
  readonly kind: 'dis' | 'static';
  readonly parts: readonly SnapshotPart[];
}

const hashOf = (parts: readonly SnapshotPart[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part.manifest)))
    .digest('hex');

/** What status lists compare. The order of parts counts, because later ones win. */
function contentHashes({ parts }: SnapshotContent): { metaHash: string; pictureHash: string } {
  const { meta = [], pictures = [] } = Object.groupBy(parts, ({ kind }) => (kind === 'meta' ? 'meta' : 'pictures'));
  return { metaHash: hashOf(meta), pictureHash: hashOf(pictures) };
}

/** memory of cached manifests */
const MANIFEST_CACHE_BYTES = 32 * 1024 ** 2;
/** memory of cached snapshots */
const CONTENT_CACHE_BYTES = 16 * 1024 ** 2;
/** memory of one part, estimated */
const PART_BYTES = 400;

/** rows per statement, because databases limit the number of parameters */
const ROWS_PER_STATEMENT = 400;

export interface Snapshots {
  /** @returns the part for a snapshot */
  putManifest(manifest: Manifest): Promise<SnapshotPart>;
  /** @throws ContentDamaged */
  manifestOf(part: SnapshotPart): Promise<ReadManifest>;
  /** Keeps nothing in memory, for a caller that goes through all parts. @throws Error that names the manifest */
  referencesOf(part: SnapshotPart): Promise<References>;
  /** The versions that a part declares, if any, without keeping its manifest in memory. @throws ContentDamaged */
  versionsOf(part: SnapshotPart): Promise<readonly VersionDeclaration[] | undefined>;
  /** Call it in the transaction that moves a ref to the snapshot. @returns its id */
  putSnapshot(trx: Transaction<Tables>, content: SnapshotContent): Promise<string>;
  contentOf(snapshotId: string): Promise<SnapshotContent>;
  /** Empties the memory. */
  clear(): void;
  close(): Promise<void>;
}

const partOf = (sha256: string, m: Manifest): SnapshotPart => ({
  manifest: sha256,
  pack: m.pack,
  kind: m.kind,
  ...(m.viewport && { viewport: m.viewport }),
  ...(m.driver && { driver: m.driver }),
});

export function openSnapshots(database: Database, blobs: Blobs): Snapshots {
  const store = openManifests(blobs);
  const manifests = openSizedCache<ReadManifest>({ bytes: MANIFEST_CACHE_BYTES, sizeOf: ({ bytes }) => bytes });
  const contents = openSizedCache<SnapshotContent>({
    bytes: CONTENT_CACHE_BYTES,
    sizeOf: ({ parts }) => (parts.length + 1) * PART_BYTES,
  });
  const read = (part: SnapshotPart) =>
    readContent(part.pack, 'The list of files', () => store.read(part.manifest, part.kind));

  return {
    putManifest: async (manifest) => partOf(await store.put(manifest), manifest),
    manifestOf: (part) => manifests.getOrLoad(part.manifest, () => read(part)),
    referencesOf: (part) => store.references(part.manifest),
    versionsOf: async (part) => {
      const known = manifests.get(part.manifest);
      if (known) return known.meta?.versions;
      return readContent(part.pack, 'The list of files', () => store.versions(part.manifest));
    },
    async putSnapshot(trx, content) {
      const text = JSON.stringify(content);
      const id = createHash('sha256').update(text).digest('hex');
      await trx
        .insertInto('snapshots')
        .values({ id, kind: content.kind, content: text, createdAt: databaseNow(trx), ...contentHashes(content) })
        // Storing it again renews its age, so that the garbage collection, which waits for this row, leaves it.
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ createdAt: databaseNow(trx) }))
        .execute();
      const packs = [...new Set(content.parts.map(({ pack }) => pack))];
      for (let at = 0; at < packs.length; at += ROWS_PER_STATEMENT) {
        await trx
          .insertInto('snapshotPacks')
          .values(packs.slice(at, at + ROWS_PER_STATEMENT).map((pack) => ({ snapshotId: id, pack })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      return id;
    },
    contentOf: (snapshotId) =>
      contents.getOrLoad(snapshotId, async () => {
        const row = await database.read
          .selectFrom('snapshots')
          .select('content')
          .where('id', '=', snapshotId)
          .executeTakeFirstOrThrow();
        return JSON.parse(row.content) as SnapshotContent;
      }),
    clear() {
      manifests.clear();
      contents.clear();
    },
    close: () => store.close(),
  };
}

/**
 * Renews the age of a snapshot, so that the garbage collection leaves it.
 * @returns false if it no longer exists
 */
export async function touchSnapshot(trx: Transaction<Tables>, snapshotId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('snapshots')
    .set({ createdAt: databaseNow(trx) })
    .where('id', '=', snapshotId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
