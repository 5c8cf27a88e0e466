import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { createPainter, type LayerSource, QueueFull } from './index.ts';
import type { PaintRequest } from './painter.ts';
import { openPictureFolder } from './pictureFolder.ts';

const SIZE = { width: 50, height: 30 };

async function source(key: string, colour: { r: number; g: number; b: number; alpha: number }, loads: string[] = []) {
  const bytes = await sharp({ create: { ...SIZE, channels: 4, background: colour } })
    .png()
    .toBuffer();
  return {
    key,
    load: () => {
      loads.push(key);
      return Promise.resolve({ kind: 'picture', bytes });
    },
  } satisfies LayerSource;
}
const pixel = async (picture: Buffer) => [...(await sharp(picture).ensureAlpha().raw().toBuffer()).subarray(0, 4)];
const red = { r: 255, g: 0, b: 0, alpha: 1 };
const halfBlue = { r: 0, g: 0, b: 255, alpha: 0.5 };

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
function painterWith(settings: Partial<Parameters<typeof createPainter>[0]> = {}) {
  const painter = createPainter({ memoryBytes: 1e7, workers: 2, ...settings });
  ends.push(painter.close);
  return {
    ...painter,
    bytes: async (request: PaintRequest, signal?: AbortSignal) => (await painter.paint(request, signal)).bytes,
  };
}

