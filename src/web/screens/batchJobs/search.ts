/**
 * What the batch summary keeps in the address.
 *
 *   BatchSearch
 */
import { searchOf, text } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const BatchSearch = searchOf({
  ...tableSearch,
  /** a promotion of many that is shown */
  promotion: text,
});
