/**
 * Lets so many in at once; the others wait in line.
 *
 *   createGate
 */
export function createGate(places: number) {
  let free = places;
  const line = new Set<() => void>();
  return async <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted();
    if (free > 0) free--;
    else await turn(line, signal);
    try {
      return await work();
    } finally {
      const next = line.values().next();
      if (next.done) free++;
      else {
        line.delete(next.value);
        next.value();
      }
    }
  };
}

/** Whoever goes leaves the line. @throws the signal's reason */
function turn(line: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const called = (): void => {
      signal.removeEventListener('abort', gone);
      resolve();
    };
    const gone = (): void => {
      line.delete(called);
      reject(signal.reason);
    };
    signal.addEventListener('abort', gone);
    line.add(called);
  });
}
