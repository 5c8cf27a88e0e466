/**
 * The LCDV mapping of an area: which set a version belongs to.
 *
 *   DeclaringSet, VersionMapping
 *   mapVersions, addToMapping     the sets of an area -> version -> set
 *   mappingRowsOf                 the rows of the mapping screen
 */
import type { RedirectRow } from './globalConfigs.ts';
import { compareBytes, comparePrecedence } from './lcdv.ts';
import type { VersionDeclaration } from './meta.ts';
import { type TargetNames, targetNames } from './redirects.ts';

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

export interface MappingRow {
  readonly disId: string;
  readonly versionId: string;
  readonly versionLabel: string;
  /** null when nothing redirects the set */
  readonly redirectInfo: TargetNames | null;
}

/**
 * Each declared version goes to the declaring set with the fewest `x`, at a tie to the first in byte order. Sets come in any
 * order, one by one where there are very many.
 */
export function addToMapping(mapping: Map<string, MappedVersion>, { disId, versions }: DeclaringSet): void {
  for (const version of versions) {
    const known = mapping.get(version.id);
    // Of two declarations in one set the first counts.
    if (!known || comparePrecedence(disId, known.disId) < 0) mapping.set(version.id, { disId, version });
  }
}

export function mapVersions(sets: Iterable<DeclaringSet>): VersionMapping {
  const mapping = new Map<string, MappedVersion>();
  for (const set of sets) addToMapping(mapping, set);
  return mapping;
}

/** A set's rows, one for each of the versions that belong to it, by version id in byte order. */
export function mappingRowsOf({ disId, versions }: DeclaringSet, redirect: RedirectRow | undefined): MappingRow[] {
  const redirectInfo = redirect ? targetNames(disId, redirect) : null;
  return versions
    .map(({ id, label }) => ({ disId, versionId: id, versionLabel: label, redirectInfo }))
    .sort((a, b) => compareBytes(a.versionId, b.versionId));
}
