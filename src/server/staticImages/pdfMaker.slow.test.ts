/** PDFs are made in threads, accounts take turns, and a slow reader does not hold up others. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../platform/http/errors.ts';
import { longestTurn } from '../platform/threads/testing/turns.ts';
import { openPdfMaker, type PdfMaker, type PdfRequest } from './pdfMaker.ts';

describe('the PDF maker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-pdf-'));
  let maker: PdfMaker;
  let jpeg: Buffer;
  beforeAll(async () => {
    // Noise, so that the picture is large.
    const raw = Uint8Array.from({ length: 300 * 200 * 3 }, (_, i) => (i * 2_654_435_761) >>> 24);
    jpeg = await sharp(raw, { raw: { width: 300, height: 200, channels: 3 } })
      .jpeg()
      .toBuffer();
  });
  beforeEach(() => {
    maker = openPdfMaker(folder);
  });
  afterEach(() => maker.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const printed = (count: number, load: () => Promise<Uint8Array | undefined> = async () => jpeg): PdfRequest => ({
    title: 'Colors',
    facts: ['embargo'],
    images: Array.from({ length: count }, (_, i) => ({ name: `A${i}.png`, folder: 'colors/7PD1/A5', jpeg: load })),
  });
  const isWhole = (bytes: Buffer) => bytes.subarray(-10).toString('latin1').trimEnd().endsWith('%%EOF');
  const refusal = (work: Promise<Readable>) =>
    work.then(
      (stream) => void stream.destroy(),
      (error: unknown) => (error instanceof ApiError ? [error.status, error.retryAfter] : error),
    );

  it('writes the whole PDF, and leaves no file behind', async () => {
    const bytes = await buffer(await maker.make(printed(100), 'anna'));
    expect(isWhole(bytes)).toBe(true);
    expect(bytes.toString('latin1').match(/\/DCTDecode/g)?.length).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('blocks the main thread only for a moment, however many pictures there are', async () => {
    const { units } = await longestTurn(async () => {
      const read = async (who: string) => {
        let last = Buffer.alloc(0);
        for await (const chunk of await maker.make(printed(400), who)) last = chunk;
        expect(isWhole(last)).toBe(true);
      };
      await Promise.all(['anna', 'ben', 'cleo'].map(read));
    });
    expect(units).toBeLessThan(5);
  });

  it('a reader that stops does not hold up others', async () => {
    const standing = await Promise.all(['anna', 'ben', 'cleo'].map((who) => maker.make(printed(200), who)));
    expect(isWhole(await buffer(await maker.make(printed(20), 'dan')))).toBe(true);
    // It still gets all of it.
    expect(isWhole(await buffer(standing[0] as (typeof standing)[0]))).toBe(true);
    for (const stream of standing) stream.destroy();
    await expect.poll(() => standing.every(({ closed }) => closed)).toBe(true);
  });

  it('limits an account to four at once, not the others; an aborted PDF frees its place', async () => {
    const own = await Promise.all(Array.from({ length: 4 }, () => maker.make(printed(5), 'anna')));
    expect(await refusal(maker.make(printed(5), 'anna'))).toEqual([503, 5]);
    expect(isWhole(await buffer(await maker.make(printed(5), 'ben')))).toBe(true);
    for (const stream of own) stream.destroy();
    await expect.poll(() => refusal(maker.make(printed(1), 'anna'))).toBeUndefined();
  });

  it('an account with one PDF waits for at most one of an account with many', async () => {
    const done: string[] = [];
    const make = async (who: string, count: number) => {
      await buffer(await maker.make(printed(count), who));
      done.push(who);
    };
    await Promise.all([...Array.from({ length: 4 }, () => make('anna', 150)), make('ben', 10)]);
    expect(done.indexOf('ben')).toBeLessThan(3);
  });

  it('a picture that cannot be read gets an empty frame', async () => {
    let calls = 0;
    const some = async () => {
      calls += 1;
      if (calls === 2) throw new Error('lost');
      return calls === 3 ? undefined : jpeg;
    };
    const text = (await buffer(await maker.make(printed(5, some), 'anna'))).toString('latin1');
    expect(text.match(/\/Alt \(.*could not be read.*\)/g)).toHaveLength(2);
  });
});
