/**
 * What of the status and promotion screens lives in the address.
 *
 *   StatusSearch, PromoteSearch, hidden
 */
import { flag, matching, no, oneOf, type SearchOf, searchOf, text } from '../../ui/searchFields.ts';

const day = matching(/^\d{4}-\d{2}-\d{2}$/);
const sort = { sort: text, desc: flag };

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
