/**
 * What the storage screen keeps in the address.
 *
 *   StorageSearch
 */
import { oneOf, searchOf } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const StorageSearch = searchOf({
  /** absent: the overview */
  view: oneOf(['sets', 'packs']),
  ...tableSearch,
});
