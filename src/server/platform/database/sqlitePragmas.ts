/**
 * What both sides of the SQLite connection share: apart from the writer's file, whose import starts it in a thread.
 *
 *   PRAGMAS               measured: see docs/decisions
 *   Statement, Answer     what goes to the writing thread and comes back
 */
import type { SQLInputValue } from 'node:sqlite';

export const PRAGMAS = [
  'journal_mode = wal',
  'synchronous = full',
  'busy_timeout = 5000',
  'foreign_keys = on',
  'cache_size = -65536',
];

export interface Statement {
  sql: string;
  parameters: SQLInputValue[];
}
export interface Answer {
  rows: Record<string, unknown>[];
  changes?: number;
}
/** An error as it crosses from the thread. */
export interface Failure {
  error: { message: string; code: string; errcode: number };
}
