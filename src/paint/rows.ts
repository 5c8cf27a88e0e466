/**
 * Paints rows of any running painting; every thread does this.
 *
 *   paintRows
 */
import type { Kernel } from './kernel.ts';
import { claim, FINISHED, JPEG, ON_WHITE, SLOTS, Slot, slotAt } from './slots.ts';

function paint(kernel: Kernel, words: Int32Array, scratch: number, slot: number, row: number): void {
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

/**
 * Paints until no row is offered, or until the time is over.
 * @param scratch address of this thread's scratch memory
 * @param until a time of performance.now()
 */
export function paintRows(kernel: Kernel, words: Int32Array, scratch: number, until = Infinity): void {
  for (let index = 0; index < SLOTS; index++) {
    const slot = slotAt(index);
    while (until === Infinity || performance.now() < until) {
      const row = claim(words, slot);
      if (row < 0) break;
      try {
        paint(kernel, words, scratch, slot, row);
      } catch {
        Atomics.store(words, slot + Slot.failed, 1);
      }
      const done = Atomics.add(words, slot + Slot.done, 1) + 1;
      if (done < Atomics.load(words, slot + Slot.total)) continue;
      Atomics.add(words, FINISHED, 1);
      Atomics.notify(words, FINISHED);
    }
  }
}
