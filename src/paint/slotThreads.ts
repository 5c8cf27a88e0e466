/**
 * Has slots painted, by threads that share the layers' memory. The threads start when there is more to paint than the calling
 * thread should do, and end after some idle time. Nothing waits for them to start: until then the calling thread paints.
 *
 *   SlotThreads, createSlotThreads
 */
import { setImmediate } from 'node:timers/promises';
import { paintRows } from './rows.ts';
import { close, FINISHED, publish, SLOT_BYTES, SLOTS, Slot, slotAt } from './slots.ts';
import { createThreads } from './threads.ts';
import type { Tiles } from './tiles.ts';

/** Room for some thousand layers in a thread's scratch. */
const SCRATCH_BYTES = 65_536;
/** Idle threads end after this time: each takes some 13 MiB. */
const IDLE_MS = 15_000;
/** When threads have got on with no painting for this long, twice in a row, the paintings fail and the threads are replaced. */
const SILENT_MS = 15_000;
/** The calling thread also answers requests: it paints this long at a time, and this long in all before the threads start. */
const HELP_TURN_MS = 4;
const HELP_BEFORE_THREADS_MS = 20;

/** How long threads may be idle, and how long silent. */
export interface ThreadTimes {
  readonly idleMs?: number;
  readonly silentMs?: number;
}
export type SlotThreads = ReturnType<typeof createSlotThreads>;

export function createSlotThreads(
  { memory, arena, kernel }: Tiles,
  workers: number,
  { idleMs = IDLE_MS, silentMs = SILENT_MS }: ThreadTimes,
) {
  const slots = arena.allocate(SLOT_BYTES);
  const words = new Int32Array(memory.buffer, slots, SLOT_BYTES / 4);
  words.fill(0);
  for (let index = 0; index < SLOTS; index++) close(words, slotAt(index));
  const scratch = Array.from({ length: workers }, () => arena.allocate(SCRATCH_BYTES));
  const painter = { memory, kernel, scratch: arena.allocate(SCRATCH_BYTES), thread: 0 };

  const running = new Map<number, { end(): void; fail(error: Error): void }>();
  let watching = false;
  let helping = false;
  let warming = false;
  /** milliseconds that the calling thread painted since the threads ended */
  let helped = 0;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  // Nobody knows which row a dead thread had: fail all running paintings and start new threads.
  const threads = createThreads(memory, { slots, words, scratch }, (error) => void restart(error));

  function wakeWatcher(): void {
    Atomics.add(words, FINISHED, 1);
    Atomics.notify(words, FINISHED);
  }

  async function restart(error: Error): Promise<void> {
    for (const slot of running.keys()) close(words, slot);
    await threads.end();
    for (const { fail } of running.values()) fail(error);
    running.clear();
    wakeWatcher();
  }

  /** Sees to it that no painting waits for ever for a thread that does nothing. @returns end */
  function watchThreads(): () => void {
    let before = '';
    let standsStill = 0;
    const timer = setInterval(() => {
      const done = [...running.keys()].map((slot) => [words[slot + Slot.next], words[slot + Slot.done]]);
      const now = JSON.stringify([...running.keys(), done]);
      standsStill = threads.isReady() && now === before ? standsStill + 1 : 0;
      before = now;
      // Not at once: a process that was stopped goes on with a late timer.
      if (standsStill >= 2) void restart(new Error('the painting threads stand still'));
    }, silentMs).unref();
    return () => clearInterval(timer);
  }

  /** Ends finished paintings until none is running. */
  async function watch(): Promise<void> {
    if (watching) return;
    watching = true;
    threads.keepAlive(true);
    const endWatch = watchThreads();
    while (running.size > 0) {
      const seen = Atomics.load(words, FINISHED);
      for (const [slot, { end }] of running) {
        if (Atomics.load(words, slot + Slot.done) < Atomics.load(words, slot + Slot.total)) continue;
        running.delete(slot);
        end();
      }
      if (running.size > 0) await Atomics.waitAsync(words, FINISHED, seen).value;
    }
    watching = false;
    endWatch();
    threads.keepAlive(false);
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (running.size > 0) return;
      helped = 0;
      void threads.end();
    }, idleMs).unref();
  }

  /** Paints on the calling thread until a painting thread is running. */
  async function help(): Promise<void> {
    if (helping) return;
    helping = true;
    while (running.size > 0 && !threads.isReady()) {
      const before = performance.now();
      paintRows(painter, words, before + HELP_TURN_MS);
      helped += performance.now() - before;
      if (helped >= HELP_BEFORE_THREADS_MS && !warming && !closed) threads.start();
      await setImmediate();
    }
    helping = false;
  }

  return {
    /** Has the rows painted that the values describe, or what else they say done. @throws Error when a thread fails */
    async carryOut(slot: number, values: readonly (readonly [number, number])[]): Promise<void> {
      await new Promise<void>((end, fail) => {
        running.set(slot, { end, fail });
        publish(words, slot, values);
        void watch();
        void help();
      });
    },
    hasFailed: (slot: number): boolean => Atomics.load(words, slot + Slot.failed) !== 0,
    /** Ends the painting when the rows are finished that threads have: the memory that they write to must not be freed before. */
    cancel(slot: number): void {
      Atomics.store(words, slot + Slot.total, close(words, slot));
      wakeWatcher();
    },
    /** No thread takes a row of the slot from now on. */
    closeSlot(slot: number): void {
      close(words, slot);
    },
    /** Ends what is known of the slot: no thread takes a row of it, nothing waits for its end. */
    forget(slot: number): void {
      running.delete(slot);
      close(words, slot);
    },
    /** Waits for threads that are ending. @throws Error when the painter is closed */
    async ready(): Promise<void> {
      await threads.whenEnded();
      if (closed) throw new Error('the painter is closed');
    },
    /** how many are running */
    count: (): number => threads.count,
    /** Starts no threads while `paint` runs. */
    async runWithoutThreads(paint: () => Promise<void>): Promise<void> {
      warming = true;
      try {
        await paint();
      } finally {
        warming = false;
        helped = 0;
      }
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(idle);
      await restart(new Error('the painter is closed'));
    },
  };
}
