/** Pictures that decoders accept and we refuse, and what is served of those that we accept. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exifOf, orientationOf } from './exif.ts';
import { formatOf, piecesOf } from './imageFile.ts';
import { checkJpeg, walkJpeg } from './jpeg.ts';
import { partOf, sizeOf } from './pieces.ts';
import { walkPng } from './png.ts';
import { checkRows } from './pngRows.ts';
import { chunk, pngOf, SIGNATURE } from './testing/images.ts';
import { checkWebp } from './webp.ts';

const LIMITS = { side: 65_500, pixels: 100_000_000 };
const noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, i) => (i * i * 7919) % 251));
const picture = () => sharp(noise, { raw: { width: 64, height: 48, channels: 3 } });
const check = async (bytes: Buffer) => checkRows(bytes, walkPng(bytes, LIMITS));
const SECRET = 'Secret maker, 48.8 N 2.3 E';
const withMetadata = (orientation: number) =>
  picture()
    .withIccProfile('p3')
    .withExif({ IFD0: { Artist: SECRET, ImageDescription: SECRET }, IFD3: { GPSLatitude: '48/1 52/1 0/1' } })
    .withMetadata({ orientation })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`);

describe('rows of a PNG', () => {
  const kinds: [what: string, head: Parameters<typeof pngOf>[0], rowBytes: number][] = [
    ['grey of 1 bit', { width: 9, height: 3, depth: 1, colour: 0 }, 2],
    ['RGB', { width: 9, height: 3, depth: 8, colour: 2 }, 27],
    ['RGBA of 16 bits', { width: 9, height: 3, depth: 16, colour: 6 }, 72],
    ['grey with alpha', { width: 9, height: 3, depth: 8, colour: 4 }, 18],
  ];
  it.each(kinds)('must be complete, and nothing may follow: %s', async (_what, head, rowBytes) => {
    const rows = Buffer.alloc((rowBytes + 1) * 3);
    await check(pngOf(head, deflateSync(rows)));
    await expect(check(pngOf(head, deflateSync(rows.subarray(1))))).rejects.toThrow('ends before its last row');
    await expect(check(pngOf(head, deflateSync(Buffer.alloc(rows.length + 1))))).rejects.toThrow('after the last row');
    await expect(check(pngOf(head, deflateSync(rows).subarray(0, -4)))).rejects.toThrow('cannot be inflated');
    await expect(check(pngOf(head, Buffer.concat([deflateSync(rows), Buffer.from('more')])))).rejects.toThrow('follow');
    rows[rowBytes + 1] = 5;
    await expect(check(pngOf(head, deflateSync(rows)))).rejects.toThrow('row 2 has the filter 5');
  });

  it('also in interlaced pictures, whose passes may be empty', async () => {
    for (const [width, height, bytes] of [
      [1, 1, 4],
      [4, 1, 4 + 4 + 7],
      [8, 8, 15 * 1 + 64 * 3],
    ] as const) {
      const head = { width, height, depth: 8, colour: 2, interlaced: true };
      await check(pngOf(head, deflateSync(Buffer.alloc(bytes))));
      await expect(check(pngOf(head, deflateSync(Buffer.alloc(bytes - 1))))).rejects.toThrow('before its last row');
      await expect(check(pngOf(head, deflateSync(Buffer.alloc(bytes + 1))))).rejects.toThrow('after the last row');
    }
  });

  it('300 MB after 16 x 16 pixels are refused without being inflated', async () => {
    const data = deflateSync(Buffer.alloc(300 * 1024 ** 2), { level: 1 });
    const before = process.memoryUsage().arrayBuffers;
    await expect(check(pngOf({ width: 16, height: 16, depth: 8, colour: 6 }, data))).rejects.toThrow('after the last');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 ** 2);
  });

  const paletteOf = (count: number) => chunk('PLTE', Buffer.alloc(count * 3));
  it.each([
    [8, [0, 1, 2], [0, 1, 3], [0, 0, 1]],
    [4, [0x01, 0x20], [0x01, 0x30], [0, 0x10]],
    [2, [0b00_01_10_00], [0b00_01_11_00], [0b00_00_01_00]],
  ])('may use only colours of the palette, %i bits', async (depth, good, bad, added) => {
    const head = { width: 3, height: 2, depth, colour: 3 };
    const png = (row: readonly number[], filter: number) =>
      pngOf(head, deflateSync(Buffer.from([0, ...good, filter, ...row])), [paletteOf(3)]);
    await check(png(good, 0));
    await expect(check(png(bad, 0))).rejects.toThrow('colour 4 of a palette of 3');
    // The filter Up adds to the row above.
    const nothing = good.map(() => 0);
    await check(png(nothing, 2));
    await expect(check(png(added, 2))).rejects.toThrow('colour 4 of a palette of 3');
  });

  it('a palette is a whole number of colours, at most as many as there are indexes', async () => {
    const head = { width: 1, height: 1, depth: 1, colour: 3 };
    const data = deflateSync(Buffer.alloc(2));
    for (const palette of [Buffer.alloc(0), Buffer.alloc(4), Buffer.alloc(9)]) {
      expect(() => walkPng(pngOf(head, data, [chunk('PLTE', palette)]), LIMITS)).toThrow('palette');
    }
  });
});

describe('JPEG', () => {
  it.each([[false], [true]])(
    'is complete, or refused wherever it is cut off, with or without an end marker after the cut (progressive: %s)',
    async (progressive) => {
      const jpeg = await picture().jpeg({ progressive, quality: 70 }).toBuffer();
      expect(checkJpeg(jpeg)).toEqual({ width: 64, height: 48, progressive });
      const scansFrom = jpeg.indexOf(Buffer.from([0xff, 0xda]));
      for (let at = 2; at < jpeg.length; at += at < scansFrom ? 1 : 7) {
        const cut = jpeg.subarray(0, at);
        expect(() => checkJpeg(cut), `cut at ${at}`).toThrow();
        const ended = Buffer.concat([cut, Buffer.from([0xff, 0xd9])]);
        const taken = await Promise.resolve()
          .then(() => checkJpeg(ended))
          .then(() => sharp(ended, { failOn: 'warning' }).stats())
          .then(
            () => true,
            () => false,
          );
        // A cut inside the last marker or the padding of the last byte loses nothing.
        if (at < jpeg.length - 4) expect(taken, `cut at ${at} and ended`).toBe(false);
      }
    },
  );

  it('is refused without a frame, with two, or with hundreds of scans', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const length = jpeg.readUInt16BE(frame + 2) + 2;
    const twice = Buffer.concat([jpeg.subarray(0, frame + length), jpeg.subarray(frame)]);
    expect(() => checkJpeg(twice)).toThrow('2 pictures');
    expect(() => checkJpeg(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toThrow('0 pictures');
    const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2);
    const many = Buffer.concat([jpeg.subarray(0, -2), ...Array(300).fill(scan), jpeg.subarray(-2)]);
    expect(() => checkJpeg(many)).toThrow('301 passes');
  });
});

describe('WebP', () => {
  it('is complete, or refused wherever it is cut off', async () => {
    for (const lossless of [true, false]) {
      const webp = await picture().webp({ lossless }).toBuffer();
      checkWebp(webp);
      for (let at = 12; at < webp.length - 1; at += 13) {
        expect(() => checkWebp(webp.subarray(0, at)), `cut at ${at}`).toThrow('cut off');
      }
    }
  });
});

describe('what is served', () => {
  const made = {
    jpeg: (orientation: number) => withMetadata(orientation).jpeg({ progressive: true }).toBuffer(),
    png: (orientation: number) => withMetadata(orientation).png().toBuffer(),
    webp: (orientation: number) => withMetadata(orientation).webp({ lossless: true }).toBuffer(),
  };

  it.each([
    ['jpeg', 1],
    ['jpeg', 6],
    ['png', 1],
    ['png', 8],
    ['webp', 1],
    ['webp', 3],
  ] as const)('%s: no metadata, the same pixels, profile and orientation %i', async (format, orientation) => {
    const original = await made[format](orientation);
    expect(formatOf(original)).toBe(format);
    const pieces = piecesOf(original);
    const served = partOf(original, pieces);
    expect(served.length).toBe(sizeOf(pieces));
    expect(original.includes(SECRET)).toBe(true);
    expect(served.includes(SECRET)).toBe(false);
    const [before, after] = await Promise.all([sharp(original).metadata(), sharp(served).metadata()]);
    expect(before.exif && before.xmp).toBeDefined();
    expect(after.xmp).toBeUndefined();
    expect(after.exif?.length ?? 0).toBeLessThan(60);
    expect(after.orientation ?? 1).toBe(orientation);
    expect(after.icc).toEqual(before.icc);
    expect(await sharp(served).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer());
    expect(piecesOf(served)).toEqual([[0, served.length]]);
    expect(partOf(served, piecesOf(served))).toEqual(served);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('%s: any range equals that range of the whole', async (format) => {
    const original = await made[format](6);
    const pieces = piecesOf(original);
    const served = partOf(original, pieces);
    for (const [start, end] of [
      [0, 1],
      [served.length - 1, served.length],
      [10, 60],
      [0, served.length],
      [150, 3000],
    ] as const) {
      expect(partOf(original, pieces, start, end)).toEqual(served.subarray(start, end));
    }
  });

  it('a comment, a thumbnail, other application data and what follows the end of a JPEG are left out', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const segment = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
    const jfif = segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc`);
    const more = [segment(0xfe, SECRET), jfif, segment(0xe0, `JFXX\0\x10${SECRET}`), segment(0xed, SECRET)];
    const full = Buffer.concat([jpeg.subarray(0, 2), ...more, jpeg.subarray(2), Buffer.from(SECRET), jpeg]);
    expect(checkJpeg(full)).toMatchObject({ width: 64 });
    const served = partOf(full, piecesOf(full));
    expect(served.includes(SECRET)).toBe(false);
    expect(served).toEqual(partOf(jpeg, walkJpeg(jpeg).pieces));
  });

  it('a damaged file stays as it is', () => {
    for (const text of ['', 'text', '\x89PNG\r\n\x1a\n', 'RIFF\xff\0\0\0WEBPVP8 ', '\xff\xd8\xff\xe0\0']) {
      const bytes = Buffer.from(text, 'latin1');
      expect(partOf(bytes, piecesOf(bytes))).toEqual(bytes);
    }
    expect(partOf(SIGNATURE, piecesOf(SIGNATURE))).toEqual(SIGNATURE);
  });
});

describe('orientation', () => {
  it('is read in both byte orders, and is upright if it cannot be read', () => {
    for (let orientation = 1; orientation <= 8; orientation++)
      expect(orientationOf(exifOf(orientation))).toBe(orientation);
    const little = Buffer.from('49492a00080000000100120103000100000006000000', 'hex');
    expect(orientationOf(little)).toBe(6);
    for (const bad of [
      '',
      '4d4d002a',
      '4d4d002affffffff',
      '4d4d002a00000008ffff',
      '49492a0008000000010012010300010000000900',
    ]) {
      expect(orientationOf(Buffer.from(bad, 'hex'))).toBe(1);
    }
  });
});
