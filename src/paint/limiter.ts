/**
 * Limits how much work runs at once. Waiting work is served lane by lane, so that one lane with much to do does not hold up
 * the others.
 *
 *   FairLimiter, QueueFull
 *   createFairLimiter
 */
import { createFairQueue } from '../engine/fairQueue.ts';

/** Too much work is waiting. Try again in a moment. */
export class QueueFull extends Error {}

export interface FairLimiter {
  /**
   * @param lane whose work it is
   * @throws the signal's reason when it is aborted while waiting; QueueFull; what the work throws
   */
  run<Result>(lane: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/**
 * @param concurrency how much runs at once
 * @param capacity    how much may run and wait; beyond that the newest work of the longest lane is refused
 */
export function createFairLimiter(concurrency: number, capacity = Infinity): FairLimiter {
  interface Turn {
    readonly call: () => void;
    readonly refuse: (reason: unknown) => void;
  }
  const queue = createFairQueue<Turn>();
  /** running and waiting, by lane */
  const counts = new Map<string, number>();
  let running = 0;

  const count = (lane: string, more: 1 | -1) => {
    const now = (counts.get(lane) ?? 0) + more;
    if (now > 0) counts.set(lane, now);
    else counts.delete(lane);
  };
  const drop = (lane: string): boolean => {
    const last = queue.pop(lane);
    last?.refuse(new QueueFull('the queue is full'));
    return last !== undefined;
  };

  function reserve(lane: string): void {
    if (running + queue.size < capacity) return;
    const own = counts.get(lane) ?? 0;
    const [longest, length] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [lane, own]);
    // A lane that has as much as the longest one displaces nothing.
    if (length <= own + 1 || !drop(longest)) throw new QueueFull('the queue is full');
  }

  function turn(lane: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => signal.removeEventListener('abort', onAbort);
      const waiter: Turn = {
        call() {
          leave();
          resolve();
        },
        refuse(reason) {
          leave();
          reject(reason);
        },
      };
      const onAbort = (): void => {
        queue.remove(lane, waiter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort);
      queue.push(lane, waiter);
    });
  }

  return {
    async run(lane, signal, work) {
      signal.throwIfAborted();
      reserve(lane);
      count(lane, 1);
      try {
        if (running < concurrency) running += 1;
        else await turn(lane, signal);
        try {
          return await work();
        } finally {
          const next = queue.shift();
          if (next) next.call();
          else running -= 1;
        }
      } finally {
        count(lane, -1);
      }
    },
  };
}
