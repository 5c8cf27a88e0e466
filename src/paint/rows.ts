/**
 * Paints rows of any running painting; every thread does this.
 *
 *   RowPainter, paintRows
 */
import type { Kernel } from './kernel.ts';
import { bandOf, RESULT_BYTES } from './pngFile.ts';
import { packIn } from './renderReady.ts';
import { claim, FINISHED, JPEG, ON_WHITE, PACK, PNG_ALPHA, PNG_OPAQUE, SLOTS, Slot, slotAt } from './slots.ts';

/** Who paints: threads have their own scratch memory, and their own place in the work memory of scaled paintings. */
export interface RowPainter {
  readonly memory: WebAssembly.Memory;
  readonly kernel: Kernel;
  /** address */
  readonly scratch: number;
  /** 0: the thread that owns the pool */
  readonly thread: number;
}

type Word = (offset: number) => number;
type Four = [number, number, number, number];
type Five = [...Four, number];

function paintScaled({ kernel, scratch, thread }: RowPainter, word: Word, band: number): void {
  const stack = [Slot.tables, Slot.layers, Slot.plan, Slot.width, Slot.height].map(word) as Five;
  const work = word(Slot.work) + thread * word(Slot.workBytes);
  if (word(Slot.kind) === JPEG) {
    const jpeg = [Slot.jpegTables, Slot.out, Slot.stride, Slot.lengths].map(word) as Four;
    kernel.scaledJpegRows(...stack, band, ...jpeg, scratch, work);
  } else {
    const white = word(Slot.kind) === ON_WHITE ? 1 : 0;
    kernel.scaledPixels(...stack, band, word(Slot.out), white, scratch, work);
  }
}

/** Paints a band into memory of the thread's own, where it is still in the cache when it is compressed. */
function paintPng({ kernel, scratch, thread }: RowPainter, word: Word, index: number): void {
  const [width, height, band] = [Slot.width, Slot.height, Slot.band].map(word) as [number, number, number];
  const work = word(Slot.work) + thread * word(Slot.workBytes);
  const { pixels, writer, first, rows } = bandOf({ width, height, band }, index);
  // Where the whole picture would begin, around zero if need be: the kernel's addresses have 32 bits.
  const picture = (work + pixels - first * width * 4) >>> 0;
  const stack = [Slot.tables, Slot.layers].map(word) as [number, number];
  if (word(Slot.plan) === 0) {
    const end = (first + rows + 15) >> 4;
    kernel.pixels(...stack, width, height, first >> 4, end, picture, 0, scratch);
  } else {
    const scaling = work + word(Slot.writerBytes);
    kernel.scaledPixels(...stack, word(Slot.plan), width, height, index, picture, 0, scratch, scaling);
  }
  const out = word(Slot.out) + index * word(Slot.stride);
  const result = word(Slot.lengths) + index * RESULT_BYTES;
  const channels = word(Slot.kind) === PNG_OPAQUE ? 3 : 4;
  kernel.pngBand(work + pixels, width, rows, channels, out, result, work + writer);
}

function pack({ memory, kernel }: RowPainter, word: Word): void {
  const at = word(Slot.out);
  const bytes = packIn({ memory, kernel, at }, word(Slot.width), word(Slot.height));
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  new Uint32Array(memory.buffer, word(Slot.lengths), 1)[0] = bytes.length;
}

function paint(painter: RowPainter, words: Int32Array, slot: number, row: number): void {
  const word: Word = (offset) => (words[slot + offset] as number) >>> 0;
  const kind = word(Slot.kind);
  if (kind === PACK) {
    pack(painter, word);
    return;
  }
  if (kind === PNG_ALPHA || kind === PNG_OPAQUE) {
    paintPng(painter, word, row);
    return;
  }
  if (word(Slot.plan) !== 0) {
    paintScaled(painter, word, row);
    return;
  }
  const { kernel, scratch, memory } = painter;
  const [tables, layers, width] = [word(Slot.tables), word(Slot.layers), word(Slot.width)];
  if (kind === JPEG) {
    const [number = 0] = new Uint32Array(memory.buffer, word(Slot.rows) + row * 4, 1);
    const out = word(Slot.out) + number * word(Slot.stride);
    const length = word(Slot.lengths) + number * 4;
    kernel.jpegRow(tables, layers, (width + 15) >> 4, number, word(Slot.jpegTables), out, length, scratch);
  } else {
    const white = kind === ON_WHITE ? 1 : 0;
    kernel.pixels(tables, layers, width, word(Slot.height), row, row + 1, word(Slot.out), white, scratch);
  }
}

/**
 * Paints until no row is offered, or until the time is over.
 * @param until a time of performance.now()
 */
export function paintRows(painter: RowPainter, words: Int32Array, until = Infinity): void {
  for (let index = 0; index < SLOTS; index++) {
    const slot = slotAt(index);
    while (until === Infinity || performance.now() < until) {
      const row = claim(words, slot);
      if (row < 0) break;
      try {
        paint(painter, words, slot, row);
      } catch {
        // The slot says that it failed; errors cannot leave the thread.
        Atomics.store(words, slot + Slot.failed, 1);
      }
      const done = Atomics.add(words, slot + Slot.done, 1) + 1;
      if (done < Atomics.load(words, slot + Slot.total)) continue;
      Atomics.add(words, FINISHED, 1);
      Atomics.notify(words, FINISHED);
    }
  }
}
