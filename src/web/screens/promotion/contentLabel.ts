/**
 * The state of an area's content of a set or static pack, in words: compared with Embargo, or with the first area that has it.
 *
 *   contentLabel   for a cell of the area; '' if there is nothing to say
 *   isBehind       a promotion would change what the area shows
 */
import { AREA_NAMES, type Area, type ContentState, type ContentStates } from '../../../contract/index.ts';
import { referenceArea } from '../../../engine/contentState.ts';

export interface ContentLabel {
  /** a few words, for the cell */
  readonly label: string;
  /** a sentence */
  readonly title: string;
}

const NOTHING: ContentLabel = { label: '', title: '' };

export function contentLabel(area: Area, content: ContentStates): ContentLabel {
  const reference = referenceArea(content);
  if (reference === undefined) return NOTHING;
  const [here, there] = [AREA_NAMES[area], AREA_NAMES[reference]];
  if (area === 'embargo') {
    return reference === 'embargo' ? NOTHING : { label: 'not in Embargo', title: `It is in ${there}, not in Embargo.` };
  }
  if (area === reference) return NOTHING;
  const labels: Readonly<Record<ContentState, ContentLabel>> = {
    same: { label: `same as ${there}`, title: `${here} shows exactly what ${there} shows.` },
    older: { label: 'older', title: `${there} was changed since; ${here} still shows what it had before.` },
    picturesOlder: { label: 'pictures older', title: `${here} has the meta files of ${there}, and older pictures.` },
    metaOlder: { label: 'meta older', title: `${here} has the pictures of ${there}, and older meta files.` },
    different: {
      label: 'differs',
      title: `${here} was changed directly, in the file browser or by a roll back, and differs from ${there}.`,
    },
    absent: { label: 'not there', title: `${here} does not have it.` },
  };
  return labels[content[area]];
}

export const isBehind = (state: ContentState): boolean => state !== 'same' && state !== 'absent';
