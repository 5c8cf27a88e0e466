/**
 * The roles of an account and the scopes of a token as one text.
 *
 *   rolesText, scopesText
 *   idleScopes    those that roles do not allow
 */
import { AREAS, ROLES, type Role, TOKEN_SCOPES, type TokenScope } from '../../../contract/index.ts';
import { permissionsOf, seesArea } from '../../../engine/permissions.ts';
import { usersTexts } from '../../texts/users.ts';

export const rolesText = (roles: readonly Role[]): string =>
  ROLES.filter((role) => roles.includes(role))
    .map((role) => usersTexts.roles[role])
    .join(', ');

export const scopesText = (scopes: readonly TokenScope[]): string =>
  TOKEN_SCOPES.filter((scope) => scopes.includes(scope))
    .map((scope) => usersTexts.scopes[scope])
    .join(', ');

export function idleScopes(roles: readonly Role[], scopes: readonly TokenScope[]): TokenScope[] {
  const can = permissionsOf(roles);
  return scopes.filter((scope) => {
    const read = AREAS.find((area) => scope === `read:${area}`);
    if (read !== undefined) return !seesArea(can, read);
    if (scope === 'metrics') return !can.admin;
    return scope !== 'admin' && !can.upload && !can.admin;
  });
}
