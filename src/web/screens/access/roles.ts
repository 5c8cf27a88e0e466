/**
 * The roles of an account as one text.
 *
 *   rolesText
 */
import { ROLES, type Role } from '../../../contract/index.ts';
import { usersTexts } from '../../texts/users.ts';

export const rolesText = (roles: readonly Role[]): string =>
  ROLES.filter((role) => roles.includes(role))
    .map((role) => usersTexts.roles[role])
    .join(', ');
