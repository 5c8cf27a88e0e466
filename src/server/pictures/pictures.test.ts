/** Pictures as callers get them: exact to the pixel, the same for the same content, refused with a reason. */
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../contract/index.ts';
import { startApp } from '../app.ts';
import { readSettings } from '../config.ts';
import { databases } from '../testing/databases.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, pixels, pixelsOf, plain, png, SET, zipOf } from '../testing/tinyPacks.ts';

const WIDTH = 8;
const HEIGHT = 4;
const TEST = { as: ['ROLE_TEST_EMBARGO'] } as const;
const noise = (seed: number) =>
  pixels(WIDTH, HEIGHT, (x, y) => [0, 1, 2, 3].map((c) => (seed * 97 + x * 41 + y * 59 + c * 83 + x * y * 7) % 256));
const LAYERS = { shadow: noise(1), black: noise(2), white: noise(3), wheels: noise(4), badge: noise(5) };
/** bottom first, as layers-ext.xml orders them: by z, then by position */
const ORDER = ['badge', 'shadow', 'black', 'white', 'wheels'] as const;

/** Porter-Duff over in float64, premultiplied 0 to 255. */
function exact(names: readonly (keyof typeof LAYERS)[]): number[] {
  const canvas = new Float64Array(WIDTH * HEIGHT * 4);
  for (const name of names) {
    const rgba = LAYERS[name];
    for (let at = 0; at < rgba.length; at += 4) {
      const alpha = (rgba[at + 3] as number) / 255;
      for (let c = 0; c < 4; c += 1) {
        const source = c === 3 ? 255 * alpha : (rgba[at + c] as number) * alpha;
        canvas[at + c] = source + (canvas[at + c] as number) * (1 - alpha);
      }
    }
  }
  return [...canvas];
}
const premultiplied = (rgba: Uint8Array) =>
  [...rgba].map((value, at) => (at % 4 === 3 ? value : (value * (rgba[at - (at % 4) + 3] as number)) / 255));
const farthest = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, i) => Math.abs(value - (b[i] as number))));

