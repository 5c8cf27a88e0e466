/**
 * What the page of the quality report keeps in the address.
 *
 *   QualitySearch
 */
import { areaField } from '../../areas/areas.ts';
import { oneOf, type SearchOf, searchOf, text } from '../../ui/searchFields.ts';

export const QualitySearch = searchOf({
  area: areaField,
  /** absent: errors and warnings */
  severity: oneOf(['error', 'warning']),
  text,
});
export type QualitySearch = SearchOf<typeof QualitySearch>;
