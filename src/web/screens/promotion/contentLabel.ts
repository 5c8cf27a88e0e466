/**
 * The state of an area's content of a set or static pack, in words: compared with Embargo, or with the first area that has it.
 *
 *   contentLabel   for a cell of the area; '' if there is nothing to say
 *   isBehind       a promotion would change what the area shows
 */
import { AREA_NAMES, type Area, type ContentState, type ContentStates } from '../../../contract/index.ts';
import { referenceArea } from '../../../engine/contentState.ts';
import { promotionTexts } from '../../texts/promotion.ts';

export interface ContentLabel {
  /** a few words, for the cell */
  readonly label: string;
  /** a sentence */
  readonly title: string;
}

const { content: texts } = promotionTexts;
const NOTHING: ContentLabel = { label: '', title: '' };

export function contentLabel(area: Area, content: ContentStates): ContentLabel {
  const reference = referenceArea(content);
  if (reference === undefined) return NOTHING;
  const [here, there] = [AREA_NAMES[area], AREA_NAMES[reference]];
  if (area === 'embargo') {
    return reference === 'embargo' ? NOTHING : texts.notInEmbargo(there);
  }
  return area === reference ? NOTHING : texts[content[area]](here, there);
}

export const isBehind = (state: ContentState): boolean => state !== 'same' && state !== 'absent';
