/**
 * What of the quality report page lives in the address.
 *
 *   QualitySearch
 */
import { z } from 'zod';
import { Area } from '../../../contract/words.ts';

export const QualitySearch = z.object({
  area: Area.optional().catch(undefined),
  /** absent: errors and warnings */
  severity: z.enum(['error', 'warning']).optional().catch(undefined),
  text: z.coerce.string().optional().catch(undefined),
});
export type QualitySearch = z.infer<typeof QualitySearch>;
