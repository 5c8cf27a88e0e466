/**
 * Which areas use a pack: those with a set (or a copy of it) or static pack that has files of the pack. Only the refs decide,
 * so a roll back brings a pack back into use, and deleting a set takes it out of use.
 *
 *   areasUsing     @returns the areas of each pack that is in use
 */
import type { Kysely, Transaction } from 'kysely';
import { AREAS, type Area } from '../../contract/index.ts';
import type { Tables } from '../schema.ts';

/** @param fileNames at most some hundreds, because databases limit the parameters */
export async function areasUsing(
  db: Kysely<Tables> | Transaction<Tables>,
  fileNames: readonly string[],
): Promise<Map<string, Area[]>> {
  if (fileNames.length === 0) return new Map();
  const rows = await db
    .selectFrom('snapshotPacks')
    .innerJoin('refs', 'refs.snapshotId', 'snapshotPacks.snapshotId')
    .select(['snapshotPacks.pack', 'refs.area'])
    .distinct()
    .where('snapshotPacks.pack', 'in', fileNames)
    .execute();
  const used = Map.groupBy(rows, ({ pack }) => pack);
  return new Map(
    [...used].map(([pack, uses]) => [pack, AREAS.filter((area) => uses.some((use) => use.area === area))]),
  );
}
