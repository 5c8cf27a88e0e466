/** From a pixel to the file: the layers of a picture at a point, and the pack, uploader and date of each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow, ErrorAnswer, PictureLayers } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp, type Who } from '../testing/testApp.ts';
import { metaZip, pixels, pixelsOf, plain, png, SET, VERSION, zipOf } from '../testing/tinyPacks.ts';

const COPY = '1PP2A9xxxxxxxxxx';
const RED = [255, 0, 0, 255];
const HALF_BLUE = [0, 0, 255, 128];
const TESTER: Who = ['ROLE_TEST'];
const EMBARGO_TESTER: Who = ['ROLE_TEST_EMBARGO'];
/** transparent on the left, opaque on the right */
const HALF = pixels(8, 4, (x) => (x < 4 ? [0, 0, 0, 0] : [0, 255, 0, 255]));

describe.each(databases())('layers of a picture on %s', (kind) => {
  let server: TestApp;
  const ask = (
    query: string,
    { as = EMBARGO_TESTER, area = 'embargo', id = SET }: { as?: Who; area?: string; id?: string } = {},
  ) => server.call('GET', `/${area}/api/v2/image/debug/dis/${id}/pictureLayers?view=001&${query}`, { as });
  const layersOf = async (...parameters: Parameters<typeof ask>) => {
    const answer = await ask(...parameters);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<PictureLayers>();
  };
  const seen = async (query: string) =>
    (await layersOf(query)).layers.map(({ layer, at }) => [layer, at?.rgba, at?.share]);
  const settled = () =>
    expect
      .poll(
        async () => {
          const jobs = (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
          return jobs.filter((job) => /CREATED|STARTED/.test(job.jobStatus)).length;
        },
        { timeout: 60_000 },
      )
      .toBe(0);

  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(
      `image-ext-${SET}.zip`,
      await zipOf({
        '001/shadow.png': await plain(RED),
        '001/white.png': await plain(HALF_BLUE),
        '001/wheels.png': await png(HALF, 8, 4),
        'thumb/001/white.png': await plain([9, 9, 9, 255], 4, 2),
      }),
    );
  });
  afterAll(() => server.stop());

  it('names them topmost first, with how much each adds to the colour at the point', async () => {
    expect(await seen(`versionId=${VERSION}&x=1&y=2`)).toEqual([
      ['wheels', [0, 0, 0, 0], 0],
      ['white', HALF_BLUE, 128 / 255],
      ['shadow', RED, 127 / 255],
    ]);
    expect(await seen(`versionId=${VERSION}&x=7&y=3`)).toEqual([
      ['wheels', [0, 255, 0, 255], 1],
      ['white', HALF_BLUE, 0],
      ['shadow', RED, 0],
    ]);
  });

  it('matches the painted picture at every point, also in a scaled one', async () => {
    for (const size of ['HD', 'thumb']) {
      const url = `/embargo/api/v2/image/dis/${SET}/imageFromOptions?view=001&versionId=${VERSION}&format=png&size=${size}`;
      const painted = await pixelsOf((await server.call('GET', url, { as: EMBARGO_TESTER })).rawPayload);
      for (let i = 0; i < painted.width * painted.height; i++) {
        const [x, y] = [i % painted.width, Math.floor(i / painted.width)];
        const { layers } = await layersOf(`versionId=${VERSION}&size=${size}&x=${x}&y=${y}`);
        const sum = [0, 1, 2].map((c) =>
          layers.reduce((all, { at }) => all + (at?.share ?? 0) * (at?.rgba[c] as number), 0),
        );
        const alpha = (painted.rgba[i * 4 + 3] as number) / 255;
        for (const [c, value] of sum.entries()) {
          expect(Math.abs(value - (painted.rgba[i * 4 + c] as number) * alpha)).toBeLessThanOrEqual(1.5);
        }
      }
    }
  });

  it('names the file, the pack, who uploaded it and when', async () => {
    const { layers, ...picture } = await layersOf('layers=white,shadow&size=thumb');
    expect(picture).toEqual({ disId: SET, angle: '001', resolution: 'thumb', width: 4, height: 2 });
    const upload = {
      pack: `image-ext-${SET}.zip`,
      uploadedBy: expect.stringMatching(/./),
      uploadedAt: expect.stringMatching(/Z$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(layers).toEqual([
      { layer: 'white', family: 'body', path: 'thumb/001/white.png', scaled: false, ...upload },
      { layer: 'shadow', family: 'ground', path: '001/shadow.png', scaled: true, ...upload },
    ]);
  });

  it.each([
    ['x=1', 400, 'half-a-point'],
    ['x=8&y=0', 400, 'outside'],
    ['x=0&y=4', 400, 'outside'],
    ['x=-1&y=0', 400, 'invalid-request'],
    ['layers=nothing', 400, 'unknown-layer'],
    ['size=4K', 404, 'unknown-resolution'],
  ])('refuses %s', async (query, status, code) => {
    const answer = await ask(query.startsWith('layers') ? query : `layers=white&${query}`);
    expect([answer.statusCode, answer.json<ErrorAnswer>().code]).toEqual([status, code]);
  });

  it('refuses a call without layers and version', async () => {
    expect((await ask('x=1&y=1')).json<ErrorAnswer>().code).toBe('nothing-chosen');
  });

  it('an area names the upload that it shows, not a later one of the same name', async () => {
    const body = { disId: SET, source: 'embargo', target: 'preprod' };
    await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as: ['ROLE_UPLOAD'], body });
    await settled();
    const before = (await layersOf('layers=white')).layers[0];
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/white.png': await plain([1, 2, 3, 255]) }));
    const [now] = (await layersOf('layers=white')).layers;
    expect(now?.sha256).not.toBe(before?.sha256);
    const [inPreprod] = (await layersOf('layers=white', { as: TESTER, area: 'preprod' })).layers;
    expect(inPreprod).toEqual(before);
  });

  it('names no set to testers that only Embargo has, and none that is hidden', async () => {
    await server.call('GET', `/api/v2/admin/dis/${SET}/copy?targetDisId=${COPY}`, { as: ['ROLE_UPLOAD'] });
    await settled();
    const body = { disId: COPY, source: 'embargo', target: 'prod' };
    await server.call('POST', `/api/v2/admin/dis/${COPY}/promote`, { as: ['ROLE_UPLOAD'], body });
    await settled();
    const packFor = async (as: Who, area: string) =>
      (await layersOf('layers=white', { as, area, id: COPY })).layers[0]?.pack;
    const known = `image-ext-${SET}.zip`;
    const unknown = 'image-ext-another set.zip';
    // Pre-Prod shows the set.
    expect(await packFor(TESTER, 'prod')).toBe(known);
    const file = `<visibility><set pattern="${SET}" areas="preprod" from="2199-01-01T00:00:00Z"/></visibility>`;
    const { headers, payload } = multipart('visibility_configuration_1.xml', Buffer.from(file));
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const put = await server.app.inject({
      method: 'POST',
      url: '/preprod/api/v2/admin/global-files',
      payload,
      headers: { ...headers, cookie, 'x-csrf-token': token },
    });
    expect(put.statusCode, put.body).toBe(200);
    expect(await packFor(TESTER, 'prod')).toBe(unknown);
    expect(await packFor(EMBARGO_TESTER, 'prod')).toBe(known);
    expect(await packFor(['ROLE_ADMIN'], 'prod')).toBe(known);
  });
});
