/**
 * What of the status and promotion screens lives in the address.
 *
 *   StatusSearch, PromoteSearch, hidden
 */
import { z } from 'zod';

const text = z.coerce.string().optional().catch(undefined);
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);
const sort = { sort: text, desc: z.boolean().optional().catch(undefined) };

export const StatusSearch = z.object({ name: text, from: day, to: day, open: text, ...sort });
export type StatusSearch = z.infer<typeof StatusSearch>;

/** A checkbox that is checked unless the address says otherwise. */
const checked = z.literal(false).optional().catch(undefined);
export const PromoteSearch = z.object({
  name: text,
  from: day,
  to: day,
  direction: z.enum(['embargo-preprod', 'embargo-prod', 'preprod-prod']).optional().catch(undefined),
  notPromoted: checked,
  toPreProd: checked,
  toProd: checked,
  ...sort,
});
export type PromoteSearch = z.infer<typeof PromoteSearch>;
