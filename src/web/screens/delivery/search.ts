/**
 * What the upload screen keeps in the address.
 *
 *   UploadSearch
 */

import { searchOf, text } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const UploadSearch = searchOf({
  /** the refused pack whose problems are shown */
  problems: text,
  ...tableSearch,
});
