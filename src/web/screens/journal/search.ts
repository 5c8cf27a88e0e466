/** The page, the filter and the live switch of the logs live in the address. */
import { LOG_PAGE_SIZES } from '../../../contract/index.ts';
import { matching, oneOf, type SearchOf, searchOf, wholeNumber, yes } from '../../ui/searchFields.ts';

export const LogSearch = searchOf({
  page: wholeNumber,
  filter: matching(/^.{0,200}$/s),
  live: yes,
  size: oneOf(LOG_PAGE_SIZES),
});
export const LEVELS = ['ERROR', 'WARN', 'INFO'] as const;
/** of the dynamic image log, which is loaded whole */
export const DynamicLogSearch = searchOf({
  filter: matching(/^.{0,200}$/s),
  level: oneOf(LEVELS),
  /** as the screens show it, YYYY-MM-DD */
  day: matching(/^\d{4}-\d{2}-\d{2}$/),
});
export type LogSearch = SearchOf<typeof LogSearch>;
