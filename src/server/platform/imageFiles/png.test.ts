/** The public PngSuite (testdata/, with its licence; files that begin with x are broken on purpose) and false headers. */
import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { walkPng } from './png.ts';
import { chunk, headOf, SIGNATURE } from './testing/images.ts';

const LIMITS = { side: 65_500, pixels: 100_000_000 };
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(5)));
const end = chunk('IEND', Buffer.alloc(0));
const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);

describe('the PngSuite', () => {
  const folder = new URL('./testdata/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.png'));
  const walk = (file: string) => walkPng(readFileSync(new URL(file, folder)), LIMITS);

  it.each(files.filter((file) => !file.startsWith('x')))('accepts %s', (file) => {
    expect(walk(file).width).toBeGreaterThan(0);
  });
  it.each(files.filter((file) => file.startsWith('x')))('refuses %s', (file) => {
    expect(() => walk(file)).toThrow();
  });
});

describe('hand-made pictures', () => {
  it('reads the header', () => {
    expect(walkPng(png(headOf(1, 1), pixels, end), LIMITS)).toMatchObject({
      width: 1,
      height: 1,
      bitDepth: 8,
      colourType: 6,
      interlaced: false,
      colours: 0,
    });
  });

  const broken: [what: string, bytes: Buffer, reason: RegExp][] = [
    ['a side that is too long', png(headOf(65_501, 1), pixels, end), /at most 65500/],
    ['a decompression bomb', png(headOf(65_000, 65_000), pixels, end), /at most 100000000/],
    ['the largest size there is', png(headOf(0xffffffff, 0xffffffff), pixels, end), /at most/],
    ['no width', png(headOf(0, 1), pixels, end), /no pixels/],
    ['a depth that does not exist', png(headOf(1, 1, 4, 6), pixels, end), /does not exist/],
    ['an unknown compression', png(headOf(1, 1, 8, 6, [1, 0, 0]), pixels, end), /unknown/],
    ['bytes after the end', png(headOf(1, 1), pixels, end, Buffer.from('more')), /4 bytes follow/],
    ['no end', png(headOf(1, 1), pixels), /no end/],
    ['no data', png(headOf(1, 1), end), /no data/],
    ['two heads', png(headOf(1, 1), headOf(1, 1), pixels, end), /two IHDR/],
    ['no head', png(pixels, end), /not IHDR/],
    ['interrupted data', png(headOf(1, 1), pixels, chunk('tEXt', Buffer.from('a\0b')), pixels, end), /interrupted/],
    ['no palette', png(headOf(1, 1, 8, 3), pixels, end), /palette/],
    ['an animation', png(headOf(1, 1), chunk('acTL', Buffer.alloc(8)), pixels, end), /animated/],
    ['a chunk that ends past the end', png(headOf(1, 1), pixels, end).subarray(0, -14), /past the end|inside/],
    ['an empty file', Buffer.alloc(0), /not a PNG/],
    ['another format', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), /not a PNG/],
  ];
  it.each(broken)('refuses %s', (_what, bytes, reason) => {
    expect(() => walkPng(bytes, LIMITS)).toThrow(reason);
  });

  it('notices any changed byte', () => {
    const good = png(headOf(1, 1), pixels, end);
    for (let at = 0; at < good.length; at += 1) {
      const bytes = Buffer.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ 0x01;
      expect(() => walkPng(bytes, LIMITS), `byte ${at}`).toThrow();
    }
  });
});
