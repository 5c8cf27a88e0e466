/**
 * The Huffman codes of one block of deflate (RFC 1951): from how often each symbol comes to codes of at most twelve bits, so
 * that four literals go into one word.
 *
 *   SYMBOLS, MAX_BITS, HUFFMAN_BYTES
 *   makeLengths     counts -> lengths, in place
 *   makeCodes       lengths -> codes as they are written, first bit lowest
 *   makePairs       codes -> one entry for each two literals
 */
export const SYMBOLS: i32 = 286;
export const MAX_BITS: i32 = 12;
/** Scratch of makeLengths: each symbol with its count, then the tree, then how many codes there are of each length. */
export const HUFFMAN_BYTES: usize = 3072;

const SYMBOL_BITS: i32 = 9;
const SYMBOL_MASK: u32 = 511;

/** Puts n u32 in order, the smallest first. */
function sort(at: usize, n: i32): void {
  for (let gap = 132; gap > 0; gap = gap == 132 ? 57 : gap == 57 ? 23 : gap == 23 ? 10 : gap == 10 ? 4 : gap == 4 ? 1 : 0) {
    for (let i = gap; i < n; i++) {
      const value = load<u32>(at + (<usize>i << 2));
      let j = i;
      while (j >= gap) {
        const other = load<u32>(at + (<usize>(j - gap) << 2));
        if (other <= value) break;
        store<u32>(at + (<usize>j << 2), other);
        j -= gap;
      }
      store<u32>(at + (<usize>j << 2), value);
    }
  }
}

// @ts-ignore: decorator
@inline
function word(at: usize, index: i32): u32 {
  return load<u32>(at + (<usize>index << 2));
}

// @ts-ignore: decorator
@inline
function setWord(at: usize, index: i32, value: u32): void {
  store<u32>(at + (<usize>index << 2), value);
}

/** Counts in ascending order become the depths of their leaves: Moffat and Katajainen, in place. */
function depths(a: usize, n: i32): void {
  setWord(a, 0, word(a, 0) + word(a, 1));
  let root = 0;
  let leaf = 2;
  for (let next = 1; next < n - 1; next++) {
    let sum: u32;
    if (leaf >= n || word(a, root) < word(a, leaf)) {
      sum = word(a, root);
      setWord(a, root++, next);
    } else sum = word(a, leaf++);
    if (leaf >= n || (root < next && word(a, root) < word(a, leaf))) {
      sum += word(a, root);
      setWord(a, root++, next);
    } else sum += word(a, leaf++);
    setWord(a, next, sum);
  }
  setWord(a, n - 2, 0);
  for (let next = n - 3; next >= 0; next--) setWord(a, next, word(a, <i32>word(a, next)) + 1);
  let available = 1;
  let used = 0;
  let depth: u32 = 0;
  let inner = n - 2;
  let next = n - 1;
  while (available > 0) {
    while (inner >= 0 && word(a, inner) == depth) {
      used++;
      inner--;
    }
    while (available > used) {
      setWord(a, next--, depth);
      available--;
    }
    available = used << 1;
    depth++;
    used = 0;
  }
}

/**
 * @param counts  of all symbols, u32, none 0 and none above 2^23
 * @param lengths receives a byte for each
 */
export function makeLengths(counts: usize, lengths: usize, scratch: usize): void {
  const order = scratch;
  const tree = scratch + 1152;
  const numbers = scratch + 2304;
  for (let i = 0; i < SYMBOLS; i++) setWord(order, i, (word(counts, i) << SYMBOL_BITS) | i);
  sort(order, SYMBOLS);
  for (let i = 0; i < SYMBOLS; i++) setWord(tree, i, word(order, i) >> SYMBOL_BITS);
  depths(tree, SYMBOLS);
  memory.fill(numbers, 0, (MAX_BITS + 1) << 2);
  for (let i = 0; i < SYMBOLS; i++) {
    const depth = min(<i32>word(tree, i), MAX_BITS);
    setWord(numbers, depth, word(numbers, depth) + 1);
  }
  // Codes that were too deep take more room than there is: others become longer until all fit.
  let total: u32 = 0;
  for (let depth = 1; depth <= MAX_BITS; depth++) total += word(numbers, depth) << (MAX_BITS - depth);
  for (; total != 1 << MAX_BITS; total--) {
    setWord(numbers, MAX_BITS, word(numbers, MAX_BITS) - 1);
    for (let depth = MAX_BITS - 1; depth > 0; depth--) {
      if (word(numbers, depth) == 0) continue;
      setWord(numbers, depth, word(numbers, depth) - 1);
      setWord(numbers, depth + 1, word(numbers, depth + 1) + 2);
      break;
    }
  }
  let rare = 0;
  for (let depth = MAX_BITS; depth > 0; depth--) {
    for (let left = word(numbers, depth); left > 0; left--) {
      store<u8>(lengths + <usize>(word(order, rare++) & SYMBOL_MASK), <u8>depth);
    }
  }
}

// @ts-ignore: decorator
@inline
function reversed(code: u32, length: u32): u32 {
  code = ((code & 0x5555) << 1) | ((code >> 1) & 0x5555);
  code = ((code & 0x3333) << 2) | ((code >> 2) & 0x3333);
  code = ((code & 0x0f0f) << 4) | ((code >> 4) & 0x0f0f);
  return (((code & 0xff) << 8) | (code >> 8)) >> (16 - length);
}

/**
 * @param lengths of all symbols
 * @param codes   receives code << 8 | length, u32 each
 * @param scratch 64 bytes
 */
export function makeCodes(lengths: usize, codes: usize, scratch: usize): void {
  memory.fill(scratch, 0, 64);
  for (let i: usize = 0; i < <usize>SYMBOLS; i++) {
    const length = <i32>load<u8>(lengths + i);
    setWord(scratch, length, word(scratch, length) + 1);
  }
  let code: u32 = 0;
  let before: u32 = 0;
  for (let length = 1; length < 16; length++) {
    code = (code + before) << 1;
    before = word(scratch, length);
    setWord(scratch, length, code);
  }
  for (let i: usize = 0; i < <usize>SYMBOLS; i++) {
    const length = <u32>load<u8>(lengths + i);
    const own = word(scratch, <i32>length);
    setWord(scratch, <i32>length, own + 1);
    store<u32>(codes + (i << 2), (reversed(own, length) << 8) | length);
  }
}

/**
 * @param pairs  receives, by the first literal and 256 times the second, both codes << 8 | their lengths' sum, u32 each
 * @param powers 1,024 bytes of scratch
 */
export function makePairs(codes: usize, pairs: usize, powers: usize): void {
  for (let i: usize = 0; i < 1024; i += 4) store<u32>(powers + i, 1 << (load<u32>(codes + i) & 255));
  for (let second: usize = 0; second < 1024; second += 4) {
    const entry = load<u32>(codes + second);
    const code = i32x4.splat(<i32>(entry & 0xffffff00));
    const length = i32x4.splat(<i32>(entry & 255));
    for (let first: usize = 0; first < 1024; first += 16, pairs += 16) {
      const both = i32x4.add(v128.load(codes + first), i32x4.mul(v128.load(powers + first), code));
      v128.store(pairs, i32x4.add(both, length));
    }
  }
}
