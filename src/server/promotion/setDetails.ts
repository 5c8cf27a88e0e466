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
import { listSnapshotPacks } from './setPacks.ts';

/**
 * @param known false: answer as if the set did not exist, because it is hidden from the caller
 * @throws ApiError 404
 */
export async function readSetDetails(
  stores: { database: Database; snapshots: Snapshots },
  disId: string,
  known: boolean,
): Promise<Omit<SetDetails, 'qualityReport'>> {
  const ref = await findRef(stores.database.read, 'embargo', 'dis', disId);
  if (!ref || !known) throw notFound('unknown-set', `There is no image set ${disId}.`);
  const packs = await listSnapshotPacks(stores, ref.snapshotId);
  return {
    uploadPacks: packs.map(({ type, fileName, upload, pictures }) => ({
      type,
      fileName,
      lastModifiedDate: upload?.at.toISOString() ?? null,
      size: upload?.size ?? 0,
      pictures,
    })),
    meta: packs
      .flatMap(({ metaFiles, fileName }) => metaFiles.map((type) => ({ type, fileName })))
      .sort((a, b) => (a.type < b.type ? -1 : 1)),
  };
}
