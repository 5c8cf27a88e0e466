/**
 * Expensive work of one account blocks the main thread only briefly, lets other accounts take their turns, and gets 503
 * with Retry-After beyond a limit.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaticImageInfo } from '../contract/staticImages.ts';
import { longestTurn } from './platform/threads/testing/turns.ts';
import { putManyFiles } from './testing/manyFiles.ts';
import { startTestApp, type TestApp, type Who } from './testing/testApp.ts';
import { META, metaZip, pixels, png, SET, zipOf } from './testing/tinyPacks.ts';

const WIDTH = 1600;
const HEIGHT = 900;
const PROFILE = `<assetProfile>
  <viewport name="exterior">
    <angle name="001"/>
    <angle name="002"/>
    <resolution name="HD" width="${WIDTH}" height="${HEIGHT}"/>
    <resolution name="half" width="800" height="450"/>
  </viewport>
</assetProfile>`;
/** Units of parsing a megabyte of JSON: about 50 ms on a small machine. */
const MAX_UNITS = 20;

/** 16-bit pictures, which need more work than others. */
const deepPng = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 4, background: '#8040c0', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .toColourspace('rgb16')
    .png()
    .toBuffer();

/** A different choice of layers for each number below 16. */
const subset = (number: number) => {
  const layers = ['shadow', 'black', 'white', 'wheels'].filter((_, i) => ((number + 1) >> i) % 2 === 1);
  return `layers=${layers.join(',') || 'black'}&size=${number % 3 === 0 ? 'half' : 'HD'}`;
};

/** Calls from another thread, so that the caller's own work is not measured as the server's. */
const CALLER = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', async ({ urls, headers }) => {
      const ask = async (url) => {
        const answer = await fetch(url, { headers });
        await answer.arrayBuffer();
        return answer.status;
      };
      parentPort.postMessage(await Promise.all(urls.map(ask)));
    });`;

describe('expensive work', () => {
  let server: TestApp;
  let caller: Worker;
  let address: string;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp('sqlite', { LACQUER_PAINT_DISK_BYTES: '0', LACQUER_PAINT_WAITING: '12' });
    await server.deliver(`meta-${SET}.zip`, await metaZip({ ...META, 'asset-profile.xml': PROFILE }));
    const layers: Record<string, Buffer> = {};
    for (const [i, layer] of ['shadow', 'black', 'white', 'wheels'].entries()) {
      const picture = pixels(WIDTH, HEIGHT, (x, y) => [
        (x * (i + 1)) % 256,
        (x * y) % 251,
        (y * 3) % 256,
        (x + y * i) % 256,
      ]);
      layers[`001/${layer}.png`] = await png(picture, WIDTH, HEIGHT);
      layers[`002/${layer}.png`] = await png(picture.reverse(), WIDTH, HEIGHT);
    }
    await server.deliver(`image-ext-${SET}.zip`, await zipOf(layers));
    await putManyFiles(server, 'static_many.zip', 300, await deepPng(WIDTH, HEIGHT));
    caller = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CALLER)}`));
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    ({ cookie } = await server.signIn(['ROLE_ADMIN']));
  });
  afterAll(async () => {
    await caller.terminate();
    await server.stop();
  });

  async function statuses(paths: readonly string[]): Promise<number[]> {
    const answered = once(caller, 'message') as Promise<[number[]]>;
    caller.postMessage({ urls: paths.map((path) => `${address}${path}`), headers: { cookie } });
    return (await answered)[0];
  }

  const forget = () => server.call('GET', '/api/v2/admin/clearAllCaches');
  const image = (query: string) => `/embargo/api/v2/image/dis/${SET}/image?${query}`;

  it.each(['jpeg', 'webp', 'png', 'avif'])('pictures as %s', async (format) => {
    await forget();
    const paths = ['black', 'white'].map((body) =>
      image(`view=001&layers=shadow,${body},wheels&format=${format}&size=${body === 'black' ? 'HD' : 'half'}`),
    );
    const { units } = await longestTurn(async () => expect(await statuses(paths)).toEqual([200, 200]));
    expect(units).toBeLessThan(MAX_UNITS);
  });

  it('previews that do not exist yet, and PDFs of many pictures', async () => {
    const found = await server.call('GET', '/embargo/api/v2/image/static/CO2ClassImages');
    const url = found.json<StaticImageInfo[]>()[0]?.url ?? '';
    const small = [`${new URL(url).pathname}?size=thumb`, `${new URL(url).pathname}?size=print`];
    await server.database.transaction((trx) => trx.deleteFrom('derived').where('kind', 'not like', 'ren%').execute());
    const thumbs = await longestTurn(async () => expect(await statuses(small)).toEqual([200, 200]));
    expect(thumbs.units).toBeLessThan(MAX_UNITS);
    const pdf = '/embargo/api/v2/test/pdf/co2';
    const printed = await longestTurn(async () => expect(await statuses([pdf, pdf, pdf])).toEqual([200, 200, 200]));
    expect(printed.units).toBeLessThan(MAX_UNITS);
  });

  it('a hundred pictures of one account: others get theirs, and excess calls are asked to retry later', async () => {
    await forget();
    const greedy = Array.from({ length: 60 }, (_, i) => image(`view=00${(i % 2) + 1}&format=webp&${subset(i)}`));
    const ask = async (paths: readonly string[], as: Who) =>
      Promise.all(paths.map((path) => server.call('GET', path, { as })));
    const first = ask(greedy, ['ROLE_TEST_EMBARGO']);
    const others = await ask([image('view=001&layers=black&format=webp')], ['ROLE_ADMIN']);
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200]);
    const answers = await first;
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers['retry-after']).toBe('1');
    expect(answers.filter(({ statusCode }) => ![200, 503].includes(statusCode))).toEqual([]);
  });
});
