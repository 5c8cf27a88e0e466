/**
 * The input of a report as it crosses to the thread that makes it, with packed pictures.
 *
 *   ReportTask
 *   taskOf        packs it, in the thread that asks
 *   inputOf       unpacks it, in the thread that makes the report
 */
import type { Driver } from '../../engine/meta.ts';
import type { QualityInput } from '../../engine/quality/report.ts';
import type { Pictures } from '../catalogue/imageSets.ts';
import type { Packed } from '../catalogue/packedColumns.ts';
import { PackedEntries } from '../catalogue/packedEntries.ts';
import type { ServedSet } from '../catalogue/servedSets.ts';

type PackedPictures = { readonly [D in 'common' | Driver]: readonly Packed[] };

export interface ReportTask extends Omit<QualityInput, 'pictures'> {
  readonly pictures: { readonly [V in keyof QualityInput['pictures']]: PackedPictures };
}

const packed = ({ common, LHD, RHD }: Pictures): PackedPictures => ({
  common: common.packed.map((entries) => entries.packed),
  LHD: LHD.packed.map((entries) => entries.packed),
  RHD: RHD.packed.map((entries) => entries.packed),
});

export function taskOf(set: ServedSet, elsewhere: QualityInput['elsewhere']): ReportTask {
  const { disId, targets } = set;
  return {
    disId,
    meta: { ...set.meta, layers: set.layers, rules: set.rules },
    profile: set.profile,
    pictures: { exterior: packed(set.pictures.exterior), interior: packed(set.pictures.interior) },
    own: {
      exterior: { layers: targets.extLayerSourceDisId === disId, rules: targets.extRulesSourceDisId === disId },
      interior: { layers: targets.intLayerSourceDisId === disId, rules: targets.intRulesSourceDisId === disId },
    },
    elsewhere,
  };
}

/** If two packs have the same path, the later one's picture counts. */
function sizesOf(packs: readonly Packed[]): QualityInput['pictures']['exterior']['common'] {
  const sizes = new Map<string, { width: number; height: number }>();
  for (const pack of packs) {
    for (const { path, picture } of new PackedEntries(pack)) {
      if (picture) sizes.set(path, { width: picture.width, height: picture.height });
    }
  }
  return sizes;
}

const sizes = ({ common, LHD, RHD }: PackedPictures): QualityInput['pictures']['exterior'] => ({
  common: sizesOf(common),
  LHD: sizesOf(LHD),
  RHD: sizesOf(RHD),
});

export const inputOf = ({ pictures, ...others }: ReportTask): QualityInput => ({
  ...others,
  pictures: { exterior: sizes(pictures.exterior), interior: sizes(pictures.interior) },
});
