/**
 * Accounts of an identity provider or proxy: created at the first sign-in and identified by their subject from then on.
 * They never take over the name of a local account.
 *
 *   ProvenIdentity, ensureProvenUser
 */
import type { Role } from '../../contract/index.ts';
import { write } from '../journal/journal.ts';
import { isUniqueViolation } from '../platform/database/database.ts';
import type { Database } from '../schema.ts';
import { nameKeyOf, nameProblem, normalName } from './names.ts';
import { SignInFailure } from './signInFailure.ts';

export interface ProvenIdentity {
  source: 'oidc' | 'proxy';
  /** identifies the person permanently: issuer and subject, or the proxy's name */
  subject: string;
  username: string;
  /** undefined: administrators assign the roles here */
  roles: Role[] | undefined;
}
const BY = { oidc: 'OpenID Connect', proxy: 'the proxy' } as const;

/**
 * Creates the account, or updates its roles.
 * @returns the name of the account
 * @throws SignInFailure for a disabled account, or if another account has the name
 */
export async function ensureProvenUser(
  database: Database,
  { source, subject, username: given, roles }: ProvenIdentity,
  now: number,
): Promise<string> {
  const problem = nameProblem(given);
  if (problem !== undefined)
    throw new SignInFailure('name-not-usable', new Error(`${JSON.stringify(given)}: ${problem}`));
  const username = normalName(given);
  try {
    return await database.transaction(async (trx) => {
      const known = await trx.selectFrom('users').selectAll().where('subject', '=', subject).executeTakeFirst();
      const newRoles = roles && JSON.stringify(roles);
      if (known) {
        if (known.disabled !== 0) throw new SignInFailure('account-disabled');
        if (newRoles === undefined || newRoles === known.roles) return known.username;
        const change = { roles: newRoles, changedAt: now };
        await trx.updateTable('users').set(change).where('subject', '=', subject).execute();
      } else {
        const account = {
          username,
          nameKey: nameKeyOf(username),
          subject,
          passwordHash: null,
          disabled: 0,
          source,
          changedAt: now,
        } as const;
        await trx
          .insertInto('users')
          .values({ ...account, roles: newRoles ?? '[]', createdAt: now })
          .execute();
      }
      const name = known?.username ?? username;
      const message = `User ${name} ${known ? 'changed' : 'added'} by ${BY[source]}: ${roles?.join(', ') || 'no role'}.`;
      await write(trx, { status: 'INFO', context: 'users', message, who: name });
      return name;
    });
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new SignInFailure('name-taken', new Error(`another account has the name ${username}, ignoring case`));
    }
    throw error;
  }
}
