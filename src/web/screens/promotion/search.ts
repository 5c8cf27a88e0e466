/**
 * What the status and promotion screens keep in the address.
 *
 *   StatusSearch, PromoteSearch, ManageSearch
 *   EMPTY_SEARCH    a promotion screen as it is at first
 */
import { oneOf, onlyFalse, onlyTrue, type SearchOf, searchOf, text } from '../../ui/searchFields.ts';
import { sortSearch, tableSearch } from '../../ui/tableSearch.ts';

/** YYYY-MM-DD, of the calendar. */
const day = (value: unknown): string | undefined => {
  const at = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00Z`) : undefined;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(String(value)) ? String(value) : undefined;
};

/** of the image set management */
export const ManageSearch = searchOf(tableSearch);

export const StatusSearch = searchOf({
  name: text,
  from: day,
  to: day,
  open: text,
  waits: oneOf(['preprod', 'prod', 'nothing']),
  ...sortSearch,
});
export type StatusSearch = SearchOf<typeof StatusSearch>;

/** A checkbox that is checked unless the address says otherwise. */
const checked = onlyFalse;
const promoteFields = {
  name: text,
  from: day,
  to: day,
  direction: oneOf(['embargo-preprod', 'embargo-prod', 'preprod-prod']),
  notPromoted: checked,
  toPreProd: checked,
  toProd: checked,
  /** only sets with errors in their quality report */
  errors: onlyTrue,
  /** the promotion of many that is shown */
  promotion: text,
  ...sortSearch,
};
export const PromoteSearch = searchOf(promoteFields);
export type PromoteSearch = SearchOf<typeof PromoteSearch>;

export const EMPTY_SEARCH: PromoteSearch = Object.fromEntries(
  Object.keys(promoteFields).map((name) => [name, undefined]),
);
