/**
 * The areas in the address of a screen.
 *
 *   areaField
 */
import { AREAS } from '../../contract/index.ts';
import { oneOf } from '../ui/searchFields.ts';

export const areaField = oneOf(AREAS);
