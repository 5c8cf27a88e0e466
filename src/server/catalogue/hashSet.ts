/**
 * Very many SHA-256 in 8 bytes each: 16 MB for a million, where a set of texts takes 100. It never forgets one, and takes
 * one that it never saw for known about once in 10^13: fit for what must be kept, not for what must go.
 *
 *   HashSet
 */

const SHARDS = 256;
const FIRST_SLOTS = 16;
const FULLEST = 0.7;

/** An open table of pairs of numbers; 0, 0 is an empty place. */
interface Shard {
  table: Uint32Array;
  count: number;
}

/** @returns whether it is new */
function insert(table: Uint32Array, high: number, low: number): boolean {
  const slots = table.length / 2;
  for (let slot = low % slots; ; slot = (slot + 1) % slots) {
    const [first, second] = [table[slot * 2], table[slot * 2 + 1]];
    if (first === high && second === low) return false;
    if (first !== 0 || second !== 0) continue;
    table[slot * 2] = high;
    table[slot * 2 + 1] = low;
    return true;
  }
}

/** Each part grows by itself, so that none of them holds anybody up. */
export class HashSet {
  readonly #shards: Shard[] = Array.from({ length: SHARDS }, () => ({
    table: new Uint32Array(FIRST_SLOTS * 2),
    count: 0,
  }));

  #insert(shard: Shard, high: number, low: number): void {
    if (insert(shard.table, high, low)) shard.count += 1;
    if (shard.count < (shard.table.length / 2) * FULLEST) return;
    const larger = new Uint32Array(shard.table.length * 2);
    for (let i = 0; i < shard.table.length; i += 2) {
      const [first, second] = [shard.table[i] as number, shard.table[i + 1] as number];
      if (first !== 0 || second !== 0) insert(larger, first, second);
    }
    shard.table = larger;
  }

  /** All hashes of a list, 32 bytes each. */
  addAll(hashes: Buffer): void {
    for (let at = 0; at + 32 <= hashes.length; at += 32) {
      const shard = this.#shards[hashes[at + 8] as number] as Shard;
      this.#insert(shard, hashes.readUInt32LE(at), hashes.readUInt32LE(at + 4) || 1);
    }
  }

  add(sha256: string): void {
    this.addAll(Buffer.from(sha256, 'hex'));
  }

  has(sha256: string): boolean {
    const hash = Buffer.from(sha256.slice(0, 18), 'hex');
    const { table } = this.#shards[hash[8] as number] as Shard;
    const [high, low] = [hash.readUInt32LE(0), hash.readUInt32LE(4) || 1];
    const slots = table.length / 2;
    for (let slot = low % slots; ; slot = (slot + 1) % slots) {
      const [first, second] = [table[slot * 2], table[slot * 2 + 1]];
      if (first === high && second === low) return true;
      if (first === 0 && second === 0) return false;
    }
  }
}
