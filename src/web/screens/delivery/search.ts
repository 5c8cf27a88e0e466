/**
 * What of the upload screen lives in the address.
 *
 *   UploadSearch
 */

import { searchOf } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const UploadSearch = searchOf(tableSearch);
