/**
 * The areas in the address of a screen, and in sentences.
 *
 *   areaField
 *   namesOf     `Embargo, Pre-Prod and Prod`
 */
import { AREA_NAMES, AREAS, type Area } from '../../contract/index.ts';
import { oneOf } from '../ui/searchFields.ts';

export const areaField = oneOf(AREAS);

const list = new Intl.ListFormat('en-GB');

export const namesOf = (areas: readonly Area[]): string => list.format(areas.map((area) => AREA_NAMES[area]));
