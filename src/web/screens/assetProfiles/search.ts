/**
 * What of the asset profile screen lives in the address.
 *
 *   AssetProfileSearch
 */
import { z } from 'zod';
import { tableSearch } from '../../ui/tableSearch.ts';

export const AssetProfileSearch = z.object(tableSearch);
