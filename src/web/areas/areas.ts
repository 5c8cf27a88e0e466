/**
 * The areas on screens.
 *
 *   AREA_NAMES
 *   areaField    an area in the address
 */
import { AREAS, type Area } from '../../contract/index.ts';
import { oneOf } from '../ui/searchFields.ts';

export const AREA_NAMES: Readonly<Record<Area, string>> = { embargo: 'Embargo', preprod: 'Pre-Prod', prod: 'Prod' };

export const areaField = oneOf(AREAS);
