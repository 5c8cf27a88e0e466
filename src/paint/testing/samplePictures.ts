/**
 * Pictures that tests of encoders paint. They are filled in loops, because a call for each byte costs seconds.
 *
 *   KINDS          what a picture may look like
 *   samplePicture  of one kind
 *   grainy         of bytes that no encoder can shorten, so that painting them takes its time
 */
import type { RawPicture } from '../raw.ts';

type Byte = (x: number, y: number, c: number, isSpot: boolean) => number;

/**
 * Noise has the longest codes and the largest coefficients, grain and waves those of cars, spots and hard edges runs of every
 * length, flat areas the shortest codes.
 */
const BYTES = {
  noise: (random) => random,
  grain: (random) => () => 100 + (random() & 3),
  waves: (_random, seed) => (x, y, c) => 128 + 60 * Math.sin(x / 9 + seed + c) + 60 * Math.cos(y / 13 + c),
  hard: (_random, seed) => (x, y, c) => (((x >> (seed & 7)) + (y >> (c + 1))) % 2 === 0 ? 0 : 255),
  spots: (random) => (_x, _y, _c, isSpot) => (isSpot ? random() : 0),
  flat: (_random, seed) => (_x, _y, c) => (seed >>> (c * 8)) & 255,
  empty: () => () => 0,
} satisfies Record<string, (random: () => number, seed: number) => Byte>;

export type Kind = keyof typeof BYTES;
export const KINDS = Object.keys(BYTES) as readonly Kind[];

/** @param opaque otherwise transparency is of the same kind as the colours */
export function samplePicture(width: number, height: number, kind: Kind, seed: number, opaque: boolean): RawPicture {
  let state = seed | 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  };
  const byte: Byte = BYTES[kind](random, seed);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const isSpot = random() < 8;
      for (let c = 0; c < 4; c++) rgba[at + c] = byte(x, y, c, isSpot);
      if (opaque) rgba[at + 3] = 255;
    }
  }
  return { rgba, width, height };
}

export function grainy(width: number, height: number): RawPicture {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at++) rgba[at] = (at * 2_654_435_761) >>> 24;
  return { rgba, width, height };
}
