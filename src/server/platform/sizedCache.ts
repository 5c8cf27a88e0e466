/**
 * A cache in memory that is bounded by bytes and evicts the least recently used value first.
 *
 *   SizedCache
 *   openSizedCache
 */
import { LRUCache } from 'lru-cache';

export interface SizedCache<V> {
  /** Concurrent callers share one load. When it fails, the callers that joined it try again. */
  getOrLoad(key: string, load: () => Promise<V>): Promise<V>;
  /** The cached value, if any; counts as a use. */
  get(key: string): V | undefined;
  clear(): void;
  /** bytes of all cached values, by `sizeOf` */
  bytes(): number;
}

/**
 * @param bytes   limit for all cached values together; a value larger than this is not cached
 * @param sizeOf  bytes of memory that a value takes
 * @param dropped called with each value that leaves the cache
 */
export function openSizedCache<V extends object>({
  bytes,
  sizeOf,
  dropped,
}: {
  bytes: number;
  sizeOf: (value: V) => number;
  dropped?: (value: V) => void;
}): SizedCache<V> {
  const values = new LRUCache<string, V>({
    maxSize: Math.max(1, Math.floor(bytes)),
    sizeCalculation: (value) => Math.max(1, Math.round(sizeOf(value))),
    ...(dropped && { dispose: dropped }),
  });
  const loading = new Map<string, Promise<V>>();
  return {
    async getOrLoad(key, load) {
      const cached = values.get(key);
      if (cached) return cached;
      const underWay = loading.get(key);
      // The first caller gets the error; this one tries for itself.
      const shared = underWay && (await underWay.catch(() => undefined));
      if (shared) return shared;
      const fresh = load();
      loading.set(key, fresh);
      try {
        const value = await fresh;
        values.set(key, value);
        return value;
      } finally {
        if (loading.get(key) === fresh) loading.delete(key);
      }
    },
    get: (key) => values.get(key),
    clear: () => values.clear(),
    bytes: () => values.calculatedSize,
  };
}
