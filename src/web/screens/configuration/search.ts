/** What of the LCDV mapping lives in the address. */
import { z } from 'zod';
import { Area } from '../../../contract/words.ts';

const text = z.coerce.string().optional().catch(undefined);
export const MappingSearch = z.object({
  area: Area.optional().catch(undefined),
  disId: text,
  versionId: text,
  sort: text,
  desc: z.boolean().optional().catch(undefined),
});
