/**
 * The areas in the address of a screen, and in sentences.
 *
 *   areaField
 *   namesOf     `Embargo, Pre-Prod and Prod`
 */
import { AREA_NAMES, AREAS, type Area } from '../../contract/index.ts';
import { areaTexts } from '../texts/areas.ts';
import { oneOf } from '../ui/searchFields.ts';

export const areaField = oneOf(AREAS);

export const namesOf = (areas: readonly Area[]): string => areaTexts.list(areas.map((area) => AREA_NAMES[area]));
