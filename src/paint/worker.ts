/** A painting thread: paints rows until there are none, then sleeps until there are. pool.ts starts it. */
import { workerData } from 'node:worker_threads';
import { instantiate } from './kernel.ts';
import { REPLACED } from './replaced.ts';
import { paintRows } from './rows.ts';
import { LAYOUT, READY, WAKE } from './slots.ts';

export interface PainterWorkerData {
  readonly memory: WebAssembly.Memory;
  readonly module: WebAssembly.Module;
  /** `LAYOUT` of the thread that started it */
  readonly layout: string;
  /** addresses: the slots, and scratch of this thread's own */
  readonly slots: number;
  readonly slotBytes: number;
  readonly scratch: number;
  /** its number, from 1 on */
  readonly thread: number;
}

const { memory, module, layout, slots, slotBytes, scratch, thread } = workerData as PainterWorkerData;
if (layout !== LAYOUT) throw new Error(REPLACED);
const painter = { memory, kernel: instantiate(module, memory), scratch, thread };
const words = new Int32Array(memory.buffer, slots, slotBytes / 4);

Atomics.add(words, READY, 1);
for (;;) {
  const seen = Atomics.load(words, WAKE);
  paintRows(painter, words);
  Atomics.wait(words, WAKE, seen);
}
