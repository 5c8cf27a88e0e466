/**
 * The paintings under way. Identical concurrent requests are painted once. A painting is cancelled when its last waiter
 * leaves. When too many are under way, the account that has most of them is refused first.
 *
 *   createSharedPaintings
 *   SharedPainting
 *   full    why a painting is refused
 */
import { QueueFull } from './limiter.ts';

/** What a painting needs to know of those that wait for it. */
export interface SharedPainting {
  /** names what is painted */
  readonly key: string;
  /** aborts when nobody waits any more */
  readonly signal: AbortSignal;
  readonly account: string;
  /** Called when the painting begins: it is too late to refuse it. */
  onBegin(): void;
}

interface UnderWay<Painted> {
  readonly painted: Promise<Painted>;
  readonly controller: AbortController;
  readonly account: string;
  waiters: number;
  /** it is being painted: too late to refuse it */
  hasBegun: boolean;
}

export const full = () => new QueueFull('the paint queue is full');

/** @param most how many may be under way */
export function createSharedPaintings<Request, Painted>(
  limit: number,
  paint: (request: Request, painting: SharedPainting) => Promise<Painted>,
) {
  const underWay = new Map<string, UnderWay<Painted>>();

  /** When too much is waiting, refuses the newest painting of the account that has the most. @throws QueueFull */
  function admit(account: string): void {
    if (underWay.size < limit) return;
    const counts = new Map<string, number>();
    for (const one of underWay.values()) counts.set(one.account, (counts.get(one.account) ?? 0) + 1);
    const own = counts.get(account) ?? 0;
    const [greediest, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    const last = [...underWay].findLast(([, one]) => one.account === greediest && !one.hasBegun);
    if (count <= own + 1 || !last) throw full();
    const [key, one] = last;
    underWay.delete(key);
    one.controller.abort(full());
  }

  function begin(key: string, request: Request, account: string): UnderWay<Painted> {
    admit(account);
    const controller = new AbortController();
    const onBegin = (): void => {
      one.hasBegun = true;
    };
    const work = paint(request, { key, signal: controller.signal, account, onBegin });
    const one: UnderWay<Painted> = { painted: work, controller, account, waiters: 0, hasBegun: false };
    underWay.set(key, one);
    const ended = (): void => {
      if (underWay.get(key) === one) underWay.delete(key);
    };
    one.painted.then(ended, ended);
    return one;
  }

  /** Adds a waiter. */
  function wait(key: string, one: UnderWay<Painted>, signal: AbortSignal | undefined): Promise<Painted> {
    one.waiters++;
    if (!signal) return one.painted;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        reject(signal.reason);
        one.waiters--;
        if (one.waiters > 0) return;
        one.controller.abort(signal.reason);
        // Later requests must not join a cancelled painting.
        if (underWay.get(key) === one) underWay.delete(key);
      };
      signal.addEventListener('abort', onAbort);
      one.painted.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  return {
    /** how many are under way, with those that wait */
    count: () => underWay.size,
    isUnderWay: (key: string): boolean => underWay.has(key),
    /**
     * Waits for a painting, which begins unless it is under way.
     * @param key names what is painted
     * @throws QueueFull, the signal's reason, or what the painting throws
     */
    join: (key: string, request: Request, account: string, signal?: AbortSignal): Promise<Painted> =>
      wait(key, underWay.get(key) ?? begin(key, request, account), signal),
  };
}
