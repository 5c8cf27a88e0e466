/** Written by scripts/trainHuffman.ts: Huffman tables that fit pictures of cars. Every symbol of JPEG has a code. */
import type { HuffmanTables } from './huffman.ts';

const hex = (text: string): number[] => [...Buffer.from(text, 'hex')];

export const TRAINED: HuffmanTables = {
  acY: {
    counts: [0, 2, 1, 3, 1, 4, 5, 5, 9, 10, 8, 9, 0, 2, 0, 103],
    symbols: hex(
      '0001020304110506122131071341516114227181911532425253a1b1c1d10816172333627292a2e143545664829394d2182434444555a4b2c2f02535637383a37484a5b3d3e2f12666c30927363757657595b4c4d4e3f26a767778797a85868788898a969798999aa6a7a8a9aab5b6b7b8b9bac5c6c7c8c9cad5d6d7d8d9dae4e5e6e7e8e9eaf3f4f5f6f7fa191a28292a38393a464748494a58595a676869f8f90a',
    ),
  },
  acC: {
    counts: [1, 0, 2, 1, 3, 1, 4, 8, 2, 9, 1, 1, 2, 0, 0, 127],
    symbols: hex(
      '00011102031213042131415105145291a1b1d1f0226106153242627181c1e1233353f12416344392d27208090a17181925071a262728292a35363738393a4445464748494a5455565758595a636465666768696a737475767778797a82838485868788898a939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
    ),
  },
  dcY: { counts: [1, 0, 1, 5, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: hex('000401020305060708090b0a') },
  dcC: { counts: [1, 1, 1, 1, 1, 1, 1, 1, 0, 3, 1, 0, 0, 0, 0, 0], symbols: hex('0001020304050607090a0b08') },
};
