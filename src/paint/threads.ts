/**
 * The painting threads: started together, ended together. They do not keep an idle process alive.
 *
 *   PaintThreads, createThreads
 */
import { Worker } from 'node:worker_threads';
import { kernelModule } from './kernel.ts';
import { isReplaced, REPLACED } from './replaced.ts';
import { LAYOUT, READY, SLOT_BYTES } from './slots.ts';
import type { PainterWorkerData } from './worker.ts';

export interface PaintThreads {
  /** how many are running */
  readonly count: number;
  /** whether one of them takes rows */
  isReady(): boolean;
  /** Does nothing when they are running. */
  start(): void;
  /** Call it only while nothing is painted: a row that a thread is painting would be lost. */
  end(): Promise<unknown>;
  /** Resolves when the threads that were ended last have gone. */
  whenEnded(): Promise<unknown>;
  /** @param busy the threads keep the process alive while they paint */
  keepAlive(busy: boolean): void;
}

/**
 * @param slots   address of the slots
 * @param words   the slots
 * @param scratch addresses: one thread for each
 * @param died    called when a thread dies
 */
export function createThreads(
  memory: WebAssembly.Memory,
  { slots, words, scratch }: { slots: number; words: Int32Array; scratch: readonly number[] },
  onDeath: (error: Error) => void,
): PaintThreads {
  let threads: Worker[] = [];
  let ending: Promise<unknown> = Promise.resolve();
  return {
    get count() {
      return threads.length;
    },
    isReady: () => Atomics.load(words, READY) > 0,
    start() {
      if (threads.length > 0) return;
      threads = scratch.map((own, index) => {
        const data: PainterWorkerData = {
          ...{ memory, module: kernelModule(), layout: LAYOUT, slots, slotBytes: SLOT_BYTES },
          ...{ scratch: own, thread: index + 1 },
        };
        const thread = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
        thread.on('error', (cause: Error) => {
          onDeath(new Error(isReplaced(cause) ? REPLACED : 'a painting thread died', { cause }));
        });
        return thread;
      });
    },
    end() {
      const old = threads;
      threads = [];
      Atomics.store(words, READY, 0);
      ending = Promise.all(old.map((thread) => thread.terminate()));
      return ending;
    },
    whenEnded: () => ending,
    keepAlive(busy) {
      for (const thread of threads) {
        if (busy) thread.ref();
        else thread.unref();
      }
    },
  };
}
