/** The areas' names on screens. */
import type { Area } from '../../contract/index.ts';

export const AREA_NAMES: Readonly<Record<Area, string>> = { embargo: 'Embargo', preprod: 'Pre-Prod', prod: 'Prod' };
