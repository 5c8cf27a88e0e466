/**
 * What of a test screen lives in the address, so that reload, back and a pasted link bring the same picture.
 *
 *   TestSearch
 */
import { z } from 'zod';
import { Area } from '../../../contract/words.ts';

const text = z.coerce.string().optional().catch(undefined);

export const TestSearch = z.object({
  area: Area.optional().catch(undefined),
  disId: text,
  version: text,
  viewport: z.enum(['exterior', 'interior']).optional().catch(undefined),
  model: z.enum(['LHD', 'RHD']).optional().catch(undefined),
  resolution: text,
  /** absent: those of the resolution */
  angles: z.array(z.coerce.string()).optional().catch(undefined),
  /** chosen layers; absent: the preselected ones */
  layers: z.array(z.coerce.string()).optional().catch(undefined),
  /** chosen features of the options test */
  options: z.array(z.coerce.string()).optional().catch(undefined),
  /** the form was submitted */
  test: z.literal(true).optional().catch(undefined),
});
export type TestSearch = z.infer<typeof TestSearch>;
