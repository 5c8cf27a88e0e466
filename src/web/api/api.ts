/**
 * The typed client for the base address and for every area's address.
 *
 *   api            functions for an area, or for the base address
 *   headerToken    the session's token, which changing calls carry
 */
import { type Area, type Client, createClient, type routes } from '../../contract/index.ts';
import { addressOf } from '../app/environment.ts';
import { fetchConfirmed } from './confirmFirst.ts';
import { wire } from './wire.ts';

let token = '';
export const headerToken = {
  set: (value: string) => {
    token = value;
  },
  headers: (): Record<string, string> => (token === '' ? {} : { 'X-CSRF-Token': token }),
};

export type Api = Client<typeof routes>;
const clients = new Map<Area | undefined, Api>();

export function api(area?: Area): Api {
  const known = clients.get(area);
  if (known) return known;
  const fresh = createClient<typeof routes>(wire, {
    base: addressOf(area),
    changeHeaders: headerToken.headers,
    fetch: fetchConfirmed,
  });
  clients.set(area, fresh);
  return fresh;
}
