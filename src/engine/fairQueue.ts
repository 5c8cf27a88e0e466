/**
 * A queue that serves its lanes in turn: however much waits in one lane, the first of another waits for one item of each
 * lane at most. Knows nothing of cars; it stands here because the paint engine and the server both queue.
 *
 *   FairQueue, createFairQueue
 */
export interface FairQueue<Item> {
  /** items that wait */
  readonly size: number;
  /** items that wait in a lane */
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
      // To the end of the turns, if anything is left of it.
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
