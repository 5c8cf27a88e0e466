/**
 * What a process works with and cannot reach for a while: the database, the store of blobs, room on a disk. Nothing is
 * wrong with what was asked; it works again later without anybody changing it. HTTP answers 503 (507 without room), jobs
 * wait.
 *
 *   Unavailable, NoSpace
 *   isTemporary          of any error: is it worth trying again unchanged?
 */

export interface UnavailableOptions {
  /** stable, for programs: `database-unavailable` */
  code: string;
  /** seconds after which it is worth asking again */
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

/** Nothing more can be written until somebody makes room. */
export class NoSpace extends Unavailable {}

/** Of the operating system: a disk that is full or does not answer, too many open files. */
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
/** An error that was caused by one of these is temporary too; longer chains do not occur. */
const DEPTH = 5;

export function isTemporary(error: unknown): boolean {
  let one = error;
  for (let depth = 0; depth < DEPTH && one instanceof Error; depth += 1, one = one.cause) {
    if (one instanceof Unavailable || TEMPORARY.has((one as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}
