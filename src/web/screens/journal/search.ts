/** The page, the filters and the live switch of the logs live in the address. */
import { LOG_PAGE_SIZES } from '../../../contract/index.ts';
import { oneOf, onlyTrue, patternField, type SearchOf, searchOf, wholeNumber } from '../../ui/searchFields.ts';

export const LEVELS = ['ERROR', 'WARN', 'INFO'] as const;
const FILTERS = {
  filter: patternField(/^.{0,200}$/s),
  level: oneOf(LEVELS),
  /** as the screens show it, YYYY-MM-DD */
  day: patternField(/^\d{4}-\d{2}-\d{2}$/),
};

export const LogSearch = searchOf({
  ...FILTERS,
  page: wholeNumber,
  live: onlyTrue,
  size: oneOf(LOG_PAGE_SIZES),
});
/** of the dynamic image log, which is loaded whole */
export const DynamicLogSearch = searchOf(FILTERS);
export type LogSearch = SearchOf<typeof LogSearch>;
