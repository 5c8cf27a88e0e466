/**
 * Reads the logs. Lines of a log are numbered without gaps, so a page is a range of numbers: the last page of ten million lines
 * costs the same as the first. Filters use an index of the text, or of level and time.
 *
 *   LogPage, MAX_MATCHES
 *   LineFilter    which lines; without any part: all
 *   readPage      a page of a log, newest first
 *   searchLog     a page of the lines of the general log that a filter matches
 *   readAll       a whole log in parts
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { LogLine } from '../../contract/index.ts';
import type { Database, Tables } from '../schema.ts';

export interface LogPage {
  items: LogLine[];
  total: number;
  /** true: more lines match than `total` says */
  more: boolean;
}
type LogName = 'general' | 'dynamic';
export interface LineFilter {
  /** at least LOG_FILTER_LENGTH characters; status, context, message and user are searched, ignoring case */
  readonly text?: string | undefined;
  readonly level?: LogLine['status'] | undefined;
  /** epoch milliseconds, inclusive */
  readonly since?: number | undefined;
  /** epoch milliseconds, exclusive */
  readonly before?: number | undefined;
}
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

const numbersOf = (rows: readonly { number: number }[]): number[] => rows.map((row) => Number(row.number));

/** Lines of the general log by level and time, which are columns. */
function selectByColumns(db: Kysely<Tables>, { level, since, before }: LineFilter) {
  let query = db.selectFrom('logLines').where('dynamic', '=', 0);
  if (level !== undefined) query = query.where('status', '=', level);
  if (since !== undefined) query = query.where('timestamp', '>=', since);
  if (before !== undefined) query = query.where('timestamp', '<', before);
  return query;
}
const namesColumns = ({ level, since, before }: LineFilter) =>
  level !== undefined || since !== undefined || before !== undefined;

/** The newest by time, which is the order of the index. The order of the numbers differs from it if clocks differ. */
const newestByColumns = (db: Kysely<Tables>, filter: LineFilter) =>
  selectByColumns(db, filter).select('number').orderBy('timestamp', 'desc').orderBy('number', 'desc');

const isIn = (numbers: readonly number[]) =>
  numbers.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`"number" in (${sql.join(numbers)})`;

const readNumbered = (database: Database, numbers: readonly number[]) =>
  selectLines(database, 'general').where(isIn(numbers)).execute();

/**
 * Numbers of at most MAX_MATCHES + 1 lines. With a filter of both kinds, the newest lines of the rarer one are
 * searched: each is read by its own index, so a rare level in ten million lines costs no more than a frequent one.
 *
 * @returns `more`: there are, or may be, further matches
 */
async function findNumbers(
  database: Database,
  filter: LineFilter,
): Promise<{ numbers: readonly number[]; more: boolean }> {
  const limit = MAX_MATCHES + 1;
  const { text } = filter;
  const ofText = text === undefined ? undefined : numbersOf((await searchQuery(database, text)(undefined, limit)).rows);
  if (ofText && !namesColumns(filter)) return { numbers: ofText, more: ofText.length === limit };
  if (ofText && ofText.length < limit) {
    const both = await selectByColumns(database.background, filter).select('number').where(isIn(ofText)).execute();
    return { numbers: numbersOf(both), more: false };
  }
  const ofColumns = numbersOf(await newestByColumns(database.background, filter).limit(limit).execute());
  const more = ofColumns.length === limit;
  if (text === undefined) return { numbers: ofColumns, more };
  const position = sql.raw(database.dialect === 'sqlite' ? 'instr' : 'strpos');
  const both = await database.background
    .selectFrom('logLines')
    .select('number')
    .where('dynamic', '=', 0)
    .where(isIn(ofColumns))
    .where(sql<SqlBool>`${position}("search", ${text.toLowerCase()}) > 0`)
    .execute();
  return { numbers: numbersOf(both), more };
}

export async function searchLog(
  database: Database,
  filter: LineFilter,
  { page: index, size }: { page: number; size: number },
): Promise<LogPage> {
  const { numbers, more } = await findNumbers(database, filter);
  const counted = numbers.toSorted((a, b) => b - a).slice(0, MAX_MATCHES);
  const rows = await readNumbered(database, counted.slice(index * size, (index + 1) * size));
  return { items: rows.map(lineOf), total: counted.length, more };
}

/** Lines by level and time in parts, each from the index. */
async function* readByColumns(database: Database, filter: LineFilter): AsyncGenerator<readonly Row[]> {
  let query = newestByColumns(database.background, filter);
  for (;;) {
    const rows = await query
      .select(['timestamp', 'status', 'context', 'message', 'who'])
      .limit(LINES_PER_PART)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    query = newestByColumns(database.background, filter).where(
      sql<SqlBool>`("timestamp", "number") < (${last.timestamp}, ${last.number})`,
    );
  }
}

/** Lines that contain a text, in parts, which may be empty when level or time leave their lines out. */
async function* readByText(database: Database, text: string, filter: LineFilter): AsyncGenerator<readonly Row[]> {
  const find = searchQuery(database, text);
  let before: number | undefined;
  for (;;) {
    const numbers = numbersOf((await find(before, LINES_PER_PART)).rows);
    before = numbers.at(-1);
    if (before === undefined) return;
    yield await selectByColumns(database.background, filter)
      .select(['timestamp', 'status', 'context', 'message', 'who'])
      .where(isIn(numbers))
      .orderBy('number', 'desc')
      .execute();
  }
}

async function* readWhole(database: Database, log: LogName): AsyncGenerator<readonly Row[]> {
  let before = (await readRange(database, log)).last + 1;
  for (;;) {
    const rows = await selectLines(database, log).where('number', '<', before).limit(LINES_PER_PART).execute();
    const oldest = rows.at(-1);
    if (oldest === undefined) return;
    yield rows;
    before = Number(oldest.number);
  }
}

/**
 * Every line that the log has at the start, newest first, in parts of at most 1,000 so that a download does not block the
 * server.
 *
 * @param filter of the general log
 */
export async function* readAll(
  database: Database,
  log: LogName,
  filter: LineFilter,
): AsyncGenerator<readonly LogLine[]> {
  const parts =
    filter.text !== undefined
      ? readByText(database, filter.text, filter)
      : namesColumns(filter)
        ? readByColumns(database, filter)
        : readWhole(database, log);
  for await (const rows of parts) yield rows.map(lineOf);
}
