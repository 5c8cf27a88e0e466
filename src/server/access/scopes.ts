/**
 * What an API token may do: what its user may do, limited by its scopes. Tokens without scopes, which earlier versions
 * created, may do all of it, and so may those with `admin`.
 *
 *   scopesFor              the scopes that admit a call at an address
 *   scopeRefusal           why a token may not make a call, decided before the body is read
 *   assertScopeOfArea      checks the scope for the area that a call's body names. @throws ApiError 403
 *   scopesText, scopesOf   to and from the form that the database stores
 */
import { AREA_NAMES, AREAS, type Area, type Route, TOKEN_SCOPES, type TokenScope } from '../../contract/index.ts';
import type { Caller, Mount } from '../handlers.ts';
import { type ApiError, forbidden } from '../platform/http/errors.ts';

/** These permissions belong to an area, so the scope does too. */
const READING: readonly Route['permission'][] = ['areaTest', 'pictures', 'baseCatalogue'];
const PROMOTING = AREAS.map((area) => `promote:${area}` as const);

type Called = Pick<Route, 'permission' | 'scopes' | 'changesProd' | 'changes'>;
type At = Pick<Mount, 'area' | 'base'>;

/** @returns undefined if the call needs no scope */
export function scopesFor({ permission, scopes = [] }: Called, { area, base }: At): readonly TokenScope[] | undefined {
  if (permission === 'anyone') return undefined;
  const own = scopes.flatMap((scope): readonly TokenScope[] => (scope === 'promote' ? PROMOTING : [scope]));
  return [
    ...(READING.includes(permission) ? [`read:${area}` as const] : []),
    // These are about all areas; the addresses of the areas are for reading.
    ...(base ? own : []),
    'admin',
  ];
}

const notInScope = (needed: string) =>
  forbidden('not-in-scope', `This API token does not have the scope ${needed}, which this call needs.`);

export function scopeRefusal(route: Called, at: At, { scopes }: Pick<Caller, 'scopes'>): ApiError | undefined {
  const needed = scopes && scopesFor(route, at);
  if (!needed || needed.some((scope) => scopes.includes(scope))) return undefined;
  return notInScope(needed.join(' or '));
}

export function assertScopeOfArea(route: Called, body: unknown, { scopes }: Pick<Caller, 'scopes'>): void {
  if (!scopes || scopes.includes('admin') || !route.changes || !route.scopes?.includes('promote')) return;
  const field = route.changesProd?.find((way) => way === 'target' || way === 'area');
  // Stopping a promotion takes no area: what it changes is that less is promoted.
  if (field === undefined) return;
  const area = (body as Partial<Record<string, unknown>>)[field] as Area;
  if (!scopes.includes(`promote:${area}`)) throw notInScope(`promote:${area}, because it changes ${AREA_NAMES[area]}`);
}

const EVERYTHING: readonly TokenScope[] = ['admin'];

export const scopesText = (scopes: readonly TokenScope[] = EVERYTHING): string | null =>
  scopes.includes('admin') ? null : JSON.stringify(TOKEN_SCOPES.filter((one) => scopes.includes(one)));

/** Ignores scopes that only a later version knows. */
export function scopesOf(text: string | null): readonly TokenScope[] {
  if (text === null) return EVERYTHING;
  const known = JSON.parse(text) as readonly string[];
  return TOKEN_SCOPES.filter((scope) => known.includes(scope));
}
