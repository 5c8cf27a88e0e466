/**
 * The LCDV mapping of an area: which set a version belongs to.
 *
 *   DeclaringSet, VersionMapping
 *   addToMapping                  the sets of an area -> version -> set
 *   mappingRowsOf                 the rows of the mapping screen
 */
import type { MappingRow } from '../contract/index.ts';
import type { RedirectRow } from './globalConfigs.ts';
import { compareBytes, comparePrecedence } from './lcdv.ts';
import type { VersionDeclaration } from './meta.ts';
import { targetNames } from './redirects.ts';

export interface DeclaringSet {
  readonly disId: string;
  readonly versions: readonly VersionDeclaration[];
}

export interface MappedVersion {
  readonly disId: string;
  readonly version: VersionDeclaration;
}

/** By version id. */
export type VersionMapping = ReadonlyMap<string, MappedVersion>;

/**
 * Each declared version goes to the declaring set with the fewest `x`; if several have, to the first in byte order. Sets may
 * be added in any order, one at a time where there are very many.
 */
export function addToMapping(mapping: Map<string, MappedVersion>, { disId, versions }: DeclaringSet): void {
  for (const version of versions) {
    const known = mapping.get(version.id);
    // If a set declares a version twice, the first declaration counts.
    if (!known || comparePrecedence(disId, known.disId) < 0) mapping.set(version.id, { disId, version });
  }
}

/** A set's rows, one for each of the versions that belong to it, by version id in byte order. */
export function mappingRowsOf({ disId, versions }: DeclaringSet, redirect: RedirectRow | undefined): MappingRow[] {
  const redirectInfo = redirect ? targetNames(disId, redirect) : null;
  return versions
    .map(({ id, label }) => ({ disId, versionId: id, versionLabel: label, redirectInfo }))
    .sort((a, b) => compareBytes(a.versionId, b.versionId));
}
