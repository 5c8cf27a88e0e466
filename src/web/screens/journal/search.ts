/** The page of the logs lives in the address. */
import { z } from 'zod';

export const LogSearch = z.object({
  page: z.number().int().min(0).optional().catch(undefined),
  size: z
    .union([z.literal(20), z.literal(50), z.literal(100)])
    .optional()
    .catch(undefined),
});
export type LogSearch = z.infer<typeof LogSearch>;
