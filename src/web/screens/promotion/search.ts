/**
 * What of the status and promotion screens lives in the address.
 *
 *   StatusSearch, PromoteSearch, ManageSearch
 */
import { flag, no, oneOf, type SearchOf, searchOf, text } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

/** YYYY-MM-DD, of the calendar. */
const day = (value: unknown): string | undefined => {
  const at = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00Z`) : undefined;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(String(value)) ? String(value) : undefined;
};
const sort = { sort: text, desc: flag };

/** of the image set management */
export const ManageSearch = searchOf(tableSearch);

export const StatusSearch = searchOf({
  name: text,
  from: day,
  to: day,
  open: text,
  waits: oneOf(['preprod', 'prod', 'nothing']),
  ...sort,
});
export type StatusSearch = SearchOf<typeof StatusSearch>;

/** A checkbox that is checked unless the address says otherwise. */
const checked = no;
export const PromoteSearch = searchOf({
  name: text,
  from: day,
  to: day,
  direction: oneOf(['embargo-preprod', 'embargo-prod', 'preprod-prod']),
  notPromoted: checked,
  toPreProd: checked,
  toProd: checked,
  ...sort,
});
export type PromoteSearch = SearchOf<typeof PromoteSearch>;
