/**
 * What the screen of webhooks keeps in the address.
 *
 *   WebhookSearch
 */
import { searchOf, text } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const WebhookSearch = searchOf({ ...tableSearch, open: text });
