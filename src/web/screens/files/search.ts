/**
 * What of the file browser lives in the address.
 *
 *   FileSearch
 */
import { z } from 'zod';
import { tableSearch } from '../../ui/tableSearch.ts';

export const FileSearch = z.object({ path: z.string().optional().catch(undefined), ...tableSearch });
export type FileSearch = z.infer<typeof FileSearch>;
