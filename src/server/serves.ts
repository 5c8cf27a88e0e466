/** What a domain's routes.ts gives to the app: a handler for each of its calls, with who calls and which area. */
import type { Area, Routes } from '../contract/index.ts';
import type { Caller } from './access/access.ts';
import type { Handlers } from './platform/http/bind.ts';

export type Serves<T extends Routes> = Handlers<T, Caller, Area>;
