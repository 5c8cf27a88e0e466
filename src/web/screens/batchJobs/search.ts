/**
 * What the batch summary keeps in the address.
 *
 *   BatchSearch
 */
import { searchOf } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const BatchSearch = searchOf(tableSearch);
