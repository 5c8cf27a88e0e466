/**
 * What a deletion in the file browser does, in sentences for the question before it.
 *
 *   describeDeletion
 */
import { AREA_NAMES, type FileDeletionPreview } from '../../../contract/index.ts';
import { type GlobalConfigKind, parseGlobalConfigName } from '../../../engine/packNames.ts';
import type { TreePath } from '../../../engine/treePaths.ts';
import { counted, someOf } from '../../ui/numbers.ts';

/** What changes in an area without a configuration file. */
const WITHOUT: Readonly<Record<GlobalConfigKind, string>> = {
  asset_profile: 'Sets without a profile of their own that use this one lose their angles and resolutions.',
  oneLayer_redirect: 'Sets that it redirects show their own layers and rules again.',
  country_list: 'Calls may no longer name the countries that only it lists.',
  rhd_group_of_countries: 'Its countries get pictures of left-hand drive cars.',
  brand_group_of_countries: 'Rules for default countries no longer find its groups.',
  default_country_rules: 'Versions not sold in a country no longer have a default country.',
  version_country_mapping: 'Versions that it restricts to countries are sold everywhere.',
  visibility_configuration: 'Sets that it hides are shown immediately.',
};

function describeContentDeletion(place: Extract<TreePath, { is: 'content' }>, deletion: FileDeletionPreview): string[] {
  const { area, kind, key, below } = place;
  const [here, thing] = [AREA_NAMES[area], kind === 'dis' ? 'image set' : 'static pack'];
  const files = counted(deletion.files, 'file', 'files');
  const others = deletion.otherAreas.map((one) => AREA_NAMES[one]).join(' and ');
  return [
    deletion.removesAll
      ? `The ${thing} ${key} (${files}) disappears from ${here}${below.length === 0 ? '' : ': nothing of it is left'}.`
      : `The ${thing} ${key} gets a new state in ${here}, without ${files}.`,
    others === ''
      ? `No other area has ${key}.`
      : `${others} ${deletion.otherAreas.length > 1 ? 'keep' : 'keeps'} ${key} as it is.`,
    ...(deletion.redirectedBy.length > 0
      ? [`Sets that are redirected to it in ${here} change with it: ${someOf(deletion.redirectedBy)}.`]
      : []),
    'The previous state stays in the history: you can roll back to it.',
  ];
}

export function describeDeletion(place: TreePath, deletion: FileDeletionPreview): string[] {
  switch (place.is) {
    case 'fixed':
      return ['This folder is a part of the tree itself and cannot be deleted.'];
    case 'pack':
      return [
        place.beside
          ? 'No area changes: the pack that is live under this name stays.'
          : 'Nothing that an area shows comes from this pack: no area changes.',
        'The upload is removed from the list permanently, with the problems found in it. You can still roll back to states in the history that contain it.',
      ];
    case 'config': {
      const name = parseGlobalConfigName(place.fileName);
      return [
        `${place.fileName} is no longer active in ${AREA_NAMES[place.area]}, which affects ${counted(deletion.sets, 'image set', 'image sets')}. Other areas do not change.`,
        ...('kind' in name ? [WITHOUT[name.kind]] : []),
        'Its history keeps it: you can restore it under Manage global configs.',
      ];
    }
    case 'content':
      return describeContentDeletion(place, deletion);
  }
}
