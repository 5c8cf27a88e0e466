/**
 * Who may call what: section 6 of both specification documents, as one table.
 *
 *   allows          the decision for a call at a mount
 *   isSecret        whether caches must not store the answer
 */
import type { Area, OfEmbargo, Permission, Route } from '../../contract/index.ts';
import { type Permissions, seesArea } from '../../engine/permissions.ts';

interface At {
  readonly area: Area;
  readonly base: boolean;
}
type Decision = (can: Permissions, at: At, signedIn: boolean) => boolean;

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

/**
 * Who may read Embargo data in an answer, whatever the call's permission. For `ownContent` the handler leaves out what the
 * caller may not see.
 */
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
