/**
 * What a deletion in the file browser does, as sentences for the confirmation.
 *
 *   describeDeletion
 */
import { AREA_NAMES, type FileDeletionPreview } from '../../../contract/index.ts';
import { parseGlobalConfigName } from '../../../engine/packNames.ts';
import type { TreePath } from '../../../engine/treePaths.ts';
import { fileDeletionTexts as texts } from '../../texts/files.ts';
import { someOf } from '../../ui/numbers.ts';

function describeContentDeletion(place: Extract<TreePath, { is: 'content' }>, deletion: FileDeletionPreview): string[] {
  const { area, kind, key, below } = place;
  const here = AREA_NAMES[area];
  const subject = [texts.kinds[kind], key, deletion.files, here] as const;
  const removed = below.length === 0 ? texts.removed : texts.removedWithRest;
  const others = deletion.otherAreas.map((one) => AREA_NAMES[one]);
  return [
    deletion.removesAll ? removed(...subject) : texts.changed(...subject),
    others.length === 0 ? texts.inNoOtherArea(key) : texts.keptIn(others, key),
    ...(deletion.redirectedBy.length > 0 ? [texts.redirected(here, someOf(deletion.redirectedBy))] : []),
    texts.history,
  ];
}

export function describeDeletion(place: TreePath, deletion: FileDeletionPreview): string[] {
  switch (place.is) {
    case 'fixed':
      return [texts.fixed];
    case 'pack':
      return [place.beside ? texts.besidePack : texts.unusedPack, texts.pack];
    case 'config': {
      const name = parseGlobalConfigName(place.fileName);
      return [
        texts.config(place.fileName, AREA_NAMES[place.area], deletion.sets),
        ...('kind' in name ? [texts.withoutConfig[name.kind]] : []),
        texts.configHistory,
      ];
    }
    case 'content':
      return describeContentDeletion(place, deletion);
  }
}
