/**
 * What deleting a set would remove, shown before the user confirms.
 *
 *   previewSetDeletion   by area; @throws ApiError 404 if no area has the set
 */
import { AREAS, type Area, type SetLoss } from '../../contract/index.ts';
import type { CallerCatalogue } from '../catalogue/callerCatalogue.ts';
import { setsRedirectedTo } from '../catalogue/redirectedSets.ts';
import { findRef } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import type { Database } from '../schema.ts';
import { setNotFound } from './sets.ts';

/** @param seen the catalogue as the caller sees it: sets that are hidden from the caller are not named */
export async function previewSetDeletion(
  stores: { database: Database; snapshots: Snapshots; globalConfigs: GlobalConfigStore },
  disId: string,
  seen: Pick<CallerCatalogue, 'knows'>,
): Promise<SetLoss[]> {
  const { database, snapshots } = stores;

  async function lossOf(area: Area): Promise<SetLoss | undefined> {
    const ref = await findRef(database.read, area, 'dis', disId);
    if (!ref) return undefined;
    const { parts } = await snapshots.contentOf(ref.snapshotId);
    const manifests = await Promise.all(parts.map(snapshots.manifestOf));
    // Two packs may deliver the same file; it counts once.
    const [metaFiles, pictures] = [new Set<string>(), new Set<string>()];
    for (const { kind, viewport, driver, entries } of manifests) {
      for (const { path } of entries) {
        if (kind === 'meta') metaFiles.add(path);
        else pictures.add(`${viewport} ${driver} ${path}`);
      }
    }
    const redirected = await setsRedirectedTo(stores, area, disId);
    const isKnown = await Promise.all(redirected.map((one) => seen.knows(one)));
    return {
      area,
      pictures: pictures.size,
      metaFiles: metaFiles.size,
      packs: new Set(parts.map(({ pack }) => pack)).size,
      redirectedBy: redirected.filter((_, i) => isKnown[i]),
    };
  }

  const losses = (await Promise.all(AREAS.map(lossOf))).filter((loss) => loss !== undefined);
  if (losses.length === 0) throw setNotFound(disId);
  return losses;
}
