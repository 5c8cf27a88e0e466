/** The render-ready form: what goes in comes out, and nothing else is believed. */
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  CorruptRenderReady,
  createPainter,
  decodePicture,
  decodePlainPng,
  type LayerSource,
  toRenderReady,
} from './index.ts';
import { createMemory, instantiate, kernelModule } from './kernel.ts';
import type { RawPicture } from './raw.ts';
import { openRenderReady, padTo256, tilesOf } from './renderReady.ts';
import { createTiles } from './tiles.ts';

const sides = fc.tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 70 }));
/** One value at a place: noise, slopes, steps, waves, few values, one. */
const channels = fc.constantFrom<((x: number, y: number, random: number) => number)[]>(
  (_x, _y, random) => random,
  (x, y) => x + 2 * y,
  (x, y) => 3 * x - y,
  (x, y, random) => x * 3 + y + (random & 3),
  (x, y) => (x > y ? 255 : 0),
  (x, y) => x * y,
  (x, y) => (Math.sin(x / 9) + Math.cos(y / 7)) * 60 + 128,
  (_x, y, random) => (y % 5 === 0 ? random : 130),
  (_x, _y, random) => 127 + (random & 3),
  (_x, _y, random) => (random & 1) * 255,
  (_x, _y, random) => (random > 250 ? random : 7),
  () => 77,
  () => 0,
);
const alphas = fc.oneof(
  channels,
  fc.constant(() => 255),
);
/** Of every kind of tile, with channels that are alike and such that are not. */
const pictures = fc
  .record({ sides, r: channels, g: channels, b: channels, a: alphas, alike: fc.boolean(), seed: fc.integer() })
  .map(({ sides: [width, height], r, g, b, a, alike, seed }) => {
    const rgba = new Uint8Array(width * height * 4);
    let state = seed;
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state >>> 24;
    };
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i += 4) {
        const green = g(x, y, random());
        const others = alike ? [green + 3, green - 70] : [r(x, y, random()), b(x, y, random())];
        rgba.set([others[0] as number, green, others[1] as number, a(x, y, random())], i);
      }
    }
    return { rgba, width, height } satisfies RawPicture;
  });
/** Colours that cannot be seen are not kept. */
const seen = ({ rgba }: RawPicture) => rgba.map((value, at) => (rgba[at | 3] === 0 ? 0 : value));

describe('the render-ready form', () => {
  const tiles = createTiles();

  const shown = (picture: RawPicture) => {
    const layer = tiles.addRenderReady(toRenderReady(picture));
    const { rgba } = tiles.paint([layer], picture.width, picture.height, false);
    layer.release();
    return rgba;
  };

  it('gives every picture back as it was, wherever it can be seen', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        expect(Buffer.from(shown(picture)).equals(seen(picture))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('gives a picture of many colours back, each tile of one of its own', () => {
    // More than one byte tells apart.
    const [width, height] = [20 * 16, 20 * 16];
    const rgba = new Uint8Array(width * height * 4);
    for (let i = 0; i < width * height; i++) {
      const tile = ((i >> 4) % 20) | (((i / width) >> 4) << 5);
      rgba.set([tile, tile >> 8, 255 - tile, 255], i * 4);
    }
    expect(Buffer.from(shown({ rgba, width, height })).equals(rgba)).toBe(true);
  });

  it('is the same for the same picture, whatever was packed before', () => {
    fc.assert(
      fc.property(pictures, pictures, (one, other) => {
        const first = toRenderReady(one);
        toRenderReady(other);
        expect(toRenderReady(one)).toEqual(first);
      }),
      { numRuns: 50 },
    );
  });

  it('is the same wherever the pixels stand, and leaves them as they were', async () => {
    for (const [width, height] of [
      [33, 17],
      [160, 100],
    ] as const) {
      const rgba = Uint8Array.from({ length: width * height * 4 }, (_, i) => ((i & 3) === 3 ? 255 : (i * i) >> 5));
      const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer();
      const decoded = decodePlainPng(png) as RawPicture;
      const form = toRenderReady(decoded);
      expect(Buffer.from(decoded.rgba).equals(rgba)).toBe(true);
      expect(Buffer.from(form).equals(toRenderReady({ rgba, width, height }))).toBe(true);
    }
  });

  it('refuses what was cut short, lengthened or changed in any byte', () => {
    const used = tiles.arena.used;
    fc.assert(
      fc.property(pictures, fc.nat(), fc.integer({ min: 1, max: 255 }), (picture, place, change) => {
        const bytes = Buffer.from(toRenderReady(picture));
        const at = place % bytes.length;
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] as number) ^ change;
        for (const wrong of [changed, bytes.subarray(0, at), Buffer.concat([bytes, Buffer.from([change])])]) {
          expect(() => tiles.addRenderReady(wrong)).toThrow(CorruptRenderReady);
        }
      }),
      { numRuns: 200 },
    );
    expect(tiles.arena.used).toBe(used);
  });
});

