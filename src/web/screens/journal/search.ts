/** The page, the filter and the live switch of the logs live in the address. */
import { z } from 'zod';

export const LogSearch = z.object({
  page: z.number().int().min(0).optional().catch(undefined),
  filter: z.string().max(200).optional().catch(undefined),
  live: z.literal(true).optional().catch(undefined),
  size: z
    .union([z.literal(20), z.literal(50), z.literal(100)])
    .optional()
    .catch(undefined),
});
export type LogSearch = z.infer<typeof LogSearch>;
