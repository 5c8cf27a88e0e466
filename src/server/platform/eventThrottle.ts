/**
 * Keeps events that a caller can repeat at will from flooding a log: the first of a kind is reported, the others are
 * counted and reported together.
 *
 *   EventThrottle
 *   openEventThrottle
 */
export interface EventThrottle<Event> {
  /**
   * @param kind what makes two events the same
   * @returns true for the first event of its kind, to be reported now; later ones are counted
   */
  isFirst(kind: string, event: Event): boolean;
  /** Reports the counts. */
  close(): void;
}

/** kinds that are counted apart in one window; events of further kinds are counted together */
const MAX_KINDS = 100;

/**
 * @param report receives the last event of a kind and how many followed the first; `undefined`: events of many kinds
 * @param windowMs within which the same event counts as a repetition
 */
export function openEventThrottle<Event>({
  windowMs,
  report,
}: {
  windowMs: number;
  report: (event: Event | undefined, times: number) => void;
}): EventThrottle<Event> {
  const counted = new Map<string, { event: Event; times: number }>();
  let others = 0;

  function flush(): void {
    const reported = [...counted.values()];
    const more = others;
    counted.clear();
    others = 0;
    for (const { event, times } of reported) if (times > 0) report(event, times);
    if (more > 0) report(undefined, more);
  }
  const timer = setInterval(flush, windowMs).unref();

  return {
    isFirst(kind, event) {
      const known = counted.get(kind);
      if (known) {
        known.times += 1;
        known.event = event;
        return false;
      }
      if (counted.size >= MAX_KINDS) {
        others += 1;
        return false;
      }
      counted.set(kind, { event, times: 0 });
      return true;
    },
    close() {
      clearInterval(timer);
      flush();
    },
  };
}
