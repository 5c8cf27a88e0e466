/**
 * Calls of a store of blobs that fail: a disk that is full or broken, a store that is away.
 *
 *   countFailures
 */
import { BlobMissing, type Blobs, BlobTooLarge } from './blobs.ts';

/** Answers that a caller expects, and what callers themselves broke off. */
const isExpected = (error: unknown) =>
  error instanceof BlobMissing || error instanceof BlobTooLarge || (error as Error | undefined)?.name === 'AbortError';

/** @returns the same store, and how many of its calls failed since, those on what it opened included */
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
