/**
 * Statements that fail.
 *
 *   DatabaseUnavailable   the database does not answer at the moment
 *   isUniqueViolation     of either dialect
 *   watchStatements       counts failures, turns those of an unreachable database into DatabaseUnavailable, reports them
 */
import { NoSpace, Unavailable } from '../unavailable.ts';

export class DatabaseUnavailable extends Unavailable {
  constructor(cause: unknown) {
    const message = 'The database does not answer at the moment. Try again in a few seconds.';
    super(message, { code: 'database-unavailable', cause });
  }
}

const diskFull = (cause: unknown) =>
  new NoSpace('The disk of the database is full. Ask an administrator to free space.', { code: 'store-full', cause });

const SQLITE_ERROR = 'ERR_SQLITE_ERROR';

export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '23505' || (code === SQLITE_ERROR && /UNIQUE constraint failed/.test(message ?? ''));
}

/**
 * SQLSTATE classes 08 connection, 28 authorisation, 53 resources, 57P operator intervention, 58 system error; 25006:
 * the server accepts no writes, such as a standby before it takes over; 25P03, 57014: it cancelled a transaction or
 * statement that took too long; 3D000: there is no such database.
 */
const UNAVAILABLE = /^(08|28|53|57P|58)|^(25006|25P03|57014|3D000)$/;
const DISK_FULL = '53100';
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);
/** Messages of the driver, which has no codes for these. */
const DRIVER = [
  'Connection terminated',
  'connection error and is not queryable',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'calling end on the pool',
  'connection has been discarded',
];
/** SQLite's primary result codes: busy, locked, read-only, I/O error, cannot open. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 14]);
const SQLITE_FULL = 13;

/** @returns the error to throw: the same one, unless it means that the database is unreachable or full */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Unavailable) return error;
  const { errcode } = error as { errcode?: number };
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === SQLITE_ERROR) {
    const primary = (errcode ?? 0) & 0xff;
    if (primary === SQLITE_FULL) return diskFull(error);
    return SQLITE_UNAVAILABLE.has(primary) ? new DatabaseUnavailable(error) : error;
  }
  if (code === DISK_FULL) return diskFull(error);
  // If all addresses of a host fail, one error holds those of each address, with their codes.
  const inner =
    error instanceof AggregateError ? error.errors.map((one) => String((one as { code?: string }).code)) : [];
  const away =
    UNAVAILABLE.test(code) ||
    [code, ...inner].some((one) => NETWORK.has(one)) ||
    DRIVER.some((words) => error.message.includes(words));
  return away ? new DatabaseUnavailable(error) : error;
}

/** Called once when the database stops answering and once when it answers again. */
export interface DatabaseReport {
  /** @param error its cause is the error of the database or its driver */
  away(error: Unavailable): void;
  /** @param milliseconds how long it was away */
  back(milliseconds: number): void;
  /** A connection was lost, idle or in use; the next statement opens another. */
  lost(error: Error): void;
  /** This machine's clock differs from the database's by more than it should, or no longer does. */
  skewed(milliseconds: number): void;
}
export const NO_REPORT: DatabaseReport = { away: () => {}, back: () => {}, lost: () => {}, skewed: () => {} };

/** A full disk still allows reads, so nothing shows when it has space again: the report is repeated instead. */
const FULL_REPORT_INTERVAL_MS = 60_000;
/** Longer than the interval of monitoring and than a job's pause between two attempts. */
const FULL_REMEMBERED_MS = 60_000;
/**
 * The database counts as back after this long without a failure: while it stops, it refuses some connections and serves
 * others.
 */
const RECOVERY_MS = 1_000;

export function watchStatements(report: DatabaseReport) {
  let count = 0;
  let awaySince: number | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let fullReportedAt = Number.NEGATIVE_INFINITY;
  let full: { error: NoSpace; at: number } | undefined;

  function failed(error: unknown): unknown {
    // Callers expect unique violations; they are not failures.
    if (isUniqueViolation(error)) return error;
    count += 1;
    const passedOn = asUnavailable(error);
    const now = performance.now();
    if (passedOn instanceof NoSpace) {
      full = { error: passedOn, at: now };
      if (now - fullReportedAt < FULL_REPORT_INTERVAL_MS) return passedOn;
      fullReportedAt = now;
      report.away(passedOn);
    } else if (passedOn instanceof DatabaseUnavailable) {
      failedAt = now;
      if (awaySince !== undefined) return passedOn;
      awaySince = now;
      report.away(passedOn);
    }
    return passedOn;
  }

  return {
    count: () => count,
    /** The error of a statement that found the disk full within the last minute. */
    recentlyFull: () => (full && performance.now() - full.at < FULL_REMEMBERED_MS ? full.error : undefined),
    /** Runs a statement. @throws what `asUnavailable` makes of its error */
    async run<R>(run: () => Promise<R>): Promise<R> {
      let result: R;
      try {
        result = await run();
      } catch (error) {
        throw failed(error);
      }
      const now = performance.now();
      if (awaySince !== undefined && now - failedAt >= RECOVERY_MS) {
        report.back(now - awaySince);
        awaySince = undefined;
      }
      return result;
    },
  };
}
export type Statements = ReturnType<typeof watchStatements>;
