/**
 * The plain decoder against sharp: it gives the same pixels or none, and none for every file that sharp refuses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePicture, decodePlainPng } from './index.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
function head(width: number, height: number, colour: number, rest = [0, 0, 0]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, colour, ...rest], 8);
  return chunk('IHDR', data);
}
const END = chunk('IEND', Buffer.alloc(0));
const text = (value: string) => Buffer.from(value, 'latin1');

interface Made {
  width: number;
  height: number;
  channels: number;
  /** one a row */
  filters: readonly number[];
  bytes: Uint8Array;
}
/** Any bytes are a picture, whatever the filters: decoders only add. */
function rowsOf({ width, height, channels, filters, bytes }: Made): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * channels, filters[y % filters.length]);
    for (let x = 1; x < row.length; x++) row[x] = bytes[(y * width * channels + x) % bytes.length] as number;
    return row;
  });
  return Buffer.concat(rows);
}
const pngOf = (made: Made, { before = [] as Buffer[], pieces = 1 } = {}) => {
  const data = deflateSync(rowsOf(made), { level: 1 });
  const size = Math.ceil(data.length / pieces);
  const parts = Array.from({ length: Math.ceil(data.length / size) }, (_, i) =>
    chunk('IDAT', data.subarray(i * size, (i + 1) * size)),
  );
  return Buffer.concat([
    SIGNATURE,
    head(made.width, made.height, made.channels === 3 ? 2 : 6),
    ...before,
    ...parts,
    END,
  ]);
};
const picture = (channels: number): fc.Arbitrary<Made> =>
  fc.record({
    width: fc.integer({ min: 1, max: 41 }),
    height: fc.integer({ min: 1, max: 12 }),
    channels: fc.constant(channels),
    filters: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 }),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 2000 }),
      fc
        .array(fc.constantFrom(0, 1, 127, 128, 254, 255), { minLength: 1, maxLength: 500 })
        .map((values) => Uint8Array.from(values)),
    ),
  });

/** What sharp makes of it; undefined: it refuses. */
const bySharp = (png: Buffer) => decodePicture(png).catch(() => undefined);
async function same(png: Buffer): Promise<boolean> {
  const own = decodePlainPng(png);
  if (!own) return false;
  const rgba = Buffer.from(own.rgba);
  const other = await bySharp(png);
  expect({ width: own.width, height: own.height }).toEqual({ width: other?.width, height: other?.height });
  expect(rgba.equals(other?.rgba ?? Buffer.alloc(0))).toBe(true);
  return true;
}

const small: Made = {
  width: 9,
  height: 5,
  channels: 4,
  filters: [0, 1, 2, 3, 4],
  bytes: Uint8Array.from({ length: 251 }, (_, i) => i * 37),
};

