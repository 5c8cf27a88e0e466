/**
 * What the screen of the global configurations keeps in the address.
 *
 *   ConfigSearch
 *   ALL_FILES      the history of all files instead of one
 */
import { areaField } from '../../areas/areas.ts';
import { searchOf, text } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const ALL_FILES = '*';

export const ConfigSearch = searchOf({
  area: areaField,
  /** the file whose history is open */
  history: text,
  ...tableSearch,
});
