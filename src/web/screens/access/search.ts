/**
 * What of the users screen lives in the address.
 *
 *   UserSearch
 */
import { z } from 'zod';
import { tableSearch } from '../../ui/tableSearch.ts';

export const UserSearch = z.object({ ...tableSearch, view: z.enum(['users', 'tokens']).optional().catch(undefined) });
