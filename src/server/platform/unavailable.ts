/**
 * Errors for something that the process depends on and cannot reach at the moment: the database, the blob store, disk space.
 * The request itself is fine and will work later. HTTP answers 503 (507 for a full disk); jobs wait.
 *
 *   Unavailable, NoSpace
 *   isTemporary          whether an unchanged retry may succeed, for any error
 */

export interface UnavailableOptions {
  /** stable, for programs: `database-unavailable` */
  code: string;
  /** seconds until a retry is worthwhile */
  retryAfter?: number;
  cause?: unknown;
}

export class Unavailable extends Error {
  readonly code: string;
  readonly retryAfter: number;
  /** @param message for people: what does not answer, and what to do */
  constructor(message: string, { code, retryAfter = 5, cause }: UnavailableOptions) {
    super(message, { cause });
    this.name = new.target.name;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Nothing more can be written until disk space is freed. */
export class NoSpace extends Unavailable {}

/** Errors of the operating system: a disk that is full or does not answer, too many open files. */
const TEMPORARY = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EROFS',
  'ESTALE',
  'ETIMEDOUT',
  'EAGAIN',
  'EBUSY',
]);
/** An error caused by a temporary one is temporary too. This many causes are followed; longer chains do not occur. */
const DEPTH = 5;

export function isTemporary(error: unknown): boolean {
  let one = error;
  for (let depth = 0; depth < DEPTH && one instanceof Error; depth += 1, one = one.cause) {
    if (one instanceof Unavailable || TEMPORARY.has((one as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}
