/**
 * What the screen of users keeps in the address.
 *
 *   UserSearch
 */

import { oneOf, searchOf } from '../../ui/searchFields.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

export const UserSearch = searchOf({ ...tableSearch, view: oneOf(['users', 'tokens']) });
