/**
 * Statements as spans of traces: what is done with which table, without text and values.
 *
 *   queryTraces   an option of Kysely
 */
import type { LogEvent } from 'kysely';
import { isTracing, recordSpan } from '../tracing.ts';

/** What the name of a table follows, in statements that Kysely writes. */
const BEFORE_TABLE = ['from "', 'into "', 'update "'];
const MAX_VERB_LENGTH = 20;

function tableOf(sql: string): string {
  const positions = BEFORE_TABLE.map((words) => sql.indexOf(words) + words.length).filter((_, i) =>
    sql.includes(BEFORE_TABLE[i] ?? ''),
  );
  if (positions.length === 0) return '';
  const start = Math.min(...positions);
  return sql.slice(start, sql.indexOf('"', start));
}

export function queryTraces(system: 'sqlite' | 'postgresql'): { log?: (event: LogEvent) => void } {
  if (!isTracing()) return {};
  return {
    log({ query: { sql }, queryDurationMillis, ...event }) {
      const text = sql.trimStart();
      const verb = (text.slice(0, MAX_VERB_LENGTH).split(' ', 1)[0] ?? '').toLowerCase();
      const table = tableOf(text);
      const attributes = { 'db.system.name': system, 'db.operation.name': verb, 'db.collection.name': table };
      const failed = event.level === 'error' ? 'failed' : undefined;
      recordSpan(`${verb} ${table}`.trim(), queryDurationMillis, { kind: 'client', attributes, failed });
    },
  };
}
