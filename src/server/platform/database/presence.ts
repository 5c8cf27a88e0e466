/**
 * Which processes of the program use a PostgreSQL database, and with the tables of which version. Each connection holds a
 * shared advisory lock of two numbers, the program and its tables, for as long as it lives; nobody ever waits for it. Names
 * of connections would not do: the database's address may set another, and other accounts do not see it.
 *
 *   Presence
 *   announcement        what a connection says first
 *   countConnections    those that others hold
 *   countRemaining      those that do not end within seconds
 */
import { setTimeout } from 'node:timers/promises';

/** How long the database may take to know that a process has ended. */
const PATIENCE_MS = 5000;
const LOOK_MS = 100;

export interface Presence {
  /** of the program */
  readonly program: string;
  /** differs between versions whose tables differ */
  readonly tables: string;
}

// The driver's own function would load it for SQLite, too.
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A statement that holds the lock until the connection ends. */
export const announcement = ({ program, tables }: Presence): string =>
  `select pg_advisory_lock_shared(hashtext(${literal(program)}), hashtext(${literal(tables)}))`;

/**
 * The condition finds locks of two numbers (objsubid 2) of this database; pg_locks shows the numbers without a sign.
 *
 * @param besides connections with these tables do not count; absent: all count
 * @returns an SQL expression: how many connections of the program there are
 */
export function countConnections(program: string, besides?: string): string {
  const unsigned = (text: string) => `(hashtext(${literal(text)})::bigint & 4294967295)`;
  const others = besides === undefined ? '' : ` and objid::bigint <> ${unsigned(besides)}`;
  return `(select count(*)::integer from pg_locks where locktype = 'advisory' and objsubid = 2 and classid::bigint = ${unsigned(program)}
    and database = (select oid from pg_database where datname = current_database())${others})`;
}

/** @returns 0 as soon as none is left */
export async function countRemaining(count: () => Promise<number>): Promise<number> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const remaining = await count();
    if (remaining === 0 || waited >= PATIENCE_MS) return remaining;
    await setTimeout(LOOK_MS);
  }
}
