/**
 * Roles and what they allow (section 6 of both specification documents). The server decides by it; the screens show what
 * it will allow.
 *
 *   Permissions
 *   permissionsOf   what roles allow
 *   seesArea        whether somebody may see the content of an area
 *   visibleAreas    the areas whose content somebody may see
 */
import { AREAS, type Area, type Role } from '../contract/index.ts';

export interface Permissions {
  readonly admin: boolean;
  readonly upload: boolean;
  readonly test: boolean;
  readonly embargo: boolean;
}

/** Admin includes embargo and test, but not upload. */
export function permissionsOf(roles: readonly Role[]): Permissions {
  const has = (role: Role) => roles.includes(role);
  const admin = has('ROLE_ADMIN');
  const embargo = admin || has('ROLE_TEST_EMBARGO');
  return { admin, upload: has('ROLE_UPLOAD'), embargo, test: embargo || has('ROLE_TEST') };
}

export const seesArea = (can: Permissions, area: Area): boolean => can.test && (area !== 'embargo' || can.embargo);

export const visibleAreas = (can: Permissions): Area[] => AREAS.filter((area) => seesArea(can, area));
