/**
 * Threads that start after the files of the running program were replaced.
 *
 *   REPLACED      what to do then
 *   isReplaced    whether a thread could not start because its file is gone, or is of another version
 */
export const REPLACED = 'Lacquer was replaced on disk while it ran: restart it.';

/** The file of a thread has another name in each build of the package. */
export const isReplaced = ({ message, code = '' }: Error & { code?: string }): boolean =>
  message === REPLACED || code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
