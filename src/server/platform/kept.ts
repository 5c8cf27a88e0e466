/**
 * What was loaded once stays in memory, up to a number of bytes; what was not used for the longest time goes first.
 *
 *   Kept
 *   keepBySize
 */
import { LRUCache } from 'lru-cache';

export interface Kept<V> {
  /** Who asks while it is being loaded waits for the same loading. When that fails, whoever came later tries once more. */
  of(key: string, load: () => Promise<V>): Promise<V>;
  /** What is kept now: it counts as used. */
  get(key: string): V | undefined;
  clear(): void;
  /** of all that is kept, as `sizeOf` says */
  bytes(): number;
}

/**
 * @param bytes   kept at most; one value that has more is not kept at all
 * @param sizeOf  bytes of memory
 * @param dropped told of each value that is no longer kept
 */
export function keepBySize<V extends object>({
  bytes,
  sizeOf,
  dropped,
}: {
  bytes: number;
  sizeOf: (value: V) => number;
  dropped?: (value: V) => void;
}): Kept<V> {
  const kept = new LRUCache<string, V>({
    maxSize: Math.max(1, Math.floor(bytes)),
    sizeCalculation: (value) => Math.max(1, Math.round(sizeOf(value))),
    ...(dropped && { dispose: dropped }),
  });
  const loading = new Map<string, Promise<V>>();
  return {
    async of(key, load) {
      const known = kept.get(key);
      if (known) return known;
      const begun = loading.get(key);
      const theirs = begun && (await begun.catch(() => undefined));
      if (theirs) return theirs;
      const fresh = load();
      loading.set(key, fresh);
      try {
        const value = await fresh;
        kept.set(key, value);
        return value;
      } finally {
        if (loading.get(key) === fresh) loading.delete(key);
      }
    },
    get: (key) => kept.get(key),
    clear: () => kept.clear(),
    bytes: () => kept.calculatedSize,
  };
}