describe('pixels are those that sharp gives', () => {
  it.each([3, 4])('every filter and size, %s channels', async (channels) => {
    await fc.assert(
      fc.asyncProperty(picture(channels), fc.integer({ min: 1, max: 4 }), async (made, pieces) => {
        expect(await same(pngOf(made, { pieces }))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('each filter on its own, wide enough for all ways through the loops', async () => {
    for (const filter of [0, 1, 2, 3, 4]) {
      for (const channels of [3, 4]) {
        for (const width of [1, 2, 3, 4, 5, 63, 64, 65, 300]) {
          expect(await same(pngOf({ ...small, width, height: 20, channels, filters: [filter] }))).toBe(true);
        }
      }
    }
  });

  it('chunks that say nothing of pixels', async () => {
    const before = [
      chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
      chunk('cHRM', Buffer.from('00007a25000080830000f9ff000080e9000075300000ea6000003a980000176f', 'hex')),
      chunk('sRGB', Buffer.from([0])),
      chunk('pHYs', Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1])),
      chunk('tIME', Buffer.from([7, 0xe8, 1, 2, 3, 4, 5])),
      chunk('tEXt', text('Software\0a renderer')),
      chunk('tEXt', text('Comment\0front left')),
    ];
    for (const one of before) expect(await same(pngOf(small, { before: [one] }))).toBe(true);
    expect(await same(pngOf(small, { before }))).toBe(true);
    // Another gamma than the screen's changes colours: colour.test.ts.
    expect(await same(pngOf(small, { before: [chunk('gAMA', Buffer.from([0, 1, 0x86, 0xa0]))] }))).toBe(false);
  });

  const folder = new URL('../server/platform/imageFiles/testdata/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.png'));
  it('the PngSuite: those of 8 bits, and none that is broken', async () => {
    const answered: string[] = [];
    for (const file of files) if (await same(readFileSync(new URL(file, folder)))) answered.push(file);
    expect(answered).toEqual(expect.arrayContaining(['f04n2c08.png', 'z09n2c08.png']));
    expect(answered.filter((file) => file.startsWith('x'))).toEqual([]);
  });
});

describe('what is not plain, or not in order, is left to sharp', () => {
  const data = chunk('IDAT', deflateSync(rowsOf(small)));
  const rgba = head(9, 5, 6);
  const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);
  const stream = deflateSync(rowsOf(small));
  const wrongSum = Buffer.from(stream);
  wrongSum[wrongSum.length - 1] = (wrongSum.at(-1) ?? 0) ^ 1;
  const cases: [what: string, bytes: Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['the signature alone', SIGNATURE],
    ['no data', png(rgba, END)],
    ['no end', png(rgba, data)],
    ['bytes behind the end', Buffer.concat([png(rgba, data, END), Buffer.from([0])])],
    ['a chunk past the end', png(rgba, data, END).subarray(0, -14)],
    ['interlaced', png(head(9, 5, 6, [0, 0, 1]), data, END)],
    ['an unknown filter method', png(head(9, 5, 6, [0, 1, 0]), data, END)],
    ['grey', png(head(9, 5, 0), data, END)],
    ['a row too many', png(head(9, 4, 6), data, END)],
    ['a row too few', png(head(9, 6, 6), data, END)],
    ['more pixels than are kept', png(head(65_000, 65_000, 6), data, END)],
    ['a filter that does not exist', pngOf({ ...small, filters: [0, 5] })],
    ['a wrong checksum of the data', png(rgba, chunk('IDAT', wrongSum), END)],
    ['a stream that is cut', png(rgba, chunk('IDAT', stream.subarray(0, -6)), END)],
    ['bytes behind the stream', png(rgba, chunk('IDAT', Buffer.concat([stream, Buffer.from([0])])), END)],
    ['a colour profile', png(rgba, chunk('iCCP', text('x\0\0x')), data, END)],
    ['a transparent colour', png(head(9, 5, 2), chunk('tRNS', Buffer.alloc(6)), data, END)],
    ['an orientation', png(rgba, chunk('eXIf', Buffer.from('4d4d002a', 'hex')), data, END)],
    ['a chunk that nobody knows', png(rgba, chunk('abCd', Buffer.alloc(1)), data, END)],
    ['two of a kind', png(rgba, chunk('sRGB', Buffer.alloc(1)), chunk('sRGB', Buffer.alloc(1)), data, END)],
    ['a wrong length', png(rgba, chunk('gAMA', Buffer.alloc(5)), data, END)],
    ['a chunk behind the data that belongs before it', png(rgba, data, chunk('sRGB', Buffer.alloc(1)), END)],
    ['a text without a keyword', png(rgba, chunk('tEXt', text('\0x')), data, END)],
    ['a text without an end of its keyword', png(rgba, chunk('tEXt', text('x')), data, END)],
    ['hundreds of texts', png(rgba, ...Array.from({ length: 300 }, () => chunk('tEXt', text('a\0b'))), data, END)],
  ];
  it.each(cases)('%s', (_what, bytes) => expect(decodePlainPng(bytes)).toBeUndefined());

  it('whatever byte is changed: an answer is the answer that sharp gives', async () => {
    const good = pngOf(small, {
      before: [chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])), chunk('tEXt', text('a\0b'))],
    });
    const at = fc.integer({ min: 8, max: good.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(at, fc.integer({ min: 0, max: 255 })), { maxLength: 3 }), async (changes) => {
        const bytes = Buffer.from(good);
        for (const [where, value] of changes) bytes[where] = value;
        // As an attacker would: with correct checksums of the chunks.
        for (let here = 8; here + 12 <= bytes.length; ) {
          const end = here + 8 + bytes.readUInt32BE(here);
          if (end + 4 > bytes.length) break;
          bytes.writeUInt32BE(crc32(bytes.subarray(here + 4, end)), end);
          here = end + 4;
        }
        await same(bytes);
      }),
      { numRuns: 500 },
    );
  });
});
