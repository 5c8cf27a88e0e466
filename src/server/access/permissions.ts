/**
 * Roles, permissions and who may call what: section 6 of both specification documents, as one table.
 *
 *   permissionsOf   roles -> what they allow
 *   seesArea        whether somebody may see the content of an area
 *   allows          the decision for a call at a mount
 *   isSecret        whether caches must not store the answer
 */
import type { Area, OfEmbargo, Permission, Role, Route } from '../../contract/index.ts';
import type { Permissions } from '../handlers.ts';

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

export const seesArea = (can: Permissions, area: Area): boolean => can.test && (area !== 'embargo' || can.embargo);

const inArea: Decision = (can, { area }) => seesArea(can, area);

const decisions: Readonly<Record<Permission, Decision>> = {
  anyone: () => true,
  signedIn: (_can, _at, signedIn) => signedIn,
  areaTest: inArea,
  pictures: inArea,
  baseCatalogue: (can, at, signedIn) => inArea(can, at, signedIn) || (at.base && (can.admin || can.upload)),
  upload: (can) => can.admin || can.upload,
  admin: (can) => can.admin,
};

/** Who may read what an answer carries of Embargo, whatever the call's permission. For `ownContent` the handler leaves out what is not theirs. */
const readers: Readonly<Record<OfEmbargo, (can: Permissions) => boolean>> = {
  none: () => true,
  names: (can) => can.upload || can.embargo,
  content: (can) => can.embargo,
  ownContent: (can) => can.upload || can.embargo,
};

export const allows = (
  route: Pick<Route, 'permission' | 'embargo'>,
  can: Permissions,
  at: At,
  signedIn: boolean,
): boolean => decisions[route.permission](can, at, signedIn) && (at.area !== 'embargo' || readers[route.embargo](can));

/** Whether no cache may store the answer, because it shows content that only Embargo has. */
export const isSecret = (route: Pick<Route, 'embargo'>, at: At): boolean =>
  at.area === 'embargo' && (route.embargo === 'content' || route.embargo === 'ownContent');
