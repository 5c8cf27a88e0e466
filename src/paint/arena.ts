/**
 * An allocator for the kernel's memory. Freed blocks merge with free neighbours and are reused. The memory grows only when
 * no gap is wide enough, and never shrinks.
 *
 *   Arena, createArena
 */
import { PAGE } from './kernel.ts';

export interface Arena {
  /**
   * @returns an address, 64-byte aligned; its content is undefined
   * @throws RangeError when the 4 GiB are full
   */
  allocate(bytes: number): number;
  /** @param address as allocate returned it */
  free(address: number): void;
  /** bytes allocated at present */
  readonly used: number;
}

/** A cache line; SIMD loads are fastest from it. */
const ALIGN = 64;
/** The memory grows by at least this, because each growth has a fixed cost. */
const GROW_PAGES = 64;

export function createArena(memory: WebAssembly.Memory): Arena {
  /** address -> bytes */
  const allocated = new Map<number, number>();
  /** Gaps by address; no two touch. The compiler keeps the first page for itself. */
  const gaps: { at: number; bytes: number }[] = [];
  let used = 0;

  function addGap(at: number, bytes: number): void {
    let low = 0;
    let high = gaps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((gaps[middle] as { at: number }).at < at) low = middle + 1;
      else high = middle;
    }
    const before = gaps[low - 1];
    const after = gaps[low];
    const joinsAfter = after !== undefined && at + bytes === after.at;
    if (before && before.at + before.bytes === at) {
      before.bytes += bytes;
      if (joinsAfter) {
        before.bytes += after.bytes;
        gaps.splice(low, 1);
      }
    } else if (joinsAfter) {
      after.at = at;
      after.bytes += bytes;
    } else gaps.splice(low, 0, { at, bytes });
  }

  return {
    allocate(bytes) {
      const wanted = Math.max(ALIGN, Math.ceil(bytes / ALIGN) * ALIGN);
      let gap = gaps.find((one) => one.bytes >= wanted);
      if (!gap) {
        const pages = Math.max(GROW_PAGES, Math.ceil(wanted / PAGE));
        addGap(memory.grow(pages) * PAGE, pages * PAGE);
        gap = gaps.find((one) => one.bytes >= wanted) as { at: number; bytes: number };
      }
      const { at } = gap;
      gap.at += wanted;
      gap.bytes -= wanted;
      if (gap.bytes === 0) gaps.splice(gaps.indexOf(gap), 1);
      allocated.set(at, wanted);
      used += wanted;
      return at;
    },
    free(address) {
      const bytes = allocated.get(address);
      if (bytes === undefined) throw new Error(`nothing was allocated at ${address}`);
      allocated.delete(address);
      used -= bytes;
      addGap(address, bytes);
    },
    get used() {
      return used;
    },
  };
}
