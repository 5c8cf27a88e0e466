/**
 * Roles, permissions and who may call what: section 6 of both specification documents, as one table.
 *
 *   permissionsOf   roles -> what they allow
 *   allows          the decision for a call at a place
 */
import type { Area, Permission, Role } from '../../contract/index.ts';
import type { Permissions } from '../serves.ts';

/** Admin includes embargo and test, but not upload: section 6. */
export function permissionsOf(roles: readonly Role[]): Permissions {
  const has = (role: Role) => roles.includes(role);
  const admin = has('ROLE_ADMIN');
  const embargo = admin || has('ROLE_TEST_EMBARGO');
  return { admin, upload: has('ROLE_UPLOAD'), embargo, test: embargo || has('ROLE_TEST') };
}

interface At {
  readonly area: Area;
  readonly base: boolean;
}
type Decision = (can: Permissions, at: At, signedIn: boolean) => boolean;

const inArea: Decision = (can, { area }) => can.test && (area !== 'embargo' || can.embargo);

const decisions: Readonly<Record<Permission, Decision>> = {
  anyone: () => true,
  signedIn: (_can, _at, signedIn) => signedIn,
  areaTest: inArea,
  pictures: inArea,
  baseCatalogue: (can, at, signedIn) => inArea(can, at, signedIn) || (at.base && (can.admin || can.upload)),
  upload: (can) => can.admin || can.upload,
  admin: (can) => can.admin,
};

export const allows = (permission: Permission, can: Permissions, at: At, signedIn: boolean): boolean =>
  decisions[permission](can, at, signedIn);
