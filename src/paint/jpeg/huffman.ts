/**
 * Huffman tables: how many codes there are of each length 1 to 16, and the symbols in the order of their codes.
 *
 *   HuffmanTables, STANDARD    of ITU-T T.81, annex K.3
 */
export interface HuffmanTable {
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
}
export interface HuffmanTables {
  readonly acY: HuffmanTable;
  readonly acC: HuffmanTable;
  readonly dcY: HuffmanTable;
  readonly dcC: HuffmanTable;
}

const hex = (text: string): number[] => [...Buffer.from(text, 'hex')];
const SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const AC_Y =
  '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a34353637' +
  '38393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3' +
  'a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa';
const AC_C =
  '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536' +
  '3738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999a' +
  'a2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa';

/** @internal The start of the training (scripts/trainHuffman.ts). */
export const STANDARD: HuffmanTables = {
  acY: { counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d], symbols: hex(AC_Y) },
  acC: { counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77], symbols: hex(AC_C) },
  dcY: { counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: SIZES },
  dcC: { counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: SIZES },
};
