/**
 * Reads the logs. Lines of a log are numbered without gaps, so a page is a range of numbers: the last page of ten million lines
 * costs the same as the first. Filters use an index of the text.
 *
 *   LogPage, MAX_MATCHES
 *   readPage      a page of a log, newest first
 *   searchLog     a page of the lines of the general log that contain a text
 *   readAll       a whole log in parts
 */
import { type SqlBool, sql } from 'kysely';
import type { LogLine } from '../../contract/index.ts';
import type { Database } from '../schema.ts';

export interface LogPage {
  items: LogLine[];
  total: number;
  /** true: more lines match than `total` says */
  more: boolean;
}
type LogName = 'general' | 'dynamic';
/** Further matches are neither counted nor listed: nobody pages that far, and counting millions takes long. */
export const MAX_MATCHES = 10_000;
const LINES_PER_PART = 1000;

const numberOf = (log: LogName) => (log === 'dynamic' ? 1 : 0);

/** @returns the numbers of the oldest and newest line */
async function readRange(database: Database, log: LogName): Promise<{ first: number; last: number }> {
  const row = await database.read
    .selectFrom('logCounts')
    .select(['lines', 'deleted'])
    .where('dynamic', '=', numberOf(log))
    .executeTakeFirst();
  return { first: Number(row?.deleted ?? 0) + 1, last: Number(row?.lines ?? 0) };
}

const selectLines = (database: Database, log: LogName) =>
  database.read
    .selectFrom('logLines')
    .select(['number', 'timestamp', 'status', 'context', 'message', 'who'])
    .where('dynamic', '=', numberOf(log))
    .orderBy('number', 'desc');

interface Row {
  timestamp: number;
  status: string;
  context: string;
  message: string;
  who: string;
}
const lineOf = ({ timestamp, status, context, message, who }: Row): LogLine => ({
  timestamp: new Date(timestamp).toISOString(),
  status: status as LogLine['status'],
  context,
  message,
  who,
});

/** @param page from 0 */
export async function readPage(
  database: Database,
  log: LogName,
  { page: index, size }: { page: number; size: number },
): Promise<LogPage> {
  const { first, last } = await readRange(database, log);
  const high = last - index * size;
  const rows = await selectLines(database, log)
    .where('number', '<=', high)
    .where('number', '>', high - size)
    .execute();
  return { items: rows.map(lineOf), total: last - first + 1, more: false };
}

/** @returns a query for the numbers of the lines in the general log that contain a text, newest first */
function searchQuery(database: Database, filter: string) {
  const text = filter.toLowerCase();
  if (database.dialect === 'sqlite') {
    const phrase = `"${text.replaceAll('"', '""')}"`;
    return (before: number | undefined, limit: number, offset: number) =>
      sql<{ number: number }>`select rowid as "number" from "logText" where "logText" match ${phrase}
        ${before === undefined ? sql`` : sql`and rowid < ${before}`}
        order by rowid desc limit ${limit} offset ${offset}`.execute(database.background);
  }
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return (before: number | undefined, limit: number, offset: number) =>
    sql<{ number: number }>`select "number" from "logLines" where "dynamic" = 0 and "search" like ${like}
      ${before === undefined ? sql`` : sql`and "number" < ${before}`}
      order by "number" desc limit ${limit} offset ${offset}`.execute(database.background);
}

const readNumbered = (database: Database, numbers: readonly number[]) =>
  selectLines(database, 'general')
    .where(numbers.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`"number" in (${sql.join(numbers)})`)
    .execute();

/** @param filter at least LOG_FILTER_LENGTH characters; matches status, context, message and who did it, in any case */
export async function searchLog(
  database: Database,
  filter: string,
  { page: index, size }: { page: number; size: number },
): Promise<LogPage> {
  const find = searchQuery(database, filter);
  // One more than the limit shows whether there are more.
  const all = (await find(undefined, MAX_MATCHES + 1, 0)).rows.map((row) => Number(row.number));
  const shown = all.slice(0, MAX_MATCHES).slice(index * size, (index + 1) * size);
  const rows = await readNumbered(database, shown);
  return { items: rows.map(lineOf), total: Math.min(all.length, MAX_MATCHES), more: all.length > MAX_MATCHES };
}

/** Every line that the log has at the start, newest first, in parts of at most 1,000 so that a download does not block the server. */
export async function* readAll(
  database: Database,
  log: LogName,
  filter: string | undefined,
): AsyncGenerator<readonly LogLine[]> {
  const find = filter === undefined ? undefined : searchQuery(database, filter);
  let before = (await readRange(database, log)).last + 1;
  for (;;) {
    const rows = find
      ? await readNumbered(
          database,
          (await find(before, LINES_PER_PART, 0)).rows.map((row) => Number(row.number)),
        )
      : await selectLines(database, log).where('number', '<', before).limit(LINES_PER_PART).execute();
    const oldest = rows.at(-1);
    if (oldest === undefined) return;
    yield rows.map(lineOf);
    before = Number(oldest.number);
  }
}
