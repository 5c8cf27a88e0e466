/**
 * What a set of embargo is made of: the packs of its snapshot, and the meta files with the pack that each came with.
 *
 *   setDetails    @param known false: the caller must not learn that there is such a set; @throws ApiError 404
 */
import type { SetDetails } from '../../contract/index.ts';
import { findRef } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';

export async function setDetails(
  { database, snapshots }: { database: Database; snapshots: Snapshots },
  disId: string,
  known: boolean,
): Promise<Omit<SetDetails, 'qualityReport'>> {
  const ref = await findRef(database.read, 'embargo', 'dis', disId);
  if (!ref || !known) throw notFound('unknown-set', `There is no image set ${disId}.`);
  const { parts } = await snapshots.contentOf(ref.snapshotId);
  const manifests = await Promise.all(parts.map(snapshots.manifestOf));
  const names = [...new Set(parts.map((part) => part.pack))];
  const rows =
    names.length === 0
      ? []
      : await database.read
          .selectFrom('packs')
          .select(['fileName', 'type', 'size', 'uploadedAt', 'sha256'])
          .where('fileName', 'in', names)
          .orderBy('number')
          .execute();
  // A name may have been sent again since: the bytes that this state holds are the ones that count.
  const sent = new Map(rows.map((row) => [`${row.fileName} ${row.sha256}`, row]));
  const metaFiles = new Map<string, string>();
  const packs = new Map<string, SetDetails['uploadPacks'][number]>();
  for (const { pack, packSha256, kind, entries } of manifests) {
    const row = sent.get(`${pack} ${packSha256}`);
    const known = packs.get(pack);
    const pictures = kind === 'meta' ? 0 : entries.length;
    packs.set(pack, {
      type: row?.type ?? kind,
      fileName: pack,
      lastModifiedDate: row ? new Date(Number(row.uploadedAt)).toISOString() : null,
      size: Number(row?.size ?? 0),
      pictures: (known?.pictures ?? 0) + pictures,
    });
    if (kind === 'meta') for (const { path } of entries) metaFiles.set(path, pack);
  }
  return {
    uploadPacks: [...packs.values()].sort((a, b) => (a.fileName < b.fileName ? -1 : 1)),
    meta: [...metaFiles].map(([type, fileName]) => ({ type, fileName })).sort((a, b) => (a.type < b.type ? -1 : 1)),
  };
}
