/**
 * What an area shows of a set or static pack, in words: compared with Embargo, or with the first area that has it.
 *
 *   contentWords   for a cell of the area; '' where there is nothing to say
 *   isBehind       the area shows something else than it would after a promotion
 */
import { AREA_NAMES, type Area, type ContentState, type ContentStates } from '../../../contract/index.ts';
import { referenceArea } from '../../../engine/contentState.ts';

export interface ContentWords {
  /** short, for the cell */
  readonly words: string;
  /** a sentence */
  readonly title: string;
}

const NOTHING: ContentWords = { words: '', title: '' };

export function contentWords(area: Area, content: ContentStates): ContentWords {
  const reference = referenceArea(content);
  if (reference === undefined) return NOTHING;
  const [here, there] = [AREA_NAMES[area], AREA_NAMES[reference]];
  if (area === 'embargo') {
    return reference === 'embargo' ? NOTHING : { words: 'not in Embargo', title: `It is in ${there}, not in Embargo.` };
  }
  if (area === reference) return NOTHING;
  const words: Readonly<Record<ContentState, ContentWords>> = {
    same: { words: `same as ${there}`, title: `${here} shows exactly what ${there} shows.` },
    older: { words: 'older', title: `${there} was changed since; ${here} still shows what it had before.` },
    picturesOlder: { words: 'pictures older', title: `${here} has the meta files of ${there}, and older pictures.` },
    metaOlder: { words: 'meta older', title: `${here} has the pictures of ${there}, and older meta files.` },
    different: {
      words: 'differs',
      title: `${here} was changed directly, in the file browser or by a roll back, and differs from ${there}.`,
    },
    absent: { words: 'not there', title: `${here} does not have it.` },
  };
  return words[content[area]];
}

export const isBehind = (state: ContentState): boolean => state !== 'same' && state !== 'absent';
