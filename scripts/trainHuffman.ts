/**
 * Writes src/paint/jpeg/trained.ts: Huffman tables that fit pictures of cars, so that a JPEG is as small as with optimised
 * tables, without a second pass. It paints the demo's cars, has libjpeg find the best tables for them, and gives every other
 * symbol of JPEG a long code.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { carOf, Studio } from '../demo/drawing/scene.ts';
import { models } from '../demo/models/models.ts';
import { exteriorView, interior } from '../demo/pictures.ts';
import { type HuffmanTable, STANDARD } from '../src/paint/jpeg/huffman.ts';

const STACK = ['shadow', 'wheels_', 'body_0MM0', 'roof_black', 'glass_clear', 'lights_led', 'mirror_black'];
const INTERIOR = ['shell', 'seats_', 'dashboard_plain', 'ambient_', 'steering_wheel'];

async function painted(pictures: ReadonlyMap<string, Uint8Array>, names: readonly string[]): Promise<Buffer> {
  const layers = names.flatMap((name) => {
    const path = [...pictures.keys()].find((key) => !key.startsWith('thumb') && key.includes(`/${name}`));
    return path === undefined ? [] : [{ input: Buffer.from(pictures.get(path) as Uint8Array) }];
  });
  return sharp({ create: { width: 1280, height: 720, channels: 3, background: '#ffffff' } })
    .composite(layers)
    .png()
    .toBuffer();
}

/** Code lengths by symbol, for each table that the file has: DC 0, DC 1, AC 0x10, AC 0x11. */
function lengthsOf(jpeg: Buffer): Map<number, Map<number, number>> {
  const found = new Map<number, Map<number, number>>();
  for (let at = 2; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] !== 0xc4) continue;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    for (let table = at + 4; table < end; ) {
      const id = jpeg[table] as number;
      const lengths = new Map<number, number>();
      let symbol = table + 17;
      for (let length = 1; length <= 16; length++) {
        for (let i = 0; i < (jpeg[table + length] as number); i++) lengths.set(jpeg[symbol++] as number, length);
      }
      found.set(id, lengths);
      table = symbol;
    }
  }
  return found;
}

/** Lengths of at most 16 bits for all symbols, shortest where `weights` says so; jpeg_gen_optimal_table of libjpeg. */
function tableOf(symbols: readonly number[], weight: (symbol: number) => number): HuffmanTable {
  /** The last one stands for the code of only ones, which JPEG does not allow. */
  let trees = [...symbols.map((symbol) => ({ weight: weight(symbol), of: [symbol] })), { weight: 0, of: [-1] }];
  const depth = new Map<number, number>();
  while (trees.length > 1) {
    trees = trees.sort((a, b) => a.weight - b.weight);
    const [one, other, ...rest] = trees as [...[(typeof trees)[0], (typeof trees)[0]], ...typeof trees];
    const joined = { weight: one.weight + other.weight, of: [...one.of, ...other.of] };
    for (const symbol of joined.of) depth.set(symbol, (depth.get(symbol) ?? 0) + 1);
    trees = [joined, ...rest];
  }
  const counts = new Array<number>(64).fill(0);
  const add = (length: number, by: number) => {
    counts[length] = (counts[length] as number) + by;
  };
  for (const length of depth.values()) add(length, 1);
  for (let length = 63; length > 16; length--) {
    while ((counts[length] as number) > 0) {
      let shorter = length - 2;
      while (counts[shorter] === 0) shorter--;
      add(length, -2);
      add(length - 1, 1);
      add(shorter + 1, 2);
      add(shorter, -1);
    }
  }
  let longest = 16;
  while (counts[longest] === 0) longest--;
  add(longest, -1);
  const ordered = symbols.toSorted((a, b) => (depth.get(a) ?? 0) - (depth.get(b) ?? 0) || a - b);
  return { counts: counts.slice(1, 17), symbols: ordered };
}

const studio = new Studio();
const pictures: Buffer[] = [];
for (const [at, model] of models.entries()) {
  const view = (['001', '002', '003'] as const)[at % 3] as '001';
  pictures.push(await painted(await exteriorView(studio, model, carOf(model.shape), view), STACK));
}
pictures.push(await painted(await interior('lhd'), INTERIOR));
const montage = await sharp({
  create: { width: 1280, height: 720 * pictures.length, channels: 3, background: '#ffffff' },
})
  .composite(pictures.map((input, at) => ({ input, left: 0, top: 720 * at })))
  .jpeg({ quality: 85, optimiseCoding: true })
  .toBuffer();
const found = lengthsOf(montage);
const trained = (id: number, { symbols }: HuffmanTable): HuffmanTable =>
  tableOf(symbols, (symbol) => 2 ** -(found.get(id)?.get(symbol) ?? 22));

const shown = ({ counts, symbols }: HuffmanTable) =>
  `{ counts: ${JSON.stringify(counts)}, symbols: hex('${Buffer.from(symbols).toString('hex')}') }`;
writeFileSync(
  fileURLToPath(new URL('../src/paint/jpeg/trained.ts', import.meta.url)),
  `/** Written by scripts/trainHuffman.ts: Huffman tables that fit pictures of cars. Every symbol of JPEG has a code. */
import type { HuffmanTables } from './huffman.ts';

const hex = (text: string): number[] => [...Buffer.from(text, 'hex')];

export const TRAINED: HuffmanTables = {
  acY: ${shown(trained(0x10, STANDARD.acY))},
  acC: ${shown(trained(0x11, STANDARD.acC))},
  dcY: ${shown(trained(0x00, STANDARD.dcY))},
  dcC: ${shown(trained(0x01, STANDARD.dcC))},
};
`,
);
