/** The area lives in the address. */
import { z } from 'zod';
import { Area } from '../../../contract/words.ts';

export const ConfigSearch = z.object({ area: Area.optional().catch(undefined) });
