/** The area and the sort live in the address. */
import { areaField } from '../../areas/areas.ts';
import { searchOf } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const ConfigSearch = searchOf({ area: areaField, ...tableSearch });
