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
import type { Driver, VersionDeclaration, Viewport } from '../../engine/meta.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { openSizedCache } from '../platform/sizedCache.ts';
import type { Database, Tables } from '../schema.ts';
import { readContent } from './damaged.ts';
import type { Manifest } from './manifest.ts';
import { type NamedContents, openManifests, type ReadManifest } from './manifests.ts';

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

/** bytes of manifests that are kept for who asks again */
const MANIFESTS = 32 * 1024 ** 2;
/** and of snapshots' contents */
const CONTENTS = 16 * 1024 ** 2;
/** A part takes about so many bytes. */
const PART = 400;

/** rows of one statement: databases limit the parameters */
const AT_ONCE = 400;

export interface Snapshots {
  /** @returns the part for a snapshot */
  putManifest(manifest: Manifest): Promise<SnapshotPart>;
  /** @throws ContentDamaged */
  manifestOf(part: SnapshotPart): Promise<ReadManifest>;
  /** For one who goes through all of them: nothing is kept in memory. @throws Error that names the manifest */
  namedBy(part: SnapshotPart): Promise<NamedContents>;
  /** The versions that a part declares, if it does; nothing else is kept of its manifest. @throws ContentDamaged */
  versionsOf(part: SnapshotPart): Promise<readonly VersionDeclaration[] | undefined>;
  putSnapshot(trx: Transaction<Tables>, content: SnapshotContent): Promise<string>;
  contentOf(snapshotId: string): Promise<SnapshotContent>;
  /** Forgets what is loaded. */
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
  const manifests = openSizedCache<ReadManifest>({ bytes: MANIFESTS, sizeOf: ({ bytes }) => bytes });
  const contents = openSizedCache<SnapshotContent>({
    bytes: CONTENTS,
    sizeOf: ({ parts }) => (parts.length + 1) * PART,
  });
  const read = (part: SnapshotPart) =>
    readContent(part.pack, 'The list of files', () => store.read(part.manifest, part.kind));

  return {
    putManifest: async (manifest) => partOf(await store.put(manifest), manifest),
    manifestOf: (part) => manifests.of(part.manifest, () => read(part)),
    namedBy: (part) => store.named(part.manifest),
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
        // Put anew it counts as new: garbage collection, which waits for this row, leaves it then.
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ createdAt: databaseNow(trx) }))
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
    contentOf: (snapshotId) =>
      contents.of(snapshotId, async () => {
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
