/**
 * What the page of a set keeps in the address.
 *
 *   SetPageSearch
 */
import { areaField } from '../../areas/areas.ts';
import { oneOf, type SearchOf, searchOf, text, trimmedText } from '../../ui/searchFields.ts';

export const SetPageSearch = searchOf({
  /** absent: the first area that the user may see the set in */
  area: areaField,
  version: trimmedText,
  viewport: oneOf(['exterior', 'interior']),
  angle: text,
});
export type SetPageSearch = SearchOf<typeof SetPageSearch>;