describe('unpacking what something else wrote', () => {
  const HEAD = 36;
  const TABLE_ENTRY = 8;
  /** As far as the kernel may read past the end. */
  const BEYOND = 1280;
  const FENCE = 4096;

  /**
   * Places what is read and what is written at the end of a memory of their own, between fences.
   * @param behind what stands behind the form, again and again
   */
  function unpacked(form: Uint8Array, counts: readonly number[], behind: readonly number[] = [0]) {
    const [width, height, colours, alphas, oneColours, palette] = counts as [
      ...[number, number, number, number, number, number],
    ];
    const count = tilesOf(width, height);
    const blocks = (colours + palette) * 768 + alphas * 256;
    const room = blocks + count * TABLE_ENTRY;
    const scratch = 32 + padTo256(count) + 3 * padTo256(oneColours);
    const read = form.length + BEYOND;
    const memory = createMemory();
    memory.grow(Math.ceil((room + scratch + read + 3 * FENCE) / 65_536));
    const all = new Uint8Array(memory.buffer);
    // What is read stands last: one byte more would be outside of the memory.
    const at = all.length - read;
    const target = at - FENCE - room;
    const work = target - FENCE - scratch;
    const kernel = instantiate(kernelModule(), memory);
    all.fill(0xa5, 65_536);
    all.set(form, at);
    for (let i = 0; i < BEYOND; i++) all[at + form.length + i] = behind[i % behind.length] as number;
    const before = all.slice();
    const right = kernel.unpack(
      ...[at + HEAD, at + form.length, count, colours, alphas, oneColours, palette],
      ...[target, target + blocks, work],
    );
    const unchanged = (from: number, to: number) =>
      Buffer.compare(Buffer.from(memory.buffer, from, to - from), before.subarray(from, to)) === 0;
    expect(unchanged(65_536, work) && unchanged(work + scratch, target) && unchanged(target + room, all.length)).toBe(
      true,
    );
    if (!right) return 'refused';
    // Then nothing may lead a painter out of the blocks.
    const table = new Uint32Array(memory.buffer.slice(target + blocks, target + room));
    for (let i = 0; i < table.length; i += 2) {
      const [colour, alpha] = [table[i] as number, table[i + 1] as number];
      if (colour === 0) expect(alpha).toBe(0);
      else expect(colour >= target && colour + 768 <= target + blocks).toBe(true);
      if (alpha !== 0) expect(alpha >= target && alpha + 256 <= target + blocks).toBe(true);
    }
    return 'taken';
  }
  const countsOf = (form: Uint8Array) => {
    const { width, height, colours, alphas, oneColours, palette } = openRenderReady(form);
    return [width, height, colours, alphas, oneColours, palette];
  };

  it('takes what it packed itself', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const form = toRenderReady(picture);
        expect(unpacked(form, countsOf(form))).toBe('taken');
      }),
      { numRuns: 50 },
    );
  });

  it('never leaves its bounds, whatever the bytes are, and notices when they do not end where they should', () => {
    const found = { refused: 0, taken: 0 };
    fc.assert(
      fc.property(
        pictures,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (picture, changes, atFront) => {
          const form = toRenderReady(picture);
          const counts = countsOf(form);
          // The front has kinds, indices and the first heads of records: there damage does most.
          const span = atFront ? Math.min(60, form.length - HEAD) : form.length - HEAD;
          for (const [place, value] of changes) form[HEAD + (place % span)] = value;
          found[unpacked(form, counts)]++;
          unpacked(form.subarray(0, HEAD + ((changes[0]?.[0] ?? 0) % (form.length - HEAD))), counts);
        },
      ),
      { numRuns: 500 },
    );
    expect(found.refused).toBeGreaterThan(50);
  });

  /** A record of one value. */
  const FLAT = [7, 1];

  it('refuses more tiles of a kind than were counted, and fewer', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const form = toRenderReady(picture);
        const right = countsOf(form);
        // Colours, alphas, tiles of one colour.
        for (const which of [2, 3, 4]) {
          for (const by of [-1, 1]) {
            const counts = right.map((count, i) => (i === which ? count + by : count));
            if ((counts[which] as number) >= 0) expect(unpacked(form, counts, FLAT)).toBe('refused');
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('refuses what ends too early or too late, also when what stands behind reads like more of it', () => {
    const [width, height] = [256, 256];
    const rgba = new Uint8Array(width * height * 4).fill(255);
    for (let i = 0; i < rgba.length; i += 64) rgba[i] = 9;
    const form = toRenderReady({ rgba, width, height });
    const counts = countsOf(form);
    // The kinds of 256 opaque tiles take two bytes.
    for (const end of [HEAD, HEAD + 2, form.length >> 3, form.length >> 1, form.length - 1]) {
      expect(unpacked(form.subarray(0, end), counts, FLAT)).toBe('refused');
    }
    expect(unpacked(Buffer.concat([form, Buffer.from(FLAT)]), counts, FLAT)).toBe('refused');
    // Nothing but a head that promises a million tiles.
    expect(unpacked(form.subarray(0, HEAD), [65_535, 4096, 0, 0, 0, 0], FLAT)).toBe('refused');
  });

  it('refuses rows of more than eight bits before it reads them', () => {
    // 15 bits and 15 more for each row, as far as that would lead, and once more.
    const wide = [0xf0, 3, 0, ...Array<number>(8).fill(255)];
    const behind = Array<number>(BEYOND).fill(0);
    for (const at of [0, wide.length + 16 * 60]) behind.splice(at, wide.length, ...wide);
    const head = Buffer.alloc(HEAD);
    // One tile: opaque.
    expect(unpacked(Buffer.concat([head, Buffer.from([7, 1])]), [16, 16, 1, 0, 0, 0], behind)).toBe('refused');
  });

  it('is refused as corrupt, and nothing is kept, though its checksum is right', () => {
    const tiles = createTiles();
    const used = tiles.arena.used;
    const refused = { count: 0 };
    fc.assert(
      fc.property(pictures, fc.nat(), fc.nat(255), fc.boolean(), (picture, place, value, inHead) => {
        const form = Buffer.from(toRenderReady(picture));
        // Counts and sizes, or what follows.
        const at = inHead ? 8 + (place % 24) : HEAD + (place % (form.length - HEAD));
        form[at] = value;
        form.writeUInt32LE(crc32(form.subarray(HEAD), crc32(form.subarray(0, HEAD - 4))), HEAD - 4);
        try {
          tiles.addRenderReady(form).release();
        } catch (error) {
          expect(error).toBeInstanceOf(CorruptRenderReady);
          refused.count++;
        }
        expect(tiles.arena.used).toBe(used);
      }),
      { numRuns: 500 },
    );
    expect(refused.count).toBeGreaterThan(50);
  });

  it('is refused by version, as an older form is', () => {
    const form = Buffer.from(toRenderReady({ rgba: new Uint8Array(4), width: 1, height: 1 }));
    form.writeUInt32LE(1, 4);
    expect(() => openRenderReady(form)).toThrow(new CorruptRenderReady('version 1'));
  });
});

describe('painting from the render-ready form', () => {
  const size = { width: 40, height: 24 };
  const png = () =>
    sharp({ create: { ...size, channels: 4, background: { r: 10, g: 200, b: 30, alpha: 0.5 } } })
      .png()
      .toBuffer();

  it('shows what the PNG shows, at its size and scaled', async () => {
    const bytes = await png();
    const ready = toRenderReady(await decodePicture(bytes));
    const layer = (kind: 'picture' | 'renderReady'): LayerSource => ({
      key: kind,
      load: async () => ({ kind, bytes: kind === 'picture' ? bytes : ready }),
    });
    const painter = createPainter({ memoryBytes: 1e7 });
    for (const wanted of [size, { width: 20, height: 12 }]) {
      const [one, other] = await Promise.all(
        (['picture', 'renderReady'] as const).map((kind) =>
          painter.paint({ layers: [layer(kind)], ...wanted, format: 'png' }).then(({ bytes: b }) => b),
        ),
      );
      expect(one).toEqual(other);
    }
  });

  it('asks for something else when the form is corrupt, and fails by name without that', async () => {
    const bytes = await png();
    const corrupt = Buffer.from(toRenderReady(await decodePicture(bytes)));
    corrupt[50] = (corrupt[50] as number) ^ 1;
    const errors: Error[] = [];
    const painter = createPainter({ memoryBytes: 1e7 });
    const source: LayerSource = { key: 'a', load: async () => ({ kind: 'renderReady', bytes: corrupt }) };
    const request = { ...size, format: 'png' as const };
    await expect(painter.paint({ ...request, layers: [source] })).rejects.toThrow(CorruptRenderReady);
    const repaired: LayerSource = {
      ...source,
      fallback: async (error) => {
        errors.push(error);
        return { kind: 'picture', bytes };
      },
    };
    const fromPng: LayerSource = { key: 'b', load: async () => ({ kind: 'picture', bytes }) };
    expect((await painter.paint({ ...request, layers: [repaired] })).bytes).toEqual(
      (await painter.paint({ ...request, layers: [fromPng] })).bytes,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toBe('the checksum differs');
  });
});
