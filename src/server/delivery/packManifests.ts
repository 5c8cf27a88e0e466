/**
 * The manifests of a pack, one for each set, viewport and driver type; and the problems that only its files together have.
 *
 *   manifestsOf
 *   sizeProblems
 */
import type { Problem } from '../../contract/index.ts';
import { mergeMeta } from '../catalogue/imageSets.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import type { CheckedFile } from './checkFile.ts';
import { targetOf } from './placement.ts';

/** All masters of one angle have one size; so do the hand-made pictures of a resolution. */
export function sizeProblems(files: readonly CheckedFile[]): Problem[] {
  const firstIn = new Map<string, CheckedFile>();
  return files.flatMap((file): Problem[] => {
    const { placement, entry } = file;
    const { picture, path } = entry;
    if (placement.kind !== 'image' || !picture) return [];
    const folder = `${placement.disId} ${placement.viewport} ${path.slice(0, path.lastIndexOf('/'))}`;
    const first = firstIn.get(folder);
    if (!first?.entry.picture) {
      firstIn.set(folder, file);
      return [];
    }
    const { width, height } = first.entry.picture;
    if (picture.width === width && picture.height === height) return [];
    return [
      {
        entry: placement.shown,
        reason: `the picture is ${picture.width} x ${picture.height}, ${first.placement.shown} is ${width} x ${height}; pictures of one angle have one size`,
      },
    ];
  });
}

/** @param files sorted by path, and so are the entries of each manifest */
export function manifestsOf(
  pack: { readonly fileName: string; readonly sha256: string },
  files: readonly CheckedFile[],
): Manifest[] {
  return [...Map.groupBy(files, ({ placement }) => targetOf(placement)).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind, disId, viewport, driver } = first.placement;
    const metas = group.flatMap(({ meta }) => (meta ? [meta] : []));
    return {
      pack: pack.fileName,
      packSha256: pack.sha256,
      kind,
      ...(viewport !== undefined && { viewport }),
      ...(driver !== undefined && { driver }),
      ...(disId !== '' && { disId }),
      entries: group.map(({ entry }) => entry),
      ...(metas.length > 0 && { meta: mergeMeta(metas) }),
    };
  });
}