describe.each(databases())('pictures on %s', (kind) => {
  let server: TestApp;
  const address = (query: string, area = 'embargo', id = SET) => `/${area}/api/v2/image/dis/${id}/image?${query}`;
  const get = (query: string, headers: Record<string, string> = {}, id = SET) =>
    server.call('GET', address(query, 'embargo', id), { ...TEST, headers });
  const colour = async (query: string) => {
    const answer = await get(`format=png&${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const { rgba, width, height } = await pixelsOf(answer.rawPayload);
    return { first: [...rgba.subarray(0, 4)], width, height };
  };

  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const files: Record<string, Buffer> = {};
    for (const [name, rgba] of Object.entries(LAYERS)) files[`001/${name}.png`] = await png(rgba, WIDTH, HEIGHT);
    files['thumb/001/black.png'] = await plain([1, 2, 3, 255], 4, 2);
    files['002/black.png'] = await plain([9, 9, 9, 255]);
    const pack = await server.deliver(`image-ext-${SET}.zip`, await zipOf(files));
    expect(pack.problems).toEqual([]);
    await server.deliver(`image-ext-rhd-${SET}.zip`, await zipOf({ '002/black.png': await plain([7, 7, 7, 255]) }));
  });
  afterAll(() => server.stop());

  it.each([
    [['shadow', 'black', 'wheels', 'badge']],
    [['white']],
    [['shadow', 'black', 'white', 'wheels', 'badge']],
  ] as const)('the picture of %s is within 1 of 255 of float64 on every pixel', async (names) => {
    const answer = await get(`view=001&format=png&layers=${names.join(',')}`);
    expect(answer.headers['content-type']).toBe('image/png');
    const { rgba, width, height } = await pixelsOf(answer.rawPayload);
    expect([width, height]).toEqual([WIDTH, HEIGHT]);
    const order = ORDER.filter((name) => (names as readonly string[]).includes(name));
    expect(farthest(premultiplied(rgba), exact(order))).toBeLessThanOrEqual(1);
    expect(answer.headers['x-lacquer-layers']).toBe(order.join(','));
  });

  it('the order of the layers in the call does not matter, nor does naming one twice', async () => {
    const one = await get('view=001&format=png&layers=shadow,black,wheels');
    const other = await get('view=001&format=png&layers=wheels,,black,shadow,black,');
    expect(other.rawPayload.equals(one.rawPayload)).toBe(true);
    expect(other.headers['etag']).toBe(one.headers['etag']);
  });

  it('a resolution: the hand-made picture if there is one, else the scaled master', async () => {
    expect(await colour('view=001&size=thumb&layers=black')).toEqual({ first: [1, 2, 3, 255], width: 4, height: 2 });
    const answer = await get('view=001&size=thumb&format=png&layers=white');
    const found = await pixelsOf(answer.rawPayload);
    expect([found.width, found.height]).toEqual([4, 2]);
    const wanted = await sharp(await png(LAYERS.white, WIDTH, HEIGHT))
      .resize(4, 2, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    // sharp rounds between the two directions.
    expect(farthest(premultiplied(found.rgba), premultiplied(wanted))).toBeLessThanOrEqual(2);
  });

  it('scaling=exact scales the blended stack and has an ETag of its own; only exact is known', async () => {
    const query = 'view=001&size=thumb&format=png&layers=shadow,white,wheels';
    const [exactly, byLayer] = [await get(`${query}&scaling=exact`), await get(query)];
    expect(exactly.statusCode, exactly.body).toBe(200);
    expect(exactly.headers['etag']).not.toBe(byLayer.headers['etag']);
    expect(exactly.rawPayload.equals(byLayer.rawPayload)).toBe(false);
    const whole = await get('view=001&size=HD&format=png&layers=shadow,white,wheels');
    const wanted = await sharp(whole.rawPayload)
      .resize(4, 2, { fit: 'fill', kernel: 'lanczos3' })
      .ensureAlpha()
      .raw()
      .toBuffer();
    const { rgba } = await pixelsOf(exactly.rawPayload);
    expect(farthest(premultiplied(rgba), premultiplied(wanted))).toBeLessThanOrEqual(2);
    expect((await get(`${query}&scaling=quick`)).statusCode).toBe(400);
  });

  it('LHD and RHD: own pictures win, layers of the other driver type are not painted', async () => {
    expect((await colour('view=002&layers=black')).first).toEqual([9, 9, 9, 255]);
    expect((await colour('view=002&layers=black&driverType=LHD')).first).toEqual([9, 9, 9, 255]);
    expect((await colour('view=002&layers=black&driverType=RHD')).first).toEqual([7, 7, 7, 255]);
    const rhd = await get('view=001&layers=badge,black&driverType=RHD');
    expect(rhd.headers['x-lacquer-layers']).toBe('black');
    expect(rhd.headers['x-lacquer-missing']).toBeUndefined();
  });

  it('the ETag is answered 304 without a body, in every form that a client may send', async () => {
    const first = await get('view=001&layers=black');
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('view=001&layers=black', { 'if-none-match': sent });
      expect([again.statusCode, again.rawPayload.length, again.headers['etag']], sent).toEqual([304, 0, etag]);
    }
    expect((await get('view=001&layers=black', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('the ETag depends on the content: on layers, sizes and formats, but not on the pack', async () => {
    const etag = async (query: string, id = SET) => (await get(query, {}, id)).headers['etag'];
    const known = await Promise.all(
      [
        'view=001&format=png&layers=black',
        'view=001&format=png&layers=white',
        'view=001&format=webp&layers=black',
        'view=001&format=png&size=thumb&layers=black',
        'view=001&format=png&size=thumb&layers=white',
        'view=001&format=png&layers=black,white',
      ].map((query) => etag(query)),
    );
    expect(new Set(known).size).toBe(known.length);
    const twin = '1QQ2A5xxxxxxxxxx';
    await server.deliver(
      `meta-${twin}.zip`,
      await metaZip({ 'versions.xml': META['versions.xml']?.replaceAll('1PP', '1QQ') }, twin),
    );
    await server.deliver(
      `image-ext-${twin}.zip`,
      await zipOf({
        '001/black.png': await png(LAYERS.black, WIDTH, HEIGHT),
        '001/white.png': await plain([0, 0, 0, 9]),
      }),
    );
    expect(await etag('view=001&format=png&layers=black', twin)).toBe(known[0]);
  });

  it.each([
    [undefined, 'image/webp'],
    ['*/*', 'image/webp'],
    ['image/png', 'image/png'],
    ['image/jpeg', 'image/jpeg'],
    ['image/webp;q=0.5, image/png;q=0.9', 'image/png'],
    ['image/*;q=0.1, image/webp;q=0', 'image/png'],
    ['text/html, image/jpeg;q=0.2', 'image/jpeg'],
  ])('Accept %s answers %s', async (accept, type) => {
    const answer = await get('view=001&layers=black', accept === undefined ? {} : { accept });
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['vary']).toContain('Accept');
    const { format } = await sharp(answer.rawPayload).metadata();
    expect(`image/${format}`).toBe(type);
  });

  it('format takes precedence over Accept; Accept without a format of ours is 406; JPEG has a white background', async () => {
    const answer = await get('view=001&layers=black&format=png', { accept: 'image/webp' });
    expect(answer.headers['content-type']).toBe('image/png');
    expect((await get('view=001&layers=black', { accept: 'text/html' })).statusCode).toBe(406);
    expect((await get('view=001&layers=black&format=gif')).statusCode).toBe(400);
    await server.deliver(`image-ext-${SET}_clear.zip`, await zipOf({ '002/wheels.png': await plain([0, 0, 0, 0]) }));
    const jpeg = await pixelsOf((await get('view=002&layers=wheels&format=jpeg')).rawPayload);
    expect([...jpeg.rgba.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  });

  it('a layer that the set does not declare: 400 with its name', async () => {
    const answer = await get('view=001&layers=black,spoiler,antenna');
    expect(answer.json()).toMatchObject({ status: 400, code: 'unknown-layer' });
    expect(answer.json<{ errorMessage: string }>().errorMessage).toContain('antenna, spoiler');
  });

  it('a declared layer without a picture is skipped and named; no picture at all is 404', async () => {
    const answer = await get('view=002&layers=black,shadow,white');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-lacquer-layers']).toBe('black');
    expect(answer.headers['x-lacquer-missing']).toBe('shadow,white');
    for (const query of ['view=002&layers=shadow', 'view=001&layers=', 'view=001']) {
      expect((await get(query)).json(), query).toMatchObject({ status: 404, code: 'no-picture' });
    }
  });

  it.each([
    ['view=009&layers=black', 'unknown-angle', '009'],
    ['view=001&size=4K&layers=black', 'unknown-resolution', '4K'],
    ['view=002&size=thumb&layers=black', 'angle-not-delivered', 'thumb'],
    ['view=001&viewport=interior&layers=black', 'no-viewport', 'interior'],
  ])('%s is 404 %s and says why', async (query, code, named) => {
    const answer = await get(query);
    expect(answer.json()).toMatchObject({ status: 404, code, errorMessage: expect.stringContaining(named) });
  });

  it.each(['', 'layers=black', 'view=&layers=black', 'view=001&viewport=top', 'view=001&driverType=lhd'])(
    'the query "%s" is 400',
    async (query) => {
      expect((await get(query)).statusCode).toBe(400);
    },
  );

  it('ext and exterior are one viewport', async () => {
    const one = await get('view=001&layers=black&viewport=ext');
    expect(one.headers['etag']).toBe((await get('view=001&layers=black&viewport=exterior')).headers['etag']);
  });

  it('an unknown set, and one of another area, is 404; pictures are never cached where they must not be', async () => {
    expect((await get('view=001&layers=black', {}, '1ZZ2A5xxxxxxxxxx')).json()).toMatchObject({ code: 'unknown-set' });
    const prod = await server.call('GET', address('view=001&layers=black', 'prod'), { as: ['ROLE_TEST'] });
    expect(prod.json()).toMatchObject({ status: 404, code: 'unknown-set' });
    expect((await get('view=001&layers=black')).headers['cache-control']).toBe('no-store');
  });

  it('a TEST user who asks for an embargo id gets the answer of an unknown id', async () => {
    const answers = await Promise.all(
      [SET, '1ZZ2A5xxxxxxxxxx'].flatMap((id) =>
        ['embargo', 'preprod'].map((area) =>
          server.call('GET', address('view=001&layers=black', area, id), { as: ['ROLE_TEST'] }),
        ),
      ),
    );
    const shown = answers.map((a) => JSON.stringify({ ...a.json<object>(), requestId: '' }));
    expect(shown[0]).toBe(shown[2]);
    expect(shown[1]?.replaceAll(SET, 'ID')).toBe(shown[3]?.replaceAll('1ZZ2A5xxxxxxxxxx', 'ID'));
  });

  it('many simultaneous calls for one picture get the same bytes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => get('view=001&format=png&layers=white,wheels,badge,shadow')),
    );
    expect(new Set(answers.map((answer) => answer.rawPayload.toString('base64'))).size).toBe(1);
  });
});

describe('large resolutions', () => {
  const disId = '1LG2A5QESFB0A0F4';
  const profile = `<assetProfile><viewport name="exterior"><angle name="001"/>
${[16_383, 16_384, 16_385].map((side) => `<resolution name="w${side}" width="${side}" height="2"/>`).join('\n')}
<resolution name="tall" width="2" height="16384"/></viewport></assetProfile>`;
  const LIMITS = { LACQUER_RESOLUTION_SIDE: '20000', LACQUER_RESOLUTION_PIXELS: '100000' };
  async function deliver(to: TestApp): Promise<void> {
    const files = {
      [`${disId}/asset-profile.xml`]: profile,
      [`${disId}/layers-ext.xml`]: '<layers><family name="car"><layer name="car" z="1"/></family></layers>',
      [`${disId}/ext/001/car.png`]: await png(LAYERS.black, WIDTH, HEIGHT),
    };
    expect(await to.deliver('oneLayer_large.zip', await zipOf(files))).toMatchObject({ state: 'live', problems: [] });
  }
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp('sqlite', LIMITS);
    await deliver(server);
  });
  afterAll(() => server.stop());
  const url = (size: string, more = '') =>
    `/embargo/api/v2/image/dis/${disId}/image?view=001&layers=car&size=${size}${more}`;
  const outcomeOf = async (size: string, format: string) => {
    const answer = await server.call('GET', url(size, `&format=${format}`), TEST);
    return answer.statusCode === 200 ? 200 : answer.json<ErrorAnswer>().errorMessage;
  };

  it('a format that cannot hold the size is refused before painting, with a format to ask for', async () => {
    expect(await outcomeOf('w16383', 'webp')).toBe(200);
    const webp = `${disId}, w16384: webp holds at most 16383 pixels a side, and the resolution is 16384 x 2. Ask for png or jpeg.`;
    expect(await outcomeOf('w16384', 'webp')).toBe(webp);
    expect(await outcomeOf('tall', 'webp')).toContain('2 x 16384');
    expect(await outcomeOf('w16384', 'avif')).toBe(200);
    expect(await outcomeOf('w16385', 'avif')).toContain('avif holds at most 16384 pixels a side');
    expect(await outcomeOf('w16385', 'jpeg')).toBe(200);
    expect(await outcomeOf('w16385', 'png')).toBe(200);
    const answer = await server.call('GET', url('w16384', '&format=webp'), TEST);
    expect([answer.statusCode, answer.json<ErrorAnswer>().code]).toEqual([400, 'too-large']);
  });

  it('of the formats that Accept allows, one that holds the size is chosen', async () => {
    const typeOf = async (accept: string) => {
      const answer = await server.call('GET', url('w16384'), { ...TEST, headers: { accept } });
      return answer.statusCode === 200 ? answer.headers['content-type'] : answer.statusCode;
    };
    expect(await typeOf('image/webp,*/*;q=0.8')).toBe('image/png');
    expect(await typeOf('image/webp,image/jpeg;q=0.8')).toBe('image/jpeg');
    expect(await typeOf('image/webp')).toBe(400);
    expect(await typeOf('image/gif')).toBe(406);
  });

  it('are refused on delivery and on configuration, at their line and column', async () => {
    const bad = `<assetProfile><viewport name="exterior"><angle name="001"/>
 <resolution name="a" width="20001" height="2"/>
 <resolution name="b" width="400" height="500"/>
</viewport></assetProfile>`;
    const pack = await server.deliver('meta_large.zip', await zipOf({ [`${disId}/asset-profile.xml`]: bad }));
    const reason = (size: string) =>
      `${size} is too large: a resolution has at most 20000 pixels a side and 100000 in all`;
    const entry = `${disId}/asset-profile.xml`;
    expect(pack.problems).toEqual([
      { entry, line: 2, column: 30, reason: reason('20001 x 2') },
      { entry, line: 3, column: 43, reason: reason('400 x 500') },
    ]);
    const config = bad.replace('<assetProfile>', `<assetProfiles><assetProfile set="${disId}">`);
    const { headers, payload } = multipart('asset_profile_l.xml', Buffer.from(`${config}</assetProfiles>`));
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/embargo/api/v2/admin/global-files',
      payload,
      headers: { ...headers, cookie, 'x-csrf-token': token },
    });
    expect(answer.json<ErrorAnswer>()).toMatchObject({
      status: 422,
      details: [
        { line: 2, column: 30 },
        { line: 3, column: 43, reason: reason('400 x 500') },
      ],
    });
  });

  it('too many of them are refused at the first one over the limit', async () => {
    const many = Array.from({ length: 51 }, (_, i) => `<resolution name="r${i}" width="1" height="1"/>`).join('\n');
    const profile = `<assetProfile><viewport name="exterior"><angle name="001"/>\n${many}</viewport></assetProfile>`;
    const pack = await server.deliver('meta_many.zip', await zipOf({ [`${disId}/asset-profile.xml`]: profile }));
    expect(pack.problems).toMatchObject([{ line: 52, column: 1, reason: 'a viewport has at most 50 resolutions' }]);
  });

  it('those of a profile that is older than the limits are not painted', async () => {
    const before = await startTestApp('sqlite', LIMITS);
    await deliver(before);
    await before.close();
    const settings = readSettings({
      LACQUER_DATA: before.folder,
      LACQUER_LOG_LEVEL: 'silent',
      ...LIMITS,
      LACQUER_RESOLUTION_SIDE: '16383',
    });
    const restarted = await startApp(settings);
    const session = await restarted.app.inject({
      method: 'POST',
      url: '/api/v2/public/session',
      payload: { username: 'admin', password: PASSWORD },
    });
    const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
    const status = async (size: string) =>
      (await restarted.app.inject({ url: url(size, '&format=png'), headers: { cookie } })).statusCode;
    expect([await status('w16383'), await status('w16384')]).toEqual([200, 400]);
    await restarted.close();
    rmSync(before.folder, { recursive: true });
  });
});

describe('a server that may paint one picture at a time', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp('sqlite', { LACQUER_PAINT_WAITING: '1', LACQUER_PAINT_WORKERS: '1' });
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const files: Record<string, Buffer> = {};
    for (const [name, rgba] of Object.entries(LAYERS)) files[`001/${name}.png`] = await png(rgba, WIDTH, HEIGHT);
    await server.deliver(`image-ext-${SET}.zip`, await zipOf(files));
  });
  afterAll(() => server.stop());
  const get = (layers: string) =>
    server.call('GET', `/embargo/api/v2/image/dis/${SET}/image?view=001&format=jpeg&layers=${layers}`, TEST);

  it('answers simultaneous calls with 503 and Retry-After, and serves them when they try again', async () => {
    await get('shadow');
    const wanted = ['black', 'white', 'wheels', 'badge', 'black,wheels', 'white,wheels', 'black,badge', 'white,badge'];
    const answers = await Promise.all(wanted.map(get));
    const away = answers.filter((answer) => answer.statusCode !== 200);
    expect(away.length).toBeGreaterThan(0);
    expect(away.length).toBeLessThan(wanted.length);
    for (const answer of away) {
      expect(answer.statusCode, answer.body).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.json()).toMatchObject({ code: 'busy' });
    }
    for (const layers of wanted) expect((await get(layers)).statusCode).toBe(200);
  });

  it('says where a picture came from and how long each step took', async () => {
    const timing = async () => String((await get('shadow,white,badge')).headers['server-timing']);
    expect(await timing()).toMatch(
      /^from;desc=painting, plan;dur=[\d.]+, wait;dur=[\d.]+, load;dur=[\d.]+, paint;dur=[\d.]+, encode;dur=[\d.]+$/,
    );
    expect(await timing()).toMatch(/^from;desc=memory, /);
  });

  it('answers other callers if one disconnects before it got its picture', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const { cookie } = await server.signIn(TEST.as);
    const path = `/embargo/api/v2/image/dis/${SET}/image?view=001&format=webp&layers=`;
    for (const layers of ['black', 'white', 'wheels', 'badge', 'shadow']) {
      const caller = new AbortController();
      const answer = fetch(`http://127.0.0.1:${port}${path}${layers}`, { headers: { cookie }, signal: caller.signal });
      setTimeout(() => caller.abort(), 2);
      await answer.catch(() => {});
    }
    await expect.poll(async () => (await get('shadow,white')).statusCode).toBe(200);
  });
});

