/**
 * The first start of an empty store creates an administrator.
 *
 *   ensureAdministrator
 */
import { randomBytes } from 'node:crypto';
import { passwordProblem } from './access/passwords.ts';
import { countUsers } from './access/userQueries.ts';
import { addUser } from './access/users.ts';
import { SettingsError } from './config.ts';
import { ApiError } from './platform/http/errors.ts';
import type { Database } from './schema.ts';

/**
 * @param wanted the password of the settings
 * @returns the generated password, to be printed on the console; undefined if there is nothing to print
 * @throws SettingsError for a password that is not acceptable
 */
export async function ensureAdministrator(database: Database, wanted: string | undefined): Promise<string | undefined> {
  if ((await countUsers(database)) > 0) return undefined;
  const problem = wanted === undefined ? undefined : passwordProblem(wanted, 'admin');
  if (problem !== undefined) throw new SettingsError(`LACQUER_ADMIN_PASSWORD: ${problem}`);
  const password = wanted ?? randomBytes(15).toString('base64url');
  try {
    await addUser(database, { username: 'admin', password, roles: ['ROLE_ADMIN'] }, database.clock.now());
  } catch (error) {
    // Another server that starts at the same time has created it.
    if (error instanceof ApiError && error.code === 'user-exists') return undefined;
    throw error;
  }
  return wanted === undefined ? password : undefined;
}