describe('the painter', () => {
  it('paints bottom first, JPEG on white', async () => {
    const painter = painterWith();
    const [below, above] = [await source('a', red), await source('b', halfBlue)];
    expect(await pixel(await painter.bytes({ layers: [below, above], ...SIZE, format: 'png' }))).toEqual([
      127, 0, 128, 255,
    ]);
    const jpeg = await pixel(await painter.bytes({ layers: [above], ...SIZE, format: 'jpeg' }));
    for (const [at, value] of [127, 127, 255].entries()) expect(Math.abs((jpeg[at] ?? 0) - value)).toBeLessThan(4);
    const alone = await painter.bytes({ layers: [above], ...SIZE, format: 'png' });
    expect(await pixel(alone)).toEqual([0, 0, 255, 128]);
  });

  it('says what each layer has at a point, without painting', async () => {
    const painter = painterWith();
    const layers = [await source('a', red), await source('b', halfBlue)];
    const request = { layers, width: 25, height: 15, point: { x: 24, y: 14 } };
    const never = new AbortController().signal;
    expect(await painter.pixelsAt(request, never, 'tester')).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 128],
    ]);
    expect(painter.state()).toMatchObject({ pictures: { memory: 0, disk: 0 }, underWay: 0 });
    const broken = { ...request, layers: [{ key: 'c', load: () => Promise.reject(new Error('away')) }] };
    await expect(painter.pixelsAt(broken, never, 'tester')).rejects.toThrow('away');
  });

  it('scales to the wanted size', async () => {
    const painter = painterWith();
    const bytes = await painter.bytes({ layers: [await source('a', halfBlue)], width: 25, height: 15, format: 'png' });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 25, height: 15 });
    expect(await pixel(bytes)).toEqual([0, 0, 255, 128]);
  });

  it('asks for a layer once, and for a picture twice at once only once', async () => {
    const loads: string[] = [];
    const painter = painterWith();
    const layers = [await source('a', red, loads), await source('b', halfBlue, loads)];
    const [one, two] = await Promise.all([1, 2].map(() => painter.bytes({ layers, ...SIZE, format: 'png' })));
    expect(one).toBe(two);
    await painter.bytes({ layers, ...SIZE, format: 'webp' });
    expect(loads).toEqual(['a', 'b']);
    await painter.clear();
    expect(await painter.bytes({ layers, ...SIZE, format: 'png' })).toEqual(one);
    expect(loads).toEqual(['a', 'b', 'a', 'b']);
  });

  it('paints with hardly any memory, at once and again', async () => {
    const painter = painterWith({ memoryBytes: 1 });
    const layers = [await source('a', red), await source('b', halfBlue)];
    for (let i = 0; i < 3; i++) {
      const pictures = await Promise.all(
        (['png', 'webp'] as const).map((format) => painter.bytes({ layers, ...SIZE, format })),
      );
      for (const picture of pictures) expect((await pixel(picture))[3]).not.toBe(0);
      expect(await pixel(pictures[0] as Buffer)).toEqual([127, 0, 128, 255]);
    }
  });

  it('encodes each picture from its own pixels while others are painted', async () => {
    const painter = painterWith();
    const size = { width: 640, height: 480 };
    const tones = Array.from({ length: 24 }, (_, at) => at * 10);
    const pictures = await Promise.all(
      tones.flatMap((r) =>
        (['png', 'jpeg'] as const).map(async (format) => {
          const layers = [await source(`tone ${r}`, { r, g: 0, b: 255 - r, alpha: 1 })];
          return { r, format, bytes: await painter.bytes({ layers, ...size, format }) };
        }),
      ),
    );
    for (const { r, bytes } of pictures.filter(({ format }) => format === 'png')) {
      const colours = new Set(new Uint32Array((await sharp(bytes).ensureAlpha().raw().toBuffer()).buffer));
      expect([...colours], `red ${r}`).toEqual([(0xff_00_00_00 | ((255 - r) << 16) | r) >>> 0]);
    }
  });

  it('fails for a layer that is not a picture, and goes on painting', async () => {
    const painter = painterWith();
    const good = await source('a', red);
    const bad: LayerSource = { key: 'bad', load: async () => ({ kind: 'picture', bytes: new Uint8Array([1, 2, 3]) }) };
    await expect(painter.bytes({ layers: [good, bad], ...SIZE, format: 'png' })).rejects.toThrow();
    expect(await pixel(await painter.bytes({ layers: [good], ...SIZE, format: 'png' }))).toEqual([255, 0, 0, 255]);
  });

  it('loads a layer once for different pictures at one time', async () => {
    const loads: string[] = [];
    const painter = painterWith();
    const [below, above] = [await source('a', red, loads), await source('b', halfBlue, loads)];
    await Promise.all([
      painter.bytes({ layers: [below, above], ...SIZE, format: 'jpeg' }),
      painter.bytes({ layers: [below], ...SIZE, format: 'jpeg' }),
      painter.bytes({ layers: [below, above], ...SIZE, format: 'png' }),
    ]);
    expect(loads.sort()).toEqual(['a', 'b']);
  });

  it('refuses a picture when its queue is full, but joins one that is being painted', async () => {
    const painter = painterWith({ waiting: 1 });
    const [one, other] = [await source('a', red), await source('b', halfBlue)];
    const first = painter.bytes({ layers: [one], ...SIZE, format: 'png' });
    await expect(painter.bytes({ layers: [other], ...SIZE, format: 'png' })).rejects.toThrow(QueueFull);
    expect(await painter.bytes({ layers: [one], ...SIZE, format: 'png' })).toBe(await first);
    expect(await painter.bytes({ layers: [other], ...SIZE, format: 'png' })).toBeInstanceOf(Buffer);
  });

  it('refuses a foreseen picture while others fill the threads, but joins one and returns a known one', async () => {
    const painter = painterWith();
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const layer = await source('layer', red);
    const picture = (name: string): PaintRequest => {
      const slow: LayerSource = { key: name, load: () => opened.then(layer.load) };
      return { layers: [slow], ...SIZE, format: 'jpeg' };
    };
    const known = { layers: [layer], ...SIZE, format: 'jpeg' } as const;
    const bytes = await painter.bytes({ ...known, isAhead: true });
    const others = Array.from({ length: 8 }, (_, i) => painter.bytes(picture(`other ${i}`)));
    await expect(painter.bytes({ ...picture('ahead'), isAhead: true })).rejects.toThrow(QueueFull);
    const joined = painter.bytes({ ...picture('other 0'), isAhead: true });
    expect(await painter.bytes({ ...known, isAhead: true })).toBe(bytes);
    open();
    await Promise.all([...others, joined]);
    expect(await painter.bytes({ ...picture('ahead'), isAhead: true })).toBeInstanceOf(Buffer);
  });

  /** Pictures of many accounts, each of a layer that comes when the gate opens, in the order in which they are done. */
  async function race(waiting: number) {
    const painter = painterWith({ waiting });
    const open = Promise.withResolvers<void>();
    const done: string[] = [];
    const layer = await source('layer', red);
    const paint = (account: string, i: number, format: PaintRequest['format']) => {
      const slow: LayerSource = { key: `${account} ${i}`, load: () => open.promise.then(layer.load) };
      const work = painter.paint({ layers: [slow], ...SIZE, format }, undefined, account);
      return work.then(
        () => done.push(account),
        (error: unknown) => done.push(error instanceof QueueFull ? `${account} refused` : String(error)),
      );
    };
    return { paint, done, open: open.resolve };
  }

  it('accounts take turns: one picture does not wait for a hundred of another account', async () => {
    const { paint, done, open } = await race(256);
    const all = Array.from({ length: 100 }, (_, i) => paint('many', i, 'webp'));
    all.push(paint('one', 0, 'webp'), paint('jpeg', 0, 'jpeg'));
    open();
    await Promise.all(all);
    expect(done).toHaveLength(102);
    // Behind those that had begun, and one more.
    expect(done.indexOf('one')).toBeLessThan(10);
    expect(done.indexOf('jpeg')).toBeLessThan(10);
  });

  it('when too much is waiting, turns away the newest painting of the largest account and lets small ones in', async () => {
    const { paint, done, open } = await race(20);
    const all = Array.from({ length: 20 }, (_, i) => paint('many', i, 'png'));
    all.push(paint('many', 20, 'png'), ...Array.from({ length: 3 }, (_, i) => paint('few', i, 'png')));
    open();
    await Promise.all(all);
    const count = (what: string) => done.filter((one) => one === what).length;
    expect([count('many'), count('many refused'), count('few'), count('few refused')]).toEqual([17, 4, 3, 0]);
  });

  it('cancels a painting when its last waiter leaves, not before', async () => {
    const painter = painterWith();
    const layer = await source('a', red);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let loads = 0;
    const slow: LayerSource = {
      ...layer,
      load: async () => {
        loads++;
        await gate;
        return layer.load();
      },
    };
    const request: PaintRequest = { layers: [slow], ...SIZE, format: 'jpeg' };
    const [stays, goes] = [new AbortController(), new AbortController()];
    const staying = painter.bytes(request, stays.signal);
    const going = painter.bytes(request, goes.signal);
    goes.abort(new Error('gone'));
    await expect(going).rejects.toThrow('gone');
    open();
    expect(await staying).toBeInstanceOf(Buffer);
    expect(loads).toBe(1);

    await painter.clear();
    const only = new AbortController();
    const alone = painter.bytes(request, only.signal);
    only.abort(new Error('gone too'));
    await expect(alone).rejects.toThrow('gone too');
    expect(await painter.bytes(request)).toEqual(await staying);
    await expect(painter.bytes(request, AbortSignal.abort(new Error('never came')))).rejects.toThrow('never came');
  });

  it('says where a picture came from and what it took', async () => {
    const painter = createPainter({ memoryBytes: 1e7 });
    ends.push(painter.close);
    const request: PaintRequest = { layers: [await source('a', red)], ...SIZE, format: 'webp' };
    const fresh = await painter.paint(request);
    expect(fresh.from).toBe('painting');
    for (const part of ['load', 'paint', 'encode'] as const) expect(fresh.times[part]).toBeGreaterThan(0);
    expect(await painter.paint(request)).toMatchObject({ from: 'memory', times: { paint: 0 } });
  });

  it('fails what is being painted when it is closed', async () => {
    const painter = painterWith();
    await painter.close();
    await expect(painter.bytes({ layers: [await source('a', red)], ...SIZE, format: 'png' })).rejects.toThrow('closed');
  });
});

