/**
 * Lets so many in at once; the others wait in line, and whoever has waited least often is served first: lanes take turns.
 *
 *   Gate, QueueFull
 *   createGate
 */
import { createFairQueue } from '../engine/fairQueue.ts';

/** Too much is waiting; try again in a moment. */
export class QueueFull extends Error {}

export interface Gate {
  /**
   * @param lane whose work it is
   * @throws the signal's reason when it is aborted while waiting; QueueFull; what the work throws
   */
  enter<Result>(lane: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/**
 * @param places so many at once
 * @param most   so many at once and in line; then the last of the longest line has to go
 */
export function createGate(places: number, most = Infinity): Gate {
  interface Turn {
    readonly call: () => void;
    readonly sendAway: (reason: unknown) => void;
  }
  const line = createFairQueue<Turn>();
  /** inside and in line, by lane */
  const counts = new Map<string, number>();
  let inside = 0;

  const count = (lane: string, more: 1 | -1) => {
    const now = (counts.get(lane) ?? 0) + more;
    if (now > 0) counts.set(lane, now);
    else counts.delete(lane);
  };
  const drop = (lane: string): boolean => {
    const last = line.pop(lane);
    last?.sendAway(new QueueFull('the queue is full'));
    return last !== undefined;
  };

  function makeRoom(lane: string): void {
    if (inside + line.size < most) return;
    const own = counts.get(lane) ?? 0;
    const [longest, length] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [lane, own]);
    // Whoever has as much as the others have gives way to nobody.
    if (length <= own + 1 || !drop(longest)) throw new QueueFull('the queue is full');
  }

  function turn(lane: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => signal.removeEventListener('abort', gone);
      const one: Turn = {
        call() {
          leave();
          resolve();
        },
        sendAway(reason) {
          leave();
          reject(reason);
        },
      };
      const gone = (): void => {
        line.remove(lane, one);
        reject(signal.reason);
      };
      signal.addEventListener('abort', gone);
      line.push(lane, one);
    });
  }

  return {
    async enter(lane, signal, work) {
      signal.throwIfAborted();
      makeRoom(lane);
      count(lane, 1);
      try {
        if (inside < places) inside += 1;
        else await turn(lane, signal);
        try {
          return await work();
        } finally {
          const next = line.shift();
          if (next) next.call();
          else inside -= 1;
        }
      } finally {
        count(lane, -1);
      }
    },
  };
}
