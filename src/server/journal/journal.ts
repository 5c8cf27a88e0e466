/**
 * The journal: one line for every operation. Lines about image sets start with `DynamicImageSet`, those of the LCDV
 * mapping with `Corvet`; they make the dynamic image log, all others the general log.
 *
 *   write, writeAlone   a line, inside the caller's transaction or in one of its own
 *   DYNAMIC_IMAGE_SET, CORVET
 */
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { LogLine } from '../../contract/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../schema.ts';

export const DYNAMIC_IMAGE_SET = 'DynamicImageSet';
export const CORVET = 'Corvet';
const MESSAGE_LENGTH = 4000;

export interface Line {
  status: LogLine['status'];
  context: string;
  message: string;
  /** the user's name, or `system` */
  who: string;
}

/** Control characters become spaces: a line stays one line, whatever a file name holds. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, MESSAGE_LENGTH);

export async function write(trx: Transaction<Tables>, line: Line, now = Date.now()): Promise<void> {
  const message = oneLine(line.message);
  const context = oneLine(line.context);
  const dynamic = message.includes(DYNAMIC_IMAGE_SET) || message.includes(CORVET) ? 1 : 0;
  // The counter's row keeps other writers out until this transaction ends: numbers have no gap.
  const { lines: number } = await trx
    .insertInto('logCounts')
    .values({ dynamic, lines: 1 })
    .onConflict((conflict) => conflict.column('dynamic').doUpdateSet({ lines: sql`${sql.ref('logCounts.lines')} + 1` }))
    .returning('lines')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('logLines')
    .values({
      timestamp: now,
      status: line.status,
      context,
      message,
      who: line.who,
      dynamic,
      number,
      search: `${line.status} ${context} ${message}`.toLowerCase(),
    })
    .execute();
}

export const writeAlone = (database: Database, line: Line): Promise<void> =>
  database.transaction((trx) => write(trx, line));
