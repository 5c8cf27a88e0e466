/**
 * The packs that the content of a set in Embargo comes from, and its meta files with the pack of each.
 *
 *   readSetDetails
 */
import type { SetDetails } from '../../contract/index.ts';
import { findRef } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';

/**
 * @param known false: answer as if the set did not exist, because the caller must not learn of it
 * @throws ApiError 404
 */
export async function readSetDetails(
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
  // Another pack of the same name may have been uploaded since, so rows are found by name and content.
  const uploads = new Map(rows.map((row) => [`${row.fileName} ${row.sha256}`, row]));
  const metaFiles = new Map<string, string>();
  const packs = new Map<string, SetDetails['uploadPacks'][number]>();
  for (const { pack, packSha256, kind, entries } of manifests) {
    const row = uploads.get(`${pack} ${packSha256}`);
    const pictures = (packs.get(pack)?.pictures ?? 0) + (kind === 'meta' ? 0 : entries.length);
    packs.set(pack, {
      type: row?.type ?? kind,
      fileName: pack,
      lastModifiedDate: row ? new Date(Number(row.uploadedAt)).toISOString() : null,
      size: Number(row?.size ?? 0),
      pictures,
    });
    if (kind === 'meta') for (const { path } of entries) metaFiles.set(path, pack);
  }
  return {
    uploadPacks: [...packs.values()].sort((a, b) => (a.fileName < b.fileName ? -1 : 1)),
    meta: [...metaFiles].map(([type, fileName]) => ({ type, fileName })).sort((a, b) => (a.type < b.type ? -1 : 1)),
  };
}
