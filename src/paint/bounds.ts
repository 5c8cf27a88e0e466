/**
 * What bounds the paintings that run at the same time: slots, and the work memory of scaled ones. Who finds no room waits.
 *
 *   createBounds
 */
import { SLOTS, slotAt } from './slots.ts';

/** Work memory of all scaled paintings together: it is never given back to the machine. */
const MAX_WORK_BYTES = 128 * 1024 ** 2;

export function createBounds() {
  const free = Array.from({ length: SLOTS }, (_, index) => slotAt(index));
  const waiting: (() => void)[] = [];
  const waitingForWork: (() => void)[] = [];
  let workInUse = 0;
  let closed = false;

  /** Waits until the work memory is within its bounds, or until no other painting uses any. */
  async function acquireWork(bytes: number): Promise<void> {
    while (bytes > 0 && workInUse > 0 && workInUse + bytes > MAX_WORK_BYTES) {
      await new Promise<void>((resolve) => void waitingForWork.push(resolve));
    }
    workInUse += bytes;
  }
  function releaseWork(bytes: number): void {
    workInUse -= bytes;
    if (bytes > 0) for (const wake of waitingForWork.splice(0)) wake();
  }
  async function acquireSlot(): Promise<number> {
    for (;;) {
      if (closed) throw new Error('the painter is closed');
      const slot = free.pop();
      if (slot !== undefined) return slot;
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
  }

  return {
    /**
     * Waits for a slot and for work memory, which are the caller's while `use` runs.
     * @throws Error if the painter is closed meanwhile
     */
    async within<Result>(workBytes: number, use: (slot: number) => Promise<Result>): Promise<Result> {
      await acquireWork(workBytes);
      try {
        const slot = await acquireSlot();
        try {
          return await use(slot);
        } finally {
          free.push(slot);
          waiting.shift()?.();
        }
      } finally {
        releaseWork(workBytes);
      }
    },
    /** Refuses those that wait. */
    close(): void {
      closed = true;
      for (const wake of waiting.splice(0)) wake();
    },
  };
}
