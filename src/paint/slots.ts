/**
 * The running paintings, as words in shared memory: which row is next, how many are done. Any thread takes rows of any
 * painting, lowest slot first, and none waits for another.
 *
 *   SLOTS, SLOT_BYTES       how many paintings at once, and the bytes that they need
 *   LAYOUT                  what a thread has to agree on with the one that started it
 *   Slot                    one painting's words
 *   publish, close, claim   offer rows, withdraw the offer, take a row
 *
 * A slot's first word holds its generation and its next row. It is closed before the other words change and opened after
 * them, so a late thread cannot take a row of a painting whose words it has not read.
 */

export const SLOTS = 8;
const SLOT_WORDS = 19;
/** Words before the slots. */
const HEAD_WORDS = 16;
export const SLOT_BYTES = (HEAD_WORDS + SLOTS * SLOT_WORDS) * 4;

/** Incremented when rows are offered: idle threads wait for it. */
export const WAKE = 0;
/** Incremented when a painting's last row is done: the main thread waits for it. */
export const FINISHED = 1;
/** How many threads take rows. */
export const READY = 2;

export const JPEG = 0;
export const TRANSPARENT = 1;
export const ON_WHITE = 2;
export const PNG_ALPHA = 3;
export const PNG_OPAQUE = 4;
/** Pixels that are painted already become the render-ready form, in their place. */
export const PACK = 5;

/** Offsets in a slot. */
export const Slot = {
  next: 0,
  /** rows: of tiles, or bands of several rows of tiles where the stack is scaled or written as PNG */
  total: 1,
  done: 2,
  failed: 3,
  kind: 4,
  tables: 5,
  layers: 6,
  /** of the picture */
  width: 7,
  height: 8,
  out: 9,
  /** JPEG and PNG: bytes from one row's or band's start to the next one's, and where its length goes */
  stride: 10,
  lengths: 11,
  jpegTables: 12,
  /** Scaled: the plan, or 0. Scaled or PNG: memory for each thread, `workBytes` apart */
  plan: 13,
  work: 14,
  workBytes: 15,
  /** PNG: rows of tiles in a band, and how much of each thread's memory is for its writer; scaling has the rest */
  band: 16,
  writerBytes: 17,
  /** JPEG, not scaled: address of the numbers of the rows to paint */
  rows: 18,
} as const;

/** A thread that starts late may have been loaded from files of another version. */
export const LAYOUT = JSON.stringify([
  ...[SLOTS, HEAD_WORDS, SLOT_WORDS, WAKE, FINISHED, READY],
  ...[JPEG, TRANSPARENT, ON_WHITE, PNG_ALPHA, PNG_OPAQUE, PACK],
  Slot,
]);

/** As a row: closed. More than the 4,096 rows of the tallest picture. */
const CLOSED = 0xffff;

export const slotAt = (index: number): number => HEAD_WORDS + index * SLOT_WORDS;

/** Withdraws the rows of a slot that nobody has taken. @returns how many were taken */
export function close(words: Int32Array, slot: number): number {
  for (;;) {
    const before = Atomics.load(words, slot + Slot.next);
    if (Atomics.compareExchange(words, slot + Slot.next, before, before | CLOSED) !== before) continue;
    const row = before & CLOSED;
    return row === CLOSED ? 0 : Math.min(row, Atomics.load(words, slot + Slot.total));
  }
}

/** Offers the rows of a painting in a slot that is closed and whose rows are done. */
export function publish(words: Int32Array, slot: number, values: readonly (readonly [number, number])[]): void {
  const generation = (Atomics.load(words, slot + Slot.next) >>> 16) + 1;
  for (const [offset, value] of [...values, [Slot.done, 0] as const, [Slot.failed, 0] as const]) {
    Atomics.store(words, slot + offset, value);
  }
  Atomics.store(words, slot + Slot.next, (generation & 0x7fff) << 16);
  Atomics.add(words, WAKE, 1);
  Atomics.notify(words, WAKE);
}

/** @returns a row for the caller alone, or -1 */
export function claim(words: Int32Array, slot: number): number {
  for (;;) {
    const before = Atomics.load(words, slot + Slot.next);
    const row = before & CLOSED;
    if (row === CLOSED || row >= Atomics.load(words, slot + Slot.total)) return -1;
    if (Atomics.compareExchange(words, slot + Slot.next, before, before + 1) === before) return row;
  }
}
