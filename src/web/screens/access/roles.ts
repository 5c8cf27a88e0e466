/**
 * The roles in words.
 *
 *   ROLE_WORDS, roleWords
 */
import { ROLES, type Role } from '../../../contract/index.ts';

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  ROLE_ADMIN: 'Admin',
  ROLE_TEST_EMBARGO: 'Test Embargo',
  ROLE_TEST: 'Test',
  ROLE_UPLOAD: 'Upload',
};

export const roleWords = (roles: readonly Role[]): string =>
  ROLES.filter((role) => roles.includes(role))
    .map((role) => ROLE_WORDS[role])
    .join(', ');
