/** A pack is read in the same way whether threads read its file or every byte comes through the store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type PackName, parsePackName } from '../../engine/packNames.ts';
import type { PictureForms } from '../pictures/pictureForms.ts';
import { openPreparer } from '../pictures/prepare.ts';
import { BlobsUnavailable } from '../platform/blobs/blobs.ts';
import { ThreadEnded } from '../platform/threads/pool.ts';
import { handMadeZip } from '../platform/zip/testing/handMadeZip.ts';
import { plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { openXmlFiles } from '../xmlFiles/xmlFiles.ts';
import { PACK_LIMITS } from './limits.ts';
import { readPack } from './readPack.ts';

describe('reading a pack (A 8)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-readPack-'));
  const prepare = openPreparer();
  const xmlFiles = openXmlFiles();
  afterAll(async () => {
    await prepare.close();
    await xmlFiles.close();
    rmSync(folder, { recursive: true });
  });

  const forms: PictureForms = {
    concurrency: 4,
    preload: async () => {},
    readLayer: async (_sha256, picture) => {
      const { side, pixels } = PACK_LIMITS;
      const { forms: _, ...facts } = await prepare.prepare({ picture, limits: { side, pixels }, sizes: [] });
      return { ...facts, format: 'png' };
    },
    readStatic: () => Promise.reject(new Error('no static pictures here')),
    commit: async () => {},
    abort: async () => {},
  };

  interface How {
    /** the store fails from this read on */
    away?: number;
    fileName?: string;
    forms?: PictureForms;
  }
  async function read(zip: Buffer, path?: string, how: How = {}) {
    const { away = Infinity, fileName = `image-ext-${SET}.zip`, forms: made = forms } = how;
    let reads = 0;
    const reader = {
      size: zip.length,
      ...(path !== undefined && { path }),
      read: async (at: number, length: number) => {
        reads += 1;
        if (reads >= away) throw new BlobsUnavailable(new Error('ECONNREFUSED'));
        if (path !== undefined) throw new Error('threads read it');
        if (at + length > zip.length) throw new Error(`reading past the end: ${at} + ${length} of ${zip.length}`);
        return Buffer.from(zip.subarray(at, at + length));
      },
      close: async () => {},
    };
    const done: number[] = [];
    const reading = await readPack(
      { fileName, name: parsePackName(fileName) as PackName, sha256: 'a'.repeat(64), reader },
      {
        limits: PACK_LIMITS,
        signal: new AbortController().signal,
        onProgress: (n) => done.push(n),
        forms: made,
        threads: prepare,
        xmlFiles,
      },
    );
    return { reading, done: done.at(-1), reads };
  }
  async function both(zip: Buffer) {
    const path = join(folder, 'pack.zip');
    writeFileSync(path, zip);
    const [there, here] = [await read(zip, path), await read(zip)];
    expect(there).toEqual({ ...here, reads: 0 });
    return there;
  }

  it('reads more layers than fit one batch, in the order of their names', async () => {
    const files: Record<string, Buffer> = {};
    for (let i = 69; i >= 0; i--) files[`001/layer${String(i).padStart(2, '0')}.png`] = await plain([i, 0, 0, 255]);
    const { reading, done } = await both(await zipOf(files));
    expect(done).toBe(70);
    expect(reading.problems).toEqual([]);
    const [manifest] = reading.manifests;
    expect(manifest?.entries.map(({ path }) => path)).toEqual(Object.keys(files).sort());
    expect(new Set(manifest?.entries.map(({ sha256 }) => sha256)).size).toBe(70);
  });

  it('lists every problem, whichever step finds it', async () => {
    const good = await plain([1, 2, 3, 255]);
    const zip = await zipOf({
      '001/good.png': good,
      '001/none.png': Buffer.from('not a picture'),
      '001/cut.png': good.subarray(0, 60),
      '001/changed.png': await plain([9, 9, 9, 255]),
    });
    // Change one byte of the data, so that the CRC does not match.
    const at = zip.indexOf('001/changed.png') + '001/changed.png'.length + 20;
    zip[at] = (zip[at] ?? 0) ^ 1;
    const { reading } = await both(zip);
    expect(reading.problems.map(({ entry }) => entry)).toEqual(['001/changed.png', '001/cut.png', '001/none.png']);
  });

  it('names bytes behind the end of compressed data, which another reader could take for something else', async () => {
    const data = await plain([1, 2, 3, 255]);
    const { reading } = await both(
      handMadeZip([{ name: '001/a.png', data, deflate: true, trailing: Buffer.from('xyz') }]),
    );
    expect(reading.problems).toEqual([
      { entry: '001/a.png', reason: expect.stringContaining('3 bytes follow the end of the compressed data') },
    ]);
  });

  it('compares the sizes of an angle with the first picture by name, and each angle by itself', async () => {
    const [small, wide, high] = [await plain([1, 2, 3, 255]), await plain([1, 2, 3, 255], 9, 4)].concat(
      await plain([1, 2, 3, 255], 8, 5),
    );
    const files = { '001/c.png': wide, '001/b.png': high, '001/a.png': small, '002/a.png': wide, '002/b.png': wide };
    const { reading } = await both(await zipOf(files as Record<string, Buffer>));
    const reason = (size: string) => `the picture is ${size}, 001/a.png is 8 x 4; pictures of one angle have one size`;
    expect(reading.problems).toEqual([
      { entry: '001/b.png', reason: reason('8 x 5') },
      { entry: '001/c.png', reason: reason('9 x 4') },
    ]);
  });

  it('fails, and refuses nothing, if the store becomes unreachable at any read', async () => {
    const zip = await zipOf({ '001/a.png': await plain([1, 2, 3, 255]), '001/b.png': await plain([3, 2, 1, 255]) });
    const { reads } = await read(zip);
    expect(reads).toBeGreaterThan(5);
    for (let away = 1; away <= reads; away += 1) {
      await expect(read(zip, undefined, { away }), `read ${away}`).rejects.toThrow(BlobsUnavailable);
    }
  });

  it('ends soon when the server stops, whatever is left', async () => {
    const files: Record<string, Buffer> = {};
    for (let i = 0; i < 60; i++) files[`001/layer${i}.png`] = await plain([0, i, 0, 255]);
    const zip = await zipOf(files);
    const path = join(folder, 'long.zip');
    writeFileSync(path, zip);
    const stop = new AbortController();
    let begun = 0;
    const stopping: PictureForms = {
      ...forms,
      readLayer: async () => {
        begun += 1;
        stop.abort(new Error('the server stops'));
        return { width: 8, height: 4, box: null, format: 'png' };
      },
    };
    const fileName = `image-ext-${SET}.zip`;
    const reader = { size: zip.length, path, read: () => Promise.reject(new Error('threads')), close: async () => {} };
    const reading = readPack(
      { fileName, name: parsePackName(fileName) as PackName, sha256: 'a'.repeat(64), reader },
      { limits: PACK_LIMITS, signal: stop.signal, onProgress: () => {}, forms: stopping, threads: prepare, xmlFiles },
    );
    await expect(reading).rejects.toThrow('the server stops');
    expect(begun).toBeLessThanOrEqual(2 * forms.concurrency);
  });

  it('fails, names the file and refuses nothing if a thread dies, so that the job is tried again', async () => {
    const zip = await zipOf({ 'versions.xml': '<versions/>' });
    const fileName = `meta-${SET}.zip`;
    const reader = {
      size: zip.length,
      read: async (at: number, length: number) => Buffer.from(zip.subarray(at, at + length)),
      close: async () => {},
    };
    const dying = { ...xmlFiles, readMeta: () => Promise.reject(new ThreadEnded('died')) };
    const reading = readPack(
      { fileName, name: parsePackName(fileName) as PackName, sha256: 'a'.repeat(64), reader },
      {
        limits: PACK_LIMITS,
        signal: new AbortController().signal,
        onProgress: () => {},
        forms,
        threads: prepare,
        xmlFiles: dying,
      },
    );
    await expect(reading).rejects.toThrow('versions.xml: the thread ended before its task: died');
  });

  it('lists a picture that takes too long as a problem of its file', async () => {
    const soon = openPreparer({ pictureTime: 1 });
    const zip = await zipOf({ '001/slow.png': await plain([255, 0, 0, 255]) });
    const { side, pixels } = PACK_LIMITS;
    const readLayer: PictureForms['readLayer'] = async (_sha256, picture) => ({
      ...(await soon.prepare({ picture, limits: { side, pixels }, sizes: [] })),
      format: 'png',
    });
    const { reading } = await read(zip, undefined, { forms: { ...forms, readLayer } });
    const reason = 'reading the picture takes longer than 0.001 seconds; make it smaller or simpler';
    expect(reading.problems).toEqual([{ entry: '001/slow.png', reason }]);
    await soon.close();
  });

  it('refuses a file of a set that is in two places of the pack, whichever comes first', async () => {
    const other = `${SET}/versions.xml`;
    const files = { 'versions.xml': '<versions/>', [other]: '<versions/>' };
    for (const paths of [['versions.xml', other] as const, [other, 'versions.xml'] as const]) {
      const zip = await zipOf(Object.fromEntries(paths.map((path) => [path, files[path] ?? ''])));
      const { reading } = await read(zip, undefined, { fileName: `meta-${SET}.zip` });
      const reason = `this and ${paths[0]} are one file of the set`;
      expect(reading.problems.filter(({ line }) => line === undefined)).toEqual([{ entry: paths[1], reason }]);
    }
  });

  it('says that a file is in no folder', async () => {
    const zip = await zipOf({ 'top.png': await plain([255, 0, 0, 255]) });
    for (const fileName of ['static_x.zip', 'oneLayer_x.zip']) {
      const { reading } = await read(zip, undefined, { fileName });
      expect(reading.problems).toMatchObject([{ reason: expect.stringContaining('the file stands in no folder') }]);
    }
  });

  it('refuses a file that is not a zip', async () => {
    expect((await both(Buffer.from('PK but no zip at all'))).reading).toMatchObject({ problems: [{ entry: '' }] });
  });
});
