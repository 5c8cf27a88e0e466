/**
 * What a test screen keeps in the address, so that reload, Back and a pasted link show the same picture.
 *
 *   TestSearch       of each test screen
 *   CompareSearch    the other side, and how the two are shown
 *   SheetSearch      the contact sheet's rows and paper
 */
import { areaField } from '../../areas/areas.ts';
import {
  oneOf,
  onlyTrue,
  type SearchOf,
  searchOf,
  text,
  texts,
  trimmedText,
  wholeNumber,
} from '../../ui/searchFields.ts';

const test = {
  area: areaField,
  disId: trimmedText,
  version: trimmedText,
  viewport: oneOf(['exterior', 'interior']),
  model: oneOf(['LHD', 'RHD']),
  resolution: text,
  /** absent: those of the resolution */
  angles: texts,
  /** chosen layers; absent: the preselected ones */
  layers: texts,
  /** chosen features of the options test */
  options: texts,
  /** another version keeps the chosen options or layers */
  keep: onlyTrue,
  /** what the tree shows: only what contains it */
  find: text,
  /** the form was submitted */
  test: onlyTrue,
  /** how the pictures are shown; absent: as a grid */
  layout: oneOf(['large']),
  /** the angle that is shown large; absent: the first */
  large: text,
};
export const TestSearch = searchOf(test);
export type TestSearch = SearchOf<typeof TestSearch>;

export const CompareSearch = searchOf({
  ...test,
  /** the other side; what is absent is as on the first */
  withArea: areaField,
  withDisId: trimmedText,
  withVersion: trimmedText,
  /** absent: side by side */
  view: oneOf(['swipe', 'difference']),
  /** of 255: differences up to it count as none; absent: 0 */
  threshold: wholeNumber,
  /** position of the swipe, percent from the left; absent: 50 */
  at: wholeNumber,
});
export type CompareSearch = SearchOf<typeof CompareSearch>;

export const SheetSearch = searchOf({
  ...test,
  /** the feature family whose features are the rows; absent: colours */
  family: text,
  /** absent: A4 */
  paper: oneOf(['A3']),
});
export type SheetSearch = SearchOf<typeof SheetSearch>;
