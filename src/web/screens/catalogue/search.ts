/**
 * What of a test screen lives in the address, so that reload, back and a pasted link bring the same picture.
 *
 *   TestSearch
 */
import { areaField } from '../../areas/areas.ts';
import { oneOf, type SearchOf, searchOf, text, texts, yes } from '../../ui/searchFields.ts';

export const TestSearch = searchOf({
  area: areaField,
  disId: text,
  version: text,
  viewport: oneOf(['exterior', 'interior']),
  model: oneOf(['LHD', 'RHD']),
  resolution: text,
  /** absent: those of the resolution */
  angles: texts,
  /** chosen layers; absent: the preselected ones */
  layers: texts,
  /** chosen features of the options test */
  options: texts,
  /** the form was submitted */
  test: yes,
});
export type TestSearch = SearchOf<typeof TestSearch>;
