/** A painting thread: takes rows until there are none, then sleeps until there are. Started by pool.ts. */
import { workerData } from 'node:worker_threads';
import { instantiate } from './kernel.ts';
import { claim, FINISHED, JPEG, ON_WHITE, SLOTS, Slot, slotAt, WAKE } from './slots.ts';

export interface PainterWorkerData {
  readonly memory: WebAssembly.Memory;
  readonly module: WebAssembly.Module;
  /** addresses: the slots, and scratch of this thread's own */
  readonly slots: number;
  readonly slotBytes: number;
  readonly scratch: number;
}

const { memory, module, slots, slotBytes, scratch } = workerData as PainterWorkerData;
const kernel = instantiate(module, memory);
const words = new Int32Array(memory.buffer, slots, slotBytes / 4);

function paint(slot: number, row: number): void {
  const word = (offset: number): number => (words[slot + offset] as number) >>> 0;
  const [tables, layers, width] = [word(Slot.tables), word(Slot.layers), word(Slot.width)];
  if (word(Slot.kind) === JPEG) {
    const out = word(Slot.out) + row * word(Slot.stride);
    const length = word(Slot.lengths) + row * 4;
    kernel.jpegRow(tables, layers, (width + 15) >> 4, row, word(Slot.jpegTables), out, length, scratch);
  } else {
    const white = word(Slot.kind) === ON_WHITE ? 1 : 0;
    kernel.pixels(tables, layers, width, word(Slot.height), row, row + 1, word(Slot.out), white, scratch);
  }
}

function paintAll(slot: number): void {
  for (let row = claim(words, slot); row >= 0; row = claim(words, slot)) {
    try {
      paint(slot, row);
    } catch {
      Atomics.store(words, slot + Slot.failed, 1);
    }
    const done = Atomics.add(words, slot + Slot.done, 1) + 1;
    if (done < Atomics.load(words, slot + Slot.total)) continue;
    Atomics.add(words, FINISHED, 1);
    Atomics.notify(words, FINISHED);
  }
}

for (;;) {
  const seen = Atomics.load(words, WAKE);
  for (let index = 0; index < SLOTS; index++) paintAll(slotAt(index));
  Atomics.wait(words, WAKE, seen);
}
