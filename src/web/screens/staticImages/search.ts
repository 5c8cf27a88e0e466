/**
 * What the address of the static test screen holds.
 *
 *   StaticSearch, StaticFields
 */
import { OPTION_TYPES } from '../../../engine/optionTypes.ts';
import { areaField } from '../../areas/areas.ts';
import { objectWith, oneOf, onlyFalse, type SearchOf, searchOf, trimmedText } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

const fields = { brand: trimmedText, model: trimmedText, majorMinor: trimmedText, bodyStyle: trimmedText };
const type = oneOf(OPTION_TYPES);
const mode = oneOf(['implicit', 'explicit']);

/** absent: every value */
export type StaticFields = { [K in keyof typeof fields]?: string };

export const StaticSearch = searchOf({
  ...fields,
  area: areaField,
  /** absent: colors */
  type,
  /** absent: implicit */
  mode,
  /** absent: shown */
  images: onlyFalse,
  /** the submitted form; the fields may have changed since */
  shown: objectWith({ ...fields, type, mode }, ['type', 'mode']),
  ...tableSearch,
});
export type StaticSearch = SearchOf<typeof StaticSearch>;
export type Shown = NonNullable<StaticSearch['shown']>;
