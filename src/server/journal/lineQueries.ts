/**
 * The queries that pages and downloads of the logs are made of.
 *
 *   LogName, LineFilter    which log, and which of its lines; without any part of the filter: all
 *   readRange, selectLines, lineOf
 *   searchQuery, selectByColumns, namesColumns, newestByColumns, isIn, numbersOf
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { LogLine } from '../../contract/index.ts';
import type { Database, Tables } from '../schema.ts';

export type LogName = 'general' | 'dynamic';
export interface LineFilter {
  /** at least LOG_FILTER_LENGTH characters; status, context, message and user are searched, ignoring case */
  readonly text?: string | undefined;
  readonly level?: LogLine['status'] | undefined;
  /** epoch milliseconds, inclusive */
  readonly since?: number | undefined;
  /** epoch milliseconds, exclusive */
  readonly before?: number | undefined;
}
const numberOf = (log: LogName) => (log === 'dynamic' ? 1 : 0);

/** @returns the numbers of the oldest and newest line */
export async function readRange(database: Database, log: LogName): Promise<{ first: number; last: number }> {
  const row = await database.read
    .selectFrom('logCounts')
    .select(['lines', 'deleted'])
    .where('dynamic', '=', numberOf(log))
    .executeTakeFirst();
  return { first: Number(row?.deleted ?? 0) + 1, last: Number(row?.lines ?? 0) };
}

export const selectLines = (database: Database, log: LogName) =>
  database.read
    .selectFrom('logLines')
    .select(['number', 'timestamp', 'status', 'context', 'message', 'who'])
    .where('dynamic', '=', numberOf(log))
    .orderBy('number', 'desc');

export interface LineRow {
  timestamp: number;
  status: string;
  context: string;
  message: string;
  who: string;
}
export const lineOf = ({ timestamp, status, context, message, who }: LineRow): LogLine => ({
  timestamp: new Date(timestamp).toISOString(),
  status: status as LogLine['status'],
  context,
  message,
  who,
});

/** @returns a query for the numbers of the lines in the general log that contain a text, newest first */
export function searchQuery(database: Database, filter: string) {
  const text = filter.toLowerCase();
  if (database.dialect === 'sqlite') {
    const phrase = `"${text.replaceAll('"', '""')}"`;
    return (before: number | undefined, limit: number) =>
      sql<{ number: number }>`select rowid as "number" from "logText" where "logText" match ${phrase}
        ${before === undefined ? sql`` : sql`and rowid < ${before}`}
        order by rowid desc limit ${limit}`.execute(database.background);
  }
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return (before: number | undefined, limit: number) =>
    sql<{ number: number }>`select "number" from "logLines" where "dynamic" = 0 and "search" like ${like}
      ${before === undefined ? sql`` : sql`and "number" < ${before}`}
      order by "number" desc limit ${limit}`.execute(database.background);
}

export const numbersOf = (rows: readonly { number: number }[]): number[] => rows.map((row) => Number(row.number));

/** Lines of the general log by level and time, which are columns. */
export function selectByColumns(db: Kysely<Tables>, { level, since, before }: LineFilter) {
  let query = db.selectFrom('logLines').where('dynamic', '=', 0);
  if (level !== undefined) query = query.where('status', '=', level);
  if (since !== undefined) query = query.where('timestamp', '>=', since);
  if (before !== undefined) query = query.where('timestamp', '<', before);
  return query;
}
export const namesColumns = ({ level, since, before }: LineFilter) =>
  level !== undefined || since !== undefined || before !== undefined;

/** The newest by time, which is the order of the index. The order of the numbers differs from it if clocks differ. */
export const newestByColumns = (db: Kysely<Tables>, filter: LineFilter) =>
  selectByColumns(db, filter).select('number').orderBy('timestamp', 'desc').orderBy('number', 'desc');

export const isIn = (numbers: readonly number[]) =>
  numbers.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`"number" in (${sql.join(numbers)})`;
