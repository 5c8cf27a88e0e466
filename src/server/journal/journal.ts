/**
 * The journal: one line for every operation. Lines about image sets and about the LCDV mapping make the dynamic image
 * log, all others the general log.
 *
 *   write, writeAlone   a line, inside the caller's transaction or in one of its own
 *   Line, Subject
 *   MARKS               the words that the specification starts messages of the dynamic image log with
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
/** of the other fields; a user name has 200 characters at most */
const FIELD_LENGTH = 200;

export interface Line {
  status: LogLine['status'];
  context: string;
  /** chooses the log, and the mark that the message is written with; absent: the general log */
  about?: Subject;
  message: string;
  /** the user's name, or `system` */
  who: string;
}

/** Control characters become spaces: a line stays one line, whatever a file name holds. */
const oneLine = (text: string, length: number) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, length);

/** rows of one statement */
const AT_ONCE = 500;

/**
 * Numbers without gaps need a counter whose row locks out other writers until the transaction ends. So all lines of a
 * transaction are written at its end, general log first: waits are short, and there is no deadlock.
 */
async function addLines(trx: Transaction<Tables>, lines: readonly Line[]): Promise<void> {
  const timestamp = databaseNow(trx);
  const rows = lines.map(({ status, about, ...line }) => {
    const [context, who] = [oneLine(line.context, FIELD_LENGTH), oneLine(line.who, FIELD_LENGTH)];
    const message = oneLine(`${about === undefined ? '' : PREFIXES[about]}${line.message}`, MESSAGE_LENGTH);
    const dynamic = about === undefined ? 0 : 1;
    const search = `${status} ${context} ${message}`.toLowerCase();
    return { timestamp, status, context, message, who, dynamic, search };
  });
  for (const dynamic of [0, 1]) {
    const mine = rows.filter((row) => row.dynamic === dynamic);
    if (mine.length === 0) continue;
    const { lines: last } = await trx
      .insertInto('logCounts')
      .values({ dynamic, lines: mine.length })
      .onConflict((conflict) =>
        conflict.column('dynamic').doUpdateSet({ lines: sql`${sql.ref('logCounts.lines')} + ${mine.length}` }),
      )
      .returning('lines')
      .executeTakeFirstOrThrow();
    const first = Number(last) - mine.length + 1;
    const numbered = mine.map((row, i) => ({ ...row, number: first + i }));
    for (let at = 0; at < numbered.length; at += AT_ONCE) {
      await trx
        .insertInto('logLines')
        .values(numbered.slice(at, at + AT_ONCE))
        .execute();
    }
  }
}

const lineHook: CommitHook<Tables, Line> = { table: 'logCounts', run: addLines };

/** Inside the caller's transaction: both happen or neither. The line is there when the transaction has ended. */
export const write = (trx: Transaction<Tables>, line: Line): Promise<void> => beforeCommit(trx, line, lineHook);

export const writeAlone = (database: Database, line: Line): Promise<void> =>
  database.transaction((trx) => write(trx, line));
