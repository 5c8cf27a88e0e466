/**
 * Statements that fail.
 *
 *   isUniqueViolation   of either dialect
 *   countFailures       of a connection's statements
 */
const UNIQUE = new Set(['23505', 'ERR_SQLITE_ERROR']);

export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code === undefined || !UNIQUE.has(code)) return false;
  return code === '23505' || /UNIQUE constraint failed/.test(message ?? '');
}

/** What breaks a unique key is an answer that its asker expects, no failure. */
export function countFailures() {
  let count = 0;
  return {
    count: () => count,
    /** Passes on what running a statement answers or throws. */
    async of<R>(run: () => Promise<R>): Promise<R> {
      try {
        return await run();
      } catch (error) {
        if (!isUniqueViolation(error)) count++;
        throw error;
      }
    },
  };
}
export type Failures = ReturnType<typeof countFailures>;
