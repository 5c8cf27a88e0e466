/**
 * What the file browser keeps in the address.
 *
 *   FileSearch
 */

import { type SearchOf, searchOf, text } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const FileSearch = searchOf({ path: text, ...tableSearch });
export type FileSearch = SearchOf<typeof FileSearch>;
