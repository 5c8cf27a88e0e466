/** The area lives in the address. */
import { areaField } from '../../areas/areas.ts';
import { searchOf } from '../../ui/searchFields.ts';

export const ConfigSearch = searchOf({ area: areaField });
