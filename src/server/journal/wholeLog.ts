/**
 * Reads a whole log in parts, for downloads.
 *
 *   readAll
 */
import { type SqlBool, sql } from 'kysely';
import type { LogLine } from '../../contract/index.ts';
import type { Database } from '../schema.ts';
import {
  isIn,
  type LineFilter,
  type LineRow,
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

const LINES_PER_PART = 1000;

/** Lines by level and time in parts, each from the index. */
async function* readByColumns(database: Database, filter: LineFilter): AsyncGenerator<readonly LineRow[]> {
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
async function* readByText(database: Database, text: string, filter: LineFilter): AsyncGenerator<readonly LineRow[]> {
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

async function* readWhole(database: Database, log: LogName): AsyncGenerator<readonly LineRow[]> {
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
