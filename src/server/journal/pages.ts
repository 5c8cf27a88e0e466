/**
 * Reading the logs. Lines of a log are numbered without a gap, so a page is a range of numbers: the last page of ten
 * million lines costs what the first does. A filter is answered by the text's index.
 *
 *   page        a page of one of the logs, newest first
 *   matches     a page of the general log's lines that have a text in them
 *   allLines    a whole log, part by part
 */
import { type SqlBool, sql } from 'kysely';
import type { LogLine } from '../../contract/index.ts';
import type { Database } from '../schema.ts';

export interface Page {
  items: LogLine[];
  total: number;
  /** there are more lines than `total` */
  more: boolean;
}
type Which = 'general' | 'dynamic';
/** Further matches are neither counted nor shown: nobody pages that far, and counting millions takes long. */
export const MATCHES = 10_000;
const PART = 1000;

const numberOf = (which: Which) => (which === 'dynamic' ? 1 : 0);

/** the lowest and the highest number that a log has */
async function rangeOf(database: Database, which: Which): Promise<{ first: number; last: number }> {
  const row = await database.read
    .selectFrom('logCounts')
    .select(['lines', 'deleted'])
    .where('dynamic', '=', numberOf(which))
    .executeTakeFirst();
  return { first: Number(row?.deleted ?? 0) + 1, last: Number(row?.lines ?? 0) };
}

const linesOf = (database: Database, which: Which) =>
  database.read
    .selectFrom('logLines')
    .select(['number', 'timestamp', 'status', 'context', 'message', 'who'])
    .where('dynamic', '=', numberOf(which))
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
export async function page(
  database: Database,
  which: Which,
  { page: index, size }: { page: number; size: number },
): Promise<Page> {
  const { first, last } = await rangeOf(database, which);
  const high = last - index * size;
  const rows = await linesOf(database, which)
    .where('number', '<=', high)
    .where('number', '>', high - size)
    .execute();
  return { items: rows.map(lineOf), total: last - first + 1, more: false };
}

/** Which lines of the general log have a text in them, as a query for numbers, newest first. */
function matching(database: Database, filter: string) {
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

const withNumbers = (database: Database, numbers: readonly number[]) =>
  linesOf(database, 'general')
    .where(numbers.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`"number" in (${sql.join(numbers)})`)
    .execute();

/** @param filter at least LOG_FILTER_LENGTH characters, found in status, context and message whatever their case */
export async function matches(
  database: Database,
  filter: string,
  { page: index, size }: { page: number; size: number },
): Promise<Page> {
  const find = matching(database, filter);
  // One more than is counted tells whether there are more.
  const all = (await find(undefined, MATCHES + 1, 0)).rows.map((row) => Number(row.number));
  const shown = all.slice(0, MATCHES).slice(index * size, (index + 1) * size);
  const rows = await withNumbers(database, shown);
  return { items: rows.map(lineOf), total: Math.min(all.length, MATCHES), more: all.length > MATCHES };
}

/** Every line of a log, newest first, as it is at the start; in parts of at most 1,000 so that no download blocks the server. */
export async function* allLines(
  database: Database,
  which: Which,
  filter: string | undefined,
): AsyncGenerator<readonly LogLine[]> {
  const find = filter === undefined ? undefined : matching(database, filter);
  let before = (await rangeOf(database, which)).last + 1;
  for (;;) {
    const rows = find
      ? await withNumbers(
          database,
          (await find(before, PART, 0)).rows.map((row) => Number(row.number)),
        )
      : await linesOf(database, which).where('number', '<', before).limit(PART).execute();
    const oldest = rows.at(-1);
    if (oldest === undefined) return;
    yield rows.map(lineOf);
    before = Number(oldest.number);
  }
}
