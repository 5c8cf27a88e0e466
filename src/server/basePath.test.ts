/** A server below a path, LACQUER_BASE_PATH: every address that it serves or returns. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../contract/index.ts';
import { readSettings, SettingsError } from './config.ts';
import { multipart, startTestApp, type TestApp } from './testing/testApp.ts';
import { plain, zipOf } from './testing/tinyPacks.ts';

describe('LACQUER_BASE_PATH=/cars', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp('sqlite', { LACQUER_BASE_PATH: '/cars/' });
  });
  afterAll(() => server.stop());

  it('is served, and so are paths from which a proxy removed it', async () => {
    for (const path of ['/cars/api/v2/health/live', '/api/v2/health/live']) {
      expect((await server.app.inject(path)).json()).toEqual({ status: 'ok' });
    }
    for (const path of ['/carsapi/v2/health/live', '/cars/cars/api/v2/health/live', '/cars/api']) {
      const { statusCode } = await server.app.inject({ url: path, method: 'POST' });
      expect([path, statusCode]).toEqual([path, 404]);
    }
  });

  it('the app gets the address of its calls', async () => {
    expect((await server.app.inject('/cars/assets/config/config.json')).json()).toMatchObject({
      API_BASE_URL: '/cars',
      API_TEST_EMBARGO_URL: '/cars/embargo',
      API_TEST_PREPROD_URL: '/cars/preprod',
      API_TEST_PROD_URL: '/cars/prod',
    });
  });

  it('uploads in parts and static pictures have addresses below it', async () => {
    const begun = await server.call('POST', `/cars${RESUMABLE_UPLOADS}`, {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `filename ${Buffer.from('static_a.zip').toString('base64')}`,
      },
    });
    expect(begun.statusCode).toBe(201);
    expect(begun.headers['location']).toMatch(/^\/cars\/api\/v2\/admin\/files\/resumable\/[0-9a-f]{32}$/);

    await server.upload('static_one.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }));
    await server.waitForPack('static_one.zip');
    const [image] = (await server.call('GET', '/cars/embargo/api/v2/image/static/CO2ClassImages?explicit=true')).json<
      { url: string }[]
    >();
    const { pathname } = new URL(image?.url ?? '');
    expect(pathname).toMatch(/^\/cars\/embargo\/api\/v2\/image\/static\/pictures\//);
    expect((await server.call('GET', pathname)).headers['content-type']).toBe('image/png');
  });

  it('the documentation of the calls names it', async () => {
    expect((await server.app.inject('/cars/api/v2/openapi.json')).json()).toMatchObject({
      servers: [{ url: 'http://localhost:80/cars' }],
    });
    const { cookie, token } = await server.signIn(['ROLE_ADMIN', 'ROLE_UPLOAD']);
    const { headers, payload } = multipart('static_a.zip', await zipOf({ 'co2/A.png': Buffer.from('x') }));
    const upload = await server.app.inject({
      method: 'POST',
      url: '/cars/api/v2/admin/files',
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload,
    });
    expect(upload.headers['location']).toMatch(/^\/cars\/api\/v2\/admin\/jobs\//);
    const page = await server.app.inject('/cars/api/docs');
    const [, script = ''] = /<script src="([^"]*swagger-ui-bundle.js)"/.exec(page.body) ?? [];
    expect(script).toMatch(/^\/cars\//);
    expect((await server.app.inject(script)).statusCode).toBe(200);
  });
});

it.each(['cars', '/cars//x', '/cars/../x', '/prod/cars', '/Api', '/cars?x', 'https://www.example.com/cars'])(
  'LACQUER_BASE_PATH=%s is refused with a sentence',
  (value) => {
    const read = () => readSettings({ LACQUER_BASE_PATH: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(/LACQUER_BASE_PATH: .* is not a path such as \/cars/);
  },
);
