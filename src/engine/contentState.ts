/**
 * Compares what an area shows of a set or static pack with the first area that has it: Embargo, unless it was deleted there.
 * Dates cannot tell: content that was promoted yesterday may have been delivered last month.
 *
 *   AreaContent
 *   contentStates   content of each area -> how it compares
 *   referenceArea   the area that the others are compared with
 *   waitsFor        the next area that lacks the content
 */
import { AREAS, type Area, type ContentState, type ContentStates } from '../contract/index.ts';

export interface AreaContent {
  /** equal hashes, equal content */
  readonly metaHash: string;
  readonly pictureHash: string;
  /** epoch milliseconds: when this content was delivered, edited or brought back */
  readonly modifiedAt: number;
}

export function contentStates(areas: { readonly [A in Area]?: AreaContent | undefined }): ContentStates {
  const reference = AREAS.map((area) => areas[area]).find((content) => content !== undefined);
  const stateOf = (area: Area) => compare(areas[area], reference);
  return { embargo: stateOf('embargo'), preprod: stateOf('preprod'), prod: stateOf('prod') };
}

function compare(content: AreaContent | undefined, reference: AreaContent | undefined): ContentState {
  if (!content || !reference) return 'absent';
  const sameMeta = content.metaHash === reference.metaHash;
  const samePictures = content.pictureHash === reference.pictureHash;
  if (sameMeta && samePictures) return 'same';
  // Changed in its own area after the reference was: by the file browser or a roll back.
  if (content.modifiedAt >= reference.modifiedAt) return 'different';
  return sameMeta ? 'picturesOlder' : samePictures ? 'metaOlder' : 'older';
}

/** @returns undefined for a pack that no area has (yet) */
export const referenceArea = (states: ContentStates): Area | undefined =>
  AREAS.find((area) => states[area] !== 'absent');

/**
 * The next area to promote to. Content of Prod waits for nothing, whether or not it came by way of Pre-Prod.
 * @returns undefined for a pack that no area has (yet)
 */
export function waitsFor(states: ContentStates): 'preprod' | 'prod' | 'nothing' | undefined {
  if (referenceArea(states) === undefined) return undefined;
  if (states.prod === 'same') return 'nothing';
  return states.preprod === 'same' ? 'prod' : 'preprod';
}
