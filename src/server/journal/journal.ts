/**
 * The journal: one line for every operation. Lines about image sets and the LCDV mapping belong to the dynamic image log, all
 * others to the general log.
 *
 *   write, writeAlone   add a line, in the caller's transaction or in one of its own
 *   Line, Subject
 *   MARKS               the words that messages of the dynamic image log begin with, from the specification
 */
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { LogLine } from '../../contract/index.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { beforeCommit, type CommitHook } from '../platform/database/commitHooks.ts';
import type { Database, Tables } from '../schema.ts';

export type Subject = 'imageSets' | 'mapping';
export const MARKS: Readonly<Record<Subject, string>> = { imageSets: 'DynamicImageSet', mapping: 'Corvet' };
const PREFIXES: Readonly<Record<Subject, string>> = {
  imageSets: `${MARKS.imageSets} `,
  mapping: `${MARKS.mapping}: `,
};
const MESSAGE_LENGTH = 4000;
/** limit for the other fields; a user name has at most 200 characters */
const FIELD_LENGTH = 200;

export interface Line {
  status: LogLine['status'];
  context: string;
  /** Chooses the log and the mark before the message; absent: the general log. */
  about?: Subject;
  message: string;
  /** the user's name, or `system` */
  who: string;
}

/** Replaces control characters by spaces, so that a line stays one line whatever a file name contains. */
const oneLine = (text: string, length: number) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, length);

const ROWS_PER_STATEMENT = 500;

/**
 * Numbers without gaps need a counter, whose row blocks other writers until the transaction ends. So all lines of a
 * transaction are written at its end, which keeps waits short, and always to the general log first, which avoids deadlocks.
 */
async function addLines(trx: Transaction<Tables>, lines: readonly Line[]): Promise<void> {
  const timestamp = databaseNow(trx);
  const rows = lines.map(({ status, about, ...line }) => {
    const [context, who] = [oneLine(line.context, FIELD_LENGTH), oneLine(line.who, FIELD_LENGTH)];
    const message = oneLine(`${about === undefined ? '' : PREFIXES[about]}${line.message}`, MESSAGE_LENGTH);
    const dynamic = about === undefined ? 0 : 1;
    const search = `${status} ${context} ${message} ${who}`.toLowerCase();
    return { timestamp, status, context, message, who, dynamic, search };
  });
  for (const dynamic of [0, 1]) {
    const ofLog = rows.filter((row) => row.dynamic === dynamic);
    if (ofLog.length === 0) continue;
    const { lines: last } = await trx
      .insertInto('logCounts')
      .values({ dynamic, lines: ofLog.length })
      .onConflict((conflict) =>
        conflict.column('dynamic').doUpdateSet({ lines: sql`${sql.ref('logCounts.lines')} + ${ofLog.length}` }),
      )
      .returning('lines')
      .executeTakeFirstOrThrow();
    const first = Number(last) - ofLog.length + 1;
    const numbered = ofLog.map((row, i) => ({ ...row, number: first + i }));
    for (let at = 0; at < numbered.length; at += ROWS_PER_STATEMENT) {
      await trx
        .insertInto('logLines')
        .values(numbered.slice(at, at + ROWS_PER_STATEMENT))
        .execute();
    }
  }
}

const lineHook: CommitHook<Tables, Line> = { table: 'logCounts', run: addLines };

/** The line is written right before the transaction commits. */
export const write = (trx: Transaction<Tables>, line: Line): Promise<void> => beforeCommit(trx, line, lineHook);

export const writeAlone = (database: Database, line: Line): Promise<void> =>
  database.transaction((trx) => write(trx, line));