describe('pictures on disk', () => {
  async function folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'lacquer-pictures-'));
    ends.push(() => rm(path, { recursive: true, force: true }));
    return path;
  }
  const request = async (): Promise<PaintRequest> => ({ layers: [await source('a', red)], ...SIZE, format: 'webp' });
  async function painted(disk: { folder: string; bytes: number; freeBytes: number }, wanted: PaintRequest) {
    const painter = createPainter({ memoryBytes: 1e7, disk });
    const result = await painter.paint(wanted);
    await painter.close();
    return result;
  }

  it('outlive the process, and are painted again when they are damaged or gone', async () => {
    const disk = { folder: await folder(), bytes: 1e6, freeBytes: 0 };
    const first = await painted(disk, await request());
    const again = await painted(disk, await request());
    expect(again.from).toBe('disk');
    expect(again.bytes).toEqual(first.bytes);

    const [name = ''] = await readdir(disk.folder);
    const file = join(disk.folder, name);
    const whole = await readFile(file);
    for (const wrong of [whole.subarray(0, 20), Buffer.alloc(0), Buffer.concat([whole, Buffer.from('x')])]) {
      await writeFile(file, wrong);
      expect(await painted(disk, await request())).toMatchObject({ from: 'painting', bytes: first.bytes });
    }
    await rm(file);
    expect((await painted(disk, await request())).from).toBe('painting');
  });

  it('sweep what a crash left, and keep to their bounds', async () => {
    const disk = { folder: await folder(), bytes: 1000, freeBytes: 0 };
    const half = `${'a'.repeat(64)}.1.0.tmp`;
    await writeFile(join(disk.folder, half), 'x');
    await writeFile(join(disk.folder, 'b'.repeat(64)), Buffer.alloc(900));
    const picture = await painted(disk, await request());
    const names = await readdir(disk.folder);
    expect(names).not.toContain(half);
    const sizes = await Promise.all(names.map(async (name) => (await readFile(join(disk.folder, name))).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1000);
    expect(picture.bytes.length).toBeGreaterThan(0);
  });

  it('leave alone what others try in their folder, at the start and when they are cleared', async () => {
    const disk = { folder: await folder(), bytes: 1e6, freeBytes: 0 };
    const tried = '.check.5c1f.tmp';
    await writeFile(join(disk.folder, tried), 'x');
    await painted(disk, await request());
    expect(await readdir(disk.folder)).toContain(tried);
    const pictures = openPictureFolder(disk);
    await pictures.clear();
    expect(await readdir(disk.folder)).toEqual([tried]);
  });

  it('are not written when the disk is nearly full or the folder cannot be had', async () => {
    const full = { folder: await folder(), bytes: 1e6, freeBytes: Number.MAX_SAFE_INTEGER };
    expect((await painted(full, await request())).from).toBe('painting');
    expect(await readdir(full.folder)).toEqual([]);
    const file = join(await folder(), 'a-file');
    await writeFile(file, '');
    expect((await painted({ folder: file, bytes: 1e6, freeBytes: 0 }, await request())).from).toBe('painting');
  });

  it('are written before an answer only when they are expensive to make; JPEG and PNG when asked for again', async () => {
    const disk = { folder: await folder(), bytes: 1e6, freeBytes: 0 };
    const jpeg: PaintRequest = { ...(await request()), format: 'jpeg' };
    await painted(disk, jpeg);
    await painted(disk, { ...jpeg, format: 'png' });
    expect(await readdir(disk.folder)).toEqual([]);
    const painter = createPainter({ memoryBytes: 1e7, disk });
    const first = await painter.paint(jpeg);
    expect((await painter.paint(jpeg)).from).toBe('memory');
    expect((await painter.paint(jpeg)).from).toBe('memory');
    expect(await readdir(disk.folder)).toEqual([]);
    await painter.close();
    expect(await readdir(disk.folder)).toHaveLength(1);
    expect(await painted(disk, jpeg)).toMatchObject({ from: 'disk', bytes: first.bytes });
  });

  it('are read from the queue of those that are not written yet', async () => {
    const disk = { folder: await folder(), bytes: 1e6, freeBytes: 0 };
    const painter = painterWith({ memoryBytes: 4, disk });
    const first = await painter.paint(await request());
    expect(await painter.paint(await request())).toMatchObject({ from: 'disk', bytes: first.bytes });
    expect(await readdir(disk.folder)).toEqual([]);
  });

  it('are cleared with the others', async () => {
    const disk = { folder: await folder(), bytes: 1e6, freeBytes: 0 };
    await painted(disk, await request());
    expect(await readdir(disk.folder)).toHaveLength(1);
    const painter = createPainter({ memoryBytes: 1e7, disk });
    ends.push(painter.close);
    await painter.paint(await request());
    await painter.clear();
    expect(await readdir(disk.folder)).toEqual([]);
    expect((await painter.paint(await request())).from).toBe('painting');
  });
});
