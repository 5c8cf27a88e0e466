/**
 * A queue that serves its lanes in turn: however much waits in one lane, the first item of another lane waits for at most one
 * item of each lane. It is in this room because the paint engine and the server both use it.
 *
 *   FairQueue, createFairQueue
 */
export interface FairQueue<Item> {
  /** waiting items */
  readonly size: number;
  /** waiting items of a lane */
  sizeOf(lane: string): number;
  push(lane: string, item: Item): void;
  /** Takes the oldest item of the lane whose turn it is. */
  shift(): Item | undefined;
  /** Takes the newest item of a lane. */
  pop(lane: string): Item | undefined;
  /** @returns whether it was there */
  remove(lane: string, item: Item): boolean;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of their turns; none is empty. */
  const lanes = new Map<string, Set<Item>>();
  let size = 0;

  function take(lane: string, items: Set<Item>, item: Item | undefined): Item | undefined {
    if (item === undefined || !items.delete(item)) return undefined;
    size -= 1;
    if (items.size === 0) lanes.delete(lane);
    return item;
  }

  return {
    get size() {
      return size;
    },
    sizeOf: (lane) => lanes.get(lane)?.size ?? 0,
    push(lane, item) {
      const items = lanes.get(lane) ?? new Set();
      items.add(item);
      lanes.set(lane, items);
      size += 1;
    },
    shift() {
      const [first] = lanes;
      if (!first) return undefined;
      const [lane, items] = first;
      // The lane goes to the end of the line, if it has items left.
      lanes.delete(lane);
      lanes.set(lane, items);
      return take(lane, items, items.values().next().value);
    },
    pop(lane) {
      const items = lanes.get(lane);
      return items && take(lane, items, [...items].at(-1));
    },
    remove(lane, item) {
      const items = lanes.get(lane);
      return items !== undefined && take(lane, items, item) !== undefined;
    },
  };
}