it('foreseen pictures, which calls of the lowest urgency ask for, are refused instead of waiting, and keep nobody waiting', async () => {
  const server = await startTestApp('sqlite', { LACQUER_PAINT_WORKERS: '1' });
  try {
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const files: Record<string, Buffer> = {};
    for (const [name, rgba] of Object.entries(LAYERS)) files[`001/${name}.png`] = await png(rgba, WIDTH, HEIGHT);
    await server.deliver(`image-ext-${SET}.zip`, await zipOf(files));
    const get = (layers: string, headers: Record<string, string>) =>
      server.call('GET', `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=${layers}`, { ...TEST, headers });
    const ahead = { priority: 'u=7' };
    expect((await get('shadow', ahead)).statusCode).toBe(200);
    // Every set of layers, the first half wanted, the others foreseen.
    const sets = Array.from({ length: 31 }, (_, n) => ORDER.filter((_name, bit) => (n + 1) & (1 << bit)).join());
    const [painted, foreseen] = await Promise.all([
      Promise.all(sets.slice(0, 16).map((layers) => get(layers, {}))),
      Promise.all(sets.slice(16).map((layers) => get(layers, ahead))),
    ]);
    expect(painted.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const refused = foreseen.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'busy' }]);
    }
    for (const layers of sets) expect((await get(layers, ahead)).statusCode).toBe(200);
  } finally {
    await server.stop();
  }
});

