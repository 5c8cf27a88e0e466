/**
 * Limits attempts to sign in. Failed attempts count by address and account together, so that users cannot lock each
 * other out; by address alone, so that one address cannot try many accounts; and a browser from which the account
 * signed in before has its own budget. Nobody is locked out for good: with an exhausted budget, attempts are let
 * through one by one
 * as time passes. The counts are in the database, shared by all servers, one number per key, and are deleted when they
 * expire. The typed name is stored only as a hash.
 *
 *   SignInAttempt, SignInLimits
 *   openSignInLimits
 *   networkOf          an IPv4 address, or the network of an IPv6 subscriber
 */
import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { type SqlBool, sql } from 'kysely';
import { databaseNow } from '../platform/database/clock.ts';
import { tooMany } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';

/** An address may try this many times as often as it may try one account. */
const ADDRESS_FACTOR = 5;
/** A sign-in at a provider tries no password here; this limit protects the provider. */
const PROVIDER_FACTOR = 20;
const MINUTE_MS = 60_000;

export interface SignInAttempt {
  address: string;
  /** key of the name, see names.ts; absent for a sign-in at a provider */
  account?: string;
  /** id of a browser from which the account signed in before, or of a session */
  known?: string | undefined;
}

export interface SignInLimits {
  /** Counts an attempt before it is made. @returns refunds it, for one that succeeded. @throws ApiError 429 */
  charge(attempt: SignInAttempt): Promise<() => Promise<void>>;
}

/** For IPv6 the first four groups: the network of one household or rented machine. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]?.toLowerCase().split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...last];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

export function openSignInLimits(database: Database, perMinute: number): SignInLimits {
  // Use the database's clock: servers compare times that others wrote.
  const now = () => databaseNow(database.read);
  const greatest = sql.raw(database.dialect === 'postgres' ? 'greatest' : 'max');
  let swept = Number.NEGATIVE_INFINITY;

  /** Deletes expired counts. They are few, because each took an attempt. */
  async function sweep(): Promise<void> {
    if (swept + MINUTE_MS > performance.now()) return;
    swept = performance.now();
    await database.transaction((trx) => trx.deleteFrom('signInTries').where('until', '<=', now()).execute());
  }

  const until = sql.ref<number>('signInTries.until');
  /** A count never reaches further than a minute ahead, unless the clock went back since. */
  const isInFuture = () => sql<SqlBool>`${until} > ${now()} + ${MINUTE_MS}`;

  /** Compares and counts in one statement: each attempt moves `until` by its cost, at most a minute ahead of now. */
  async function count(key: string, max: number): Promise<number | undefined> {
    const cost = Math.ceil(MINUTE_MS / max);
    return database.transaction(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('signInTries')
        .values({ key, until: sql`${now()} + ${cost}` })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({
              until: sql`case when ${isInFuture()} then ${now()} else ${greatest}(${until}, ${now()}) end + ${cost}`,
            })
            .where((e) =>
              e.or([e('signInTries.until', '<=', sql<number>`${now()} + ${MINUTE_MS - cost}`), isInFuture()]),
            ),
        )
        .executeTakeFirstOrThrow();
      if (Number(numInsertedOrUpdatedRows ?? 0) > 0) return undefined;
      const { wait } = await trx
        .selectFrom('signInTries')
        .select(sql<number>`${sql.ref('until')} - ${now()} - ${MINUTE_MS - cost}`.as('wait'))
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      return Math.max(1, Math.ceil(Number(wait) / 1000));
    });
  }

  const refund = (keys: readonly (readonly [string, number])[]) =>
    database.transaction(async (trx) => {
      for (const [key, max] of keys) {
        await trx
          .updateTable('signInTries')
          .set({ until: sql`${sql.ref('until')} - ${Math.ceil(MINUTE_MS / max)}` })
          .where('key', '=', key)
          .execute();
      }
    });

  const budgetsOf = ({ address, account, known }: SignInAttempt): (readonly [string, number])[] => {
    const network = networkOf(address);
    if (known !== undefined) return [[`known ${known} ${account ?? ''}`, perMinute]];
    if (account === undefined) return [[`provider ${network}`, perMinute * PROVIDER_FACTOR]];
    return [
      [`both ${network} ${account}`, perMinute],
      [`address ${network}`, perMinute * ADDRESS_FACTOR],
    ];
  };

  return {
    async charge(attempt) {
      await sweep();
      const budgets = budgetsOf(attempt).map(([key, max]) => [hash('sha256', key, 'base64url'), max] as const);
      for (const [at, [key, max]] of budgets.entries()) {
        const wait = await count(key, max);
        if (wait === undefined) continue;
        await refund(budgets.slice(0, at));
        throw tooMany('too-many-sign-ins', `Too many attempts to sign in. Wait ${wait} s and try again.`, {
          retryAfter: wait,
        });
      }
      return async () => void (await refund(budgets));
    },
  };
}
