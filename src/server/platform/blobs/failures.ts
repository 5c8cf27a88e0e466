/**
 * Counts failed calls of a blob store: a full or broken disk, an unreachable service.
 *
 *   countFailures
 */
import { BlobMissing, type Blobs, BlobTooLarge } from './blobs.ts';

/** Errors that callers expect, and aborts by the callers themselves. */
const isExpected = (error: unknown) =>
  error instanceof BlobMissing || error instanceof BlobTooLarge || (error as Error | undefined)?.name === 'AbortError';

/** @returns the same store, and the number of failed calls so far, including those on files that it opened */
export function countFailures(blobs: Blobs): { blobs: Blobs; failures: () => number } {
  let count = 0;
  const watched = <T extends object>(target: T, opens: readonly string[]): T =>
    new Proxy(target, {
      get(_, name) {
        const value = target[name as keyof T];
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => {
          const answer: unknown = value.apply(target, values);
          if (!(answer instanceof Promise)) return answer;
          return answer.then(
            (opened) => (opens.includes(String(name)) ? watched(opened, []) : opened),
            (error: unknown) => {
              if (!isExpected(error)) count++;
              throw error;
            },
          );
        };
      },
    });
  return { blobs: watched(blobs, ['stage', 'file']), failures: () => count };
}