describe('pictures of prod opened to anyone', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp('sqlite', { LACQUER_PUBLIC_PROD_PICTURES: 'true' });
  });
  afterAll(() => server.stop());

  it('opens the pictures of prod, and nothing else', async () => {
    const status = async (path: string) => (await server.call('GET', path, { as: 'nobody' })).statusCode;
    const image = `api/v2/image/dis/${SET}/image?view=001`;
    expect(await status(`/prod/${image}`)).toBe(404);
    expect(await status(`/preprod/${image}`)).toBe(401);
    expect(await status(`/embargo/${image}`)).toBe(401);
    expect(await status(`/${image}`)).toBe(401);
    expect(await status('/prod/api/v2/test/dis')).toBe(401);
  });

  it('shared caches may keep public answers for a minute, and nothing else', async () => {
    await server.upload(`meta-${SET}.zip`, await metaZip());
    const files = ['shadow', 'black', 'white', 'wheels', 'badge'].flatMap((name) =>
      ['001', '002'].map((angle) => `${angle}/${name}.png`),
    );
    const picture = await plain([200, 0, 0, 255]);
    await server.upload(`image-ext-${SET}.zip`, await zipOf(Object.fromEntries(files.map((path) => [path, picture]))));
    await server.upload('static_one.zip', await zipOf({ 'co2/A.png': picture }));
    for (const name of [`image-ext-${SET}.zip`, 'static_one.zip']) await server.waitForPack(name);
    for (const target of ['preprod', 'prod']) {
      for (const body of [{ disId: SET }, { fileName: 'static_one.zip' }]) {
        const path = 'disId' in body ? `dis/${SET}/promote` : 'static/promote';
        const { statusCode } = await server.call('POST', `/api/v2/admin/${path}`, {
          body: { ...body, source: 'embargo', target },
        });
        expect(statusCode).toBe(200);
      }
    }
    const asks = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' };
    const get = async (path: string, as: 'nobody' | ['ROLE_ADMIN'], headers: Record<string, string> = {}) =>
      (await server.call('GET', path, { as, headers })).headers;
    const painted = `/api/v2/image/dis/${SET}/image?view=001&layers=shadow`;
    const list = async () =>
      (await server.call('GET', '/prod/api/v2/image/static/CO2ClassImages?explicit=true', { as: 'nobody' })).json<
        { url: string }[]
      >();
    await expect.poll(list).toHaveLength(1);
    const url = (await list())[0]?.url ?? '';
    const everybody = { 'cache-control': 'public, max-age=60, stale-if-error=86400' };
    const open = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };
    for (const path of [`/prod${painted}&format=webp`, new URL(url).pathname]) {
      const headers = await get(path, 'nobody', asks);
      expect(headers).toMatchObject({ ...everybody, ...open });
      expect(headers).not.toHaveProperty('vary');
      expect(headers).not.toHaveProperty('set-cookie');
      // A page of another site gets the same for every user; our own pages may show what only this user may see.
      expect(await get(path, ['ROLE_ADMIN'], asks)).toMatchObject(everybody);
      expect(await get(path, ['ROLE_ADMIN'])).toMatchObject({
        'cache-control': 'private, no-cache',
        'cross-origin-resource-policy': 'same-origin',
      });
      const again = await server.call('GET', path, {
        as: 'nobody',
        headers: { 'if-none-match': String(headers['etag']) },
      });
      expect([again.statusCode, again.headers['cache-control']]).toEqual([304, everybody['cache-control']]);
    }
    expect((await get(`/prod${painted}`, 'nobody'))['vary']).toBe('Accept');
    for (const area of ['embargo', 'preprod']) {
      expect((await get(`/${area}${painted}`, ['ROLE_ADMIN']))['cache-control']).toBe('no-store');
      const { statusCode, headers } = await server.call('GET', `/${area}${painted}`, {
        as: ['ROLE_ADMIN'],
        headers: asks,
      });
      expect([statusCode, headers['cache-control']]).toEqual([403, 'no-store']);
    }
    const unknown = await server.call('GET', `/prod${painted}&w=100`, { as: 'nobody' });
    expect([unknown.statusCode, unknown.headers['cache-control']]).toEqual([400, 'no-store']);
  });
});
