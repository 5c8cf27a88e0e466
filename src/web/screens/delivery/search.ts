/**
 * What of the upload screen lives in the address.
 *
 *   UploadSearch
 */
import { z } from 'zod';
import { tableSearch } from '../../ui/tableSearch.ts';

export const UploadSearch = z.object(tableSearch);
