/** Threads that paint: there when there is much to do, gone when there is nothing. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createPool, type Pool } from './pool.ts';
import { grainy } from './testing/samplePictures.ts';
import { createTiles } from './tiles.ts';

describe('painting threads', () => {
  let pool: Pool | undefined;
  afterEach(() => pool?.close());

  const tiles = createTiles();
  const grain = (width: number, height: number) => ({ layers: [tiles.add(grainy(width, height))], width, height });

  it('are not needed for warming up', async () => {
    pool = createPool(tiles, 2);
    await pool.warm();
    expect(pool.threads).toBe(0);
  });

  it('start when there is more, end after a time without, start again, and paint the same as one alone', async () => {
    pool = createPool(tiles, 2, { idleMs: 200 });
    const large = grain(2048, 1024);
    const all = async () => {
      const [one, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => (pool as Pool).jpeg(large)));
      for (const other of others) expect(other.equals(one as Buffer)).toBe(true);
      return one as Buffer;
    };
    const used = tiles.arena.used;
    const first = await all();
    expect(pool.threads).toBe(2);
    await expect.poll(() => pool?.threads).toBe(0);
    // At once, while threads end or start.
    for (let i = 0; i < 5; i++) {
      expect((await all()).equals(first)).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 195 + i * 5));
    }
    expect(tiles.arena.used).toBe(used);
  });

  it('keep a process alive that does nothing but paint, no longer', () => {
    const url = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const script = `
      import { createPool } from ${url('./pool.ts')};
      import { grainy } from ${url('./testing/samplePictures.ts')};
      import { createTiles } from ${url('./tiles.ts')};
      const tiles = createTiles();
      const size = { width: 2048, height: 2048 };
      const pool = createPool(tiles, 2);
      const stack = { layers: [tiles.add(grainy(size.width, size.height))], ...size };
      for (let i = 0; i < 4; i++) await pool.jpeg(stack);
      console.log('painted with', pool.threads);`;
    const folder = mkdtempSync(join(tmpdir(), 'lacquer-pool-'));
    try {
      writeFileSync(join(folder, 'paint.mjs'), script);
      const output = execFileSync(process.execPath, [join(folder, 'paint.mjs')], { encoding: 'utf8' });
      expect(output).toBe('painted with 2\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('paint and pack a layer in another size, with the pixels and bytes that the calling thread would give it', async () => {
    pool = createPool(tiles, 2);
    const { layers, width, height } = grain(400, 300);
    const from = { width, height };
    const used = tiles.arena.used;
    for (const [w, h] of [
      [100, 75],
      [400, 300],
      [37, 1],
      [1, 1],
      [800, 611],
    ] as const) {
      const stack = { layers, from, width: w, height: h };
      const packed = await pool.layer(stack);
      const here = await pool.pixels(stack, false, (picture) => tiles.add({ ...picture, rgba: picture.rgba.slice() }));
      const [one, other] = [packed, here].map((layer) => Buffer.from(tiles.paint([layer], w, h, false).rgba));
      expect(one?.equals(other as Buffer)).toBe(true);
      expect(packed.bytes).toBe(here.bytes);
      for (const layer of [packed, here]) layer.release();
    }
    expect(tiles.arena.used).toBe(used);
  });

  it.each([
    [
      'slots.ts',
      'const SLOT_WORDS = 19',
      'const SLOT_WORDS = 20',
      'Lacquer was replaced on disk while it ran: restart it.',
    ],
    ['worker.ts', '', '', 'Lacquer was replaced on disk while it ran: restart it.'],
    // Of a version that did not compare the layout: it takes rows, and paints none.
    ['worker.ts', 'paintRows(painter, words);', '', 'the painting threads stand still'],
  ])('whose %s was replaced (%j) fail the painting with a sentence', (file, before, after, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'lacquer-replaced-'));
    try {
      for (const room of ['contract', 'engine', 'paint']) {
        cpSync(new URL(`../${room}/`, import.meta.url), join(folder, room), { recursive: true });
      }
      symlinkSync(
        fileURLToPath(new URL('../../node_modules', import.meta.url)),
        join(folder, 'node_modules'),
        'junction',
      );
      const replaced = join(folder, 'paint', file);
      const code = readFileSync(replaced, 'utf8');
      expect(code).toContain(before);
      const script = `
        import { rmSync, writeFileSync } from 'node:fs';
        import { createPool } from './paint/pool.ts';
        import { grainy } from './paint/testing/samplePictures.ts';
        import { createTiles } from './paint/tiles.ts';
        const tiles = createTiles();
        const size = { width: 2048, height: 2048 };
        const pool = createPool(tiles, 2, { silentMs: 200 });
        const stack = { layers: [tiles.add(grainy(size.width, size.height))], ...size };
        const replaced = ${JSON.stringify(replaced)};
        ${before === '' ? 'rmSync(replaced);' : `writeFileSync(replaced, ${JSON.stringify(code.replace(before, after))});`}
        try {
          for (let i = 0; i < 20; i++) await pool.jpeg(stack);
        } catch (error) {
          console.log(error.message);
        }
        await pool.close();`;
      writeFileSync(join(folder, 'paint.mjs'), script);
      const output = execFileSync(process.execPath, ['--no-warnings', join(folder, 'paint.mjs')], { encoding: 'utf8' });
      expect(output.trim()).toBe(sentence);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('leave who waits no hope once the pool is closed', async () => {
    pool = createPool(tiles, 2);
    const waiting = [1, 2, 3].map(() => (pool as Pool).jpeg(grain(1024, 1024)));
    await pool.close();
    for (const one of await Promise.allSettled(waiting)) expect(one.status).toBe('rejected');
    await expect(pool.jpeg(grain(16, 16))).rejects.toThrow('closed');
    expect(pool.threads).toBe(0);
  });
});
