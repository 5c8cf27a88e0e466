/** The page, the filter and the live switch of the logs live in the address. */
import { LOG_PAGE_SIZES } from '../../../contract/index.ts';
import { matching, oneOf, type SearchOf, searchOf, wholeNumber, yes } from '../../ui/searchFields.ts';

export const LogSearch = searchOf({
  page: wholeNumber,
  filter: matching(/^.{0,200}$/s),
  live: yes,
  size: oneOf(LOG_PAGE_SIZES),
});
export type LogSearch = SearchOf<typeof LogSearch>;
