/** Clearing caches: they are emptied, and the area shows the same as before. */
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREA_NAMES, AREAS, type LogLine } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

describe.each(databases())('caches on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([255, 0, 0, 255]) }));
  });
  afterAll(() => server.stop());

  const image = () =>
    server.call('GET', `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black&viewport=exterior`);
  const clear = (prefix: string, query = '') => server.call('GET', `${prefix}/api/v2/admin/clearAllCaches${query}`);
  const lines = async () =>
    (await server.call('GET', '/api/v2/admin/log?page=0&size=20')).json<{ items: LogLine[] }>().items;

  it('spec 000 §2, §7, §8: each area by its address, with a journal line', async () => {
    for (const area of AREAS) {
      const answer = await clear(`/${area}`, `?area=${area}`);
      expect(answer.json()).toEqual({ message: `Cache refreshed for ${area}` });
      expect((await lines())[0]).toMatchObject({ status: 'INFO', message: `Caches of ${AREA_NAMES[area]} refreshed.` });
    }
  });

  it('the base address takes the area from the query; another address refuses one that is not its own', async () => {
    expect((await clear('', '?area=prod')).json()).toEqual({ message: 'Cache refreshed for prod' });
    expect((await clear('/prod', '?area=embargo')).json()).toMatchObject({ status: 400, code: 'two-areas' });
    expect((await clear('', '?area=nowhere')).statusCode).toBe(400);
  });

  it('a bare link without the header token changes nothing', async () => {
    const before = (await lines()).length;
    const answer = await server.call('GET', '/embargo/api/v2/admin/clearAllCaches', { headerToken: false });
    expect(answer.statusCode).toBe(403);
    expect(await lines()).toHaveLength(before);
  });

  it('clears pictures and sets, and shows the same afterwards', async () => {
    const before = await image();
    expect(before.statusCode).toBe(200);
    // While the store is unreachable, only caches can answer.
    const blobs = join(server.folder, 'blobs');
    const hidden = readdirSync(blobs).filter((name) => name !== 'staging');
    for (const name of hidden) renameSync(join(blobs, name), join(server.folder, name));
    expect((await image()).rawPayload).toEqual(before.rawPayload);
    await clear('/embargo');
    expect((await image()).statusCode).toBe(500);
    for (const name of hidden) renameSync(join(server.folder, name), join(blobs, name));
    const after = await image();
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect(after.rawPayload).toEqual(before.rawPayload);
  });

  it('clears the configuration of its area only', async () => {
    const versions = async (area: string) =>
      (await server.call('GET', `/${area}/api/v2/test/dis`, { as: ['ROLE_TEST_EMBARGO'] })).json<string[]>();
    const hide = '<visibility><set pattern="1PP2A5xxxxxxxxxx" areas="prod"/></visibility>';
    await server.database.transaction((trx) =>
      trx
        .insertInto('globalConfigs')
        .values({
          ...{ area: 'embargo', fileName: 'visibility_configuration.xml', kind: 'visibility_configuration' },
          ...{ content: '<visibility/>', sha256: 'same', uploadedBy: 'test', uploadedAt: 0 },
        })
        .execute(),
    );
    expect(await versions('embargo')).toEqual([SET]);
    // Changed in the database directly, so that only clearing the cache shows it.
    await server.database.transaction((trx) => trx.updateTable('globalConfigs').set({ content: hide }).execute());
    await clear('/prod');
    expect(await versions('embargo')).toEqual([SET]);
    await clear('/embargo');
    expect(await versions('embargo')).toEqual([]);
  });
});
