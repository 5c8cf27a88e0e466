/**
 * The process's own log: one JSON object a line on standard output, for operators. What users do is recorded in the
 * journal instead.
 *
 *   Log
 *   openLog
 *   openFailureLog   logs once when something starts to fail, and once when it works again
 */
import { type Logger, pino } from 'pino';
import { DatabaseUnavailable } from './database/failures.ts';
import { traceParent } from './tracing.ts';

export type Log = Logger;

/** Names the trace that a line belongs to, as OpenTelemetry does. */
const traceFields = (): object => {
  const [, trace_id, span_id] = traceParent()?.split('-') ?? [];
  return trace_id === undefined ? {} : { trace_id, span_id };
};

/** @param level `fatal` … `debug`, or `silent` */
export const openLog = (level: string): Log =>
  pino({ level, mixin: traceFields, redact: ['req.headers.cookie', 'req.headers.authorization'] });

/** Takes the outcomes of an action that may be repeated every second. */
export interface FailureLog {
  failed(error: unknown): void;
  worked(): void;
}

/** @param what the action, to begin a sentence: `Looking for jobs` */
export function openFailureLog(log: Pick<Log, 'error' | 'warn'>, what: string): FailureLog {
  let failing = false;
  return {
    failed(error) {
      // The database reports its own outages.
      if (failing || error instanceof DatabaseUnavailable) return;
      failing = true;
      log.error({ err: error }, `${what} fails`);
    },
    worked() {
      if (failing) log.warn(`${what} works again`);
      failing = false;
    },
  };
}
