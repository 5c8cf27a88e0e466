/**
 * Roles and what they allow (section 6 of both specification documents). The server decides by them; the screens show what
 * it will allow.
 *
 *   Permissions
 *   permissionsOf   what roles allow
 *   cutPermissions  what is left of them for an API token
 *   seesArea        whether somebody may see the content of an area
 *   visibleAreas    the areas whose content somebody may see
 */
import { AREAS, type Area, type Role, type TokenScope } from '../contract/index.ts';

export interface Permissions {
  readonly admin: boolean;
  readonly upload: boolean;
  readonly test: boolean;
  readonly embargo: boolean;
  /** the only areas that may be seen; absent: all that the rest allows */
  readonly areas?: readonly Area[];
}

/** Admin includes embargo and test, but not upload. */
export function permissionsOf(roles: readonly Role[]): Permissions {
  const has = (role: Role) => roles.includes(role);
  const admin = has('ROLE_ADMIN');
  const embargo = admin || has('ROLE_TEST_EMBARGO');
  return { admin, upload: has('ROLE_UPLOAD'), embargo, test: embargo || has('ROLE_TEST') };
}

/** @param scopes of the token; `admin` cuts nothing */
export function cutPermissions(can: Permissions, scopes: readonly TokenScope[]): Permissions {
  if (scopes.includes('admin')) return can;
  const areas = AREAS.filter((area) => scopes.includes(`read:${area}`));
  const sends = scopes.includes('deliver') || AREAS.some((area) => scopes.includes(`promote:${area}`));
  return {
    admin: false,
    upload: sends && (can.upload || can.admin),
    test: can.test && areas.length > 0,
    embargo: can.embargo && areas.includes('embargo'),
    areas,
  };
}

export const seesArea = (can: Permissions, area: Area): boolean =>
  can.test && (area !== 'embargo' || can.embargo) && (can.areas?.includes(area) ?? true);

export const visibleAreas = (can: Permissions): Area[] => AREAS.filter((area) => seesArea(can, area));
