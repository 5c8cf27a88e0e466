/**
 * A set of very many SHA-256 hashes in 8 bytes each: a million take 16 MB, where a Set of texts takes 100. A hash that was
 * added is always found; one that was not is found by mistake about once in 10^13. So use it for what must be kept, not for
 * what must be deleted.
 *
 *   HashSet
 */

const HASH_BYTES = 32;
const SHARDS = 256;
const FIRST_SLOTS = 16;
const MAX_LOAD = 0.7;

/** The first 8 bytes; never 0, 0. */
const pairOf = (hashes: DataView, at: number): [high: number, low: number] => [
  hashes.getUint32(at) || 1,
  hashes.getUint32(at + 4),
];

/** Spreads hashes that differ in few bits only (the finish of murmur3). */
function spread(high: number, low: number): number {
  let mixed = low ^ Math.imul(high, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** An open hash table of pairs of numbers. 0, 0 is an empty slot. The number of slots is a power of two. */
interface Shard {
  table: Uint32Array;
  count: number;
}

/** The slot of a pair, or the empty slot for it. */
function slotOf(table: Uint32Array, high: number, low: number): number {
  const last = table.length / 2 - 1;
  for (let slot = spread(high, low) & last; ; slot = (slot + 1) & last) {
    const [first, second] = [table[slot * 2], table[slot * 2 + 1]];
    if ((first === high && second === low) || (first === 0 && second === 0)) return slot * 2;
  }
}

/** @returns whether the pair is new */
function insert(table: Uint32Array, high: number, low: number): boolean {
  const at = slotOf(table, high, low);
  if (table[at] === high && table[at + 1] === low) return false;
  table[at] = high;
  table[at + 1] = low;
  return true;
}

/** Shards grow one by one, so that no growth takes long. */
export class HashSet {
  readonly #shards: Shard[] = Array.from({ length: SHARDS }, () => ({
    table: new Uint32Array(FIRST_SLOTS * 2),
    count: 0,
  }));

  #shardOf(high: number, low: number): Shard {
    return this.#shards[spread(low, high) % SHARDS] as Shard;
  }

  #insert(high: number, low: number): void {
    const shard = this.#shardOf(high, low);
    if (insert(shard.table, high, low)) shard.count += 1;
    if (shard.count < (shard.table.length / 2) * MAX_LOAD) return;
    const larger = new Uint32Array(shard.table.length * 2);
    for (let i = 0; i < shard.table.length; i += 2) {
      const [first, second] = [shard.table[i] as number, shard.table[i + 1] as number];
      if (first !== 0 || second !== 0) insert(larger, first, second);
    }
    shard.table = larger;
  }

  /** @param hashes of 32 bytes each */
  addAll(hashes: Uint8Array): void {
    const view = new DataView(hashes.buffer, hashes.byteOffset, hashes.byteLength);
    for (let at = 0; at + HASH_BYTES <= view.byteLength; at += HASH_BYTES) this.#insert(...pairOf(view, at));
  }

  add(sha256: string): void {
    this.addAll(Buffer.from(sha256, 'hex'));
  }

  has(sha256: string): boolean {
    const [high, low] = [Number.parseInt(sha256.slice(0, 8), 16) || 1, Number.parseInt(sha256.slice(8, 16), 16)];
    const { table } = this.#shardOf(high, low);
    return table[slotOf(table, high, low)] === high;
  }
}
