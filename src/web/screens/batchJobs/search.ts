/**
 * What the batch summary keeps in the address.
 *
 *   BatchSearch
 *   STATUSES      the states of jobs, in the order of the chips
 */
import { oneOf, searchOf, text } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const STATUSES = ['FAILED', 'STARTED', 'CREATED', 'COMPLETED'] as const;

export const BatchSearch = searchOf({
  ...tableSearch,
  /** only jobs in this state */
  status: oneOf(STATUSES),
  /** the job whose details are open */
  open: text,
  /** the promotion of many that is shown */
  promotion: text,
});
