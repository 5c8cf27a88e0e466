/**
 * What the screen of asset profiles keeps in the address.
 *
 *   AssetProfileSearch
 */

import { searchOf } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const AssetProfileSearch = searchOf(tableSearch);
