/**
 * Reads the logs. Lines of a log are numbered without gaps, so a page is a range of numbers: the last page of ten million lines
 * costs the same as the first. Filters use an index of the text, or of level and time.
 *
 *   LogPage, MAX_MATCHES
 *   readPage      a page of a log, newest first
 *   searchLog     a page of the lines of the general log that a filter matches
 */
import { type SqlBool, sql } from 'kysely';
import type { LogLine } from '../../contract/index.ts';
import type { Database } from '../schema.ts';
import {
  isIn,
  type LineFilter,
  type LogName,
  lineOf,
  namesColumns,
  newestByColumns,
  numbersOf,
  readRange,
  searchQuery,
  selectByColumns,
  selectLines,
} from './lineQueries.ts';

export interface LogPage {
  items: LogLine[];
  total: number;
  /** true: more lines match than `total` says */
  more: boolean;
}
/** Further matches are neither counted nor listed: nobody pages that far, and counting millions takes long. */
export const MAX_MATCHES = 10_000;

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
