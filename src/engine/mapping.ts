/**
 * The LCDV mapping of an area: which set a version belongs to.
 *
 *   DeclaringSet, VersionMapping
 *   mapVersions          the sets of an area -> version -> set
 *   mappingRows          the rows of the mapping screen
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

/** Each declared version goes to the declaring set with the fewest `x`, at a tie to the first in byte order. */
export function mapVersions(sets: Iterable<DeclaringSet>): VersionMapping {
  const mapping = new Map<string, MappedVersion>();
  for (const { disId, versions } of [...sets].sort((a, b) => comparePrecedence(a.disId, b.disId))) {
    for (const version of versions) if (!mapping.has(version.id)) mapping.set(version.id, { disId, version });
  }
  return mapping;
}

/** One row a version, by disId, then by version id, in byte order. */
export function mappingRows(mapping: VersionMapping, redirects: readonly RedirectRow[]): MappingRow[] {
  const bySet = new Map<string, RedirectRow>();
  for (const row of redirects) if (!bySet.has(row.set)) bySet.set(row.set, row);
  const rows = [...mapping.values()].map(({ disId, version }): MappingRow => {
    const redirect = bySet.get(disId);
    return {
      disId,
      versionId: version.id,
      versionLabel: version.label,
      redirectInfo: redirect ? targetNames(disId, redirect) : null,
    };
  });
  return rows.sort((a, b) => compareBytes(a.disId, b.disId) || compareBytes(a.versionId, b.versionId));
}
