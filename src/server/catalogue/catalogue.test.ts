/** The calls of the test screens about a set: ids, versions, views, resolutions, layers. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp, type Who } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, VERSION, zipOf } from '../testing/tinyPacks.ts';

const INTERIOR = '1QQ2A5QESFB0A0F4';
const EMPTY = '1RR2A5QESFB0A0F4';

describe.each(databases())('catalogue on %s', (kind) => {
  let server: TestApp;
  const get = async (path: string, as: Who = ['ROLE_TEST_EMBARGO']) =>
    (await server.call('GET', `/embargo/api/v2/test/${path}`, { as })).json<unknown>();

  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([0, 0, 0, 255]) }));
    const profile = META['asset-profile.xml']?.replace('exterior', 'interior') ?? '';
    await server.deliver(
      'oneLayer.zip',
      await zipOf({
        [`${INTERIOR}/asset-profile.xml`]: profile,
        [`${INTERIOR}/layers-int.xml`]: '<layers><family name="car"><layer name="car" z="1"/></family></layers>',
        [`${INTERIOR}/int/001/car.png`]: await plain([0, 0, 0, 255]),
        [`${EMPTY}/versions.xml`]: `<versions><version id="${EMPTY}" label="Nothing to see"/></versions>`,
      }),
    );
  });
  afterAll(() => server.stop());

  it('spec 001 §7: the ids of an area, sorted; other areas do not list them', async () => {
    expect(await get('dis')).toEqual([SET, INTERIOR, EMPTY].sort());
    expect((await server.call('GET', '/api/v2/test/dis', { as: ['ROLE_UPLOAD'] })).json()).toEqual(await get('dis'));
    for (const area of ['preprod', 'prod']) {
      expect((await server.call('GET', `/${area}/api/v2/test/dis`, { as: ['ROLE_TEST'] })).json()).toEqual([]);
    }
  });

  it('the versions of a set', async () => {
    expect(await get(`versions?disId=${SET}`)).toEqual([
      { versionId: VERSION, versionLabel: 'e-208 GT' },
      { versionId: '1PP2A5QESFB0A0F5', versionLabel: 'e-208 Active' },
    ]);
    expect(await get(`versions?disId=${INTERIOR}`)).toEqual([]);
  });

  it('the resolutions of a viewport, with the angles that each is delivered for', async () => {
    const wanted = [
      { resolutionName: 'HD', angleNameList: ['001', '002'], width: 8, height: 4 },
      { resolutionName: 'thumb', angleNameList: ['001'], width: 4, height: 2 },
    ];
    expect(await get(`dis/${SET}/resolutions?viewPort=exterior`)).toEqual(wanted);
    expect(await get(`dis/${SET}/resolutions`)).toEqual(wanted);
    expect(await get(`dis/${SET}/resolutions?viewPort=interior`)).toEqual([]);
    expect(await get(`dis/${INTERIOR}/resolutions?viewPort=int`)).toEqual(wanted);
  });

  it('a view is valid with an angle, a resolution and a picture', async () => {
    expect(await get(`dis/${SET}/validateViews`)).toEqual({ isExteriorValid: true, isInteriorValid: false });
    expect(await get(`dis/${INTERIOR}/validateViews`)).toEqual({ isExteriorValid: false, isInteriorValid: true });
    expect(await get(`dis/${EMPTY}/validateViews`)).toEqual({ isExteriorValid: false, isInteriorValid: false });
  });

  it('the targets are the set itself unless a redirect applies', async () => {
    expect(await get(`dis/${SET}/targetNames`)).toEqual({
      extLayerSourceDisId: SET,
      extRulesSourceDisId: SET,
      intLayerSourceDisId: SET,
      intRulesSourceDisId: SET,
    });
  });

  it('the layers in family order, or only those of a driver type', async () => {
    const all = (await get(`dis/${SET}/layers?viewport=ext`)) as { name: string }[];
    expect(all).toEqual([
      { familyName: 'ground', name: 'shadow', description: 'Soft shadow' },
      { familyName: 'body', name: 'black', description: '' },
      { familyName: 'body', name: 'white', description: '' },
      { familyName: 'wheels', name: 'wheels', description: '' },
      { familyName: 'wheels', name: 'badge', description: '' },
    ]);
    expect(await get(`dis/${SET}/layers?driverType=LHD`)).toEqual(all);
    expect(await get(`dis/${SET}/layers?driverType=RHD`)).toEqual(all.filter((layer) => layer.name !== 'badge'));
    expect(await get(`dis/${SET}/layers?viewport=interior`)).toEqual([]);
  });

  it('the preselected layers are those that the rules choose with the standard options', async () => {
    const names = ((await get(`versions/${VERSION}/layers`)) as { name: string }[]).map((layer) => layer.name);
    expect(names).toEqual(['shadow', 'white', 'wheels']);
    expect(await get(`versions/1ZZ2A5QESFB0A0F4/layers`)).toMatchObject({ status: 404, code: 'unknown-version' });
  });

  it.each(['resolutions', 'layers', 'targetNames', 'validateViews'])('%s of an unknown set is 404', async (call) => {
    expect(await get(`dis/1ZZ2A5xxxxxxxxxx/${call}`)).toMatchObject({ status: 404, code: 'unknown-set' });
    expect(await get(`dis/${encodeURIComponent('../../etc')}/${call}`)).toMatchObject({ status: 404 });
  });

  describe('with global configurations', () => {
    const configure = (kind: string, content: string) =>
      server.database.transaction(async (trx) => {
        const fileName = `${kind}.xml`;
        const sha256 = createHash('sha256').update(content).digest('hex');
        const row = { area: 'embargo', fileName, kind, content, sha256, uploadedBy: 'test', uploadedAt: Date.now() };
        await trx.deleteFrom('globalConfigs').where('fileName', '=', fileName).execute();
        if (content !== '') await trx.insertInto('globalConfigs').values(row).execute();
        // Every change of what an area shows raises its generation in the same transaction.
        await trx
          .updateTable('areaGenerations')
          .set((e) => ({ generation: e('generation', '+', 1) }))
          .where('area', '=', 'embargo')
          .execute();
      });

    it('a set that is not visible in an area is absent there, except on an administrator’s list', async () => {
      const all = (await get('dis')) as string[];
      await configure('visibility_configuration', `<visibility><set pattern="${EMPTY}" areas="prod"/></visibility>`);
      expect(await get('dis')).toEqual(all.filter((id) => id !== EMPTY));
      expect(await get('dis', ['ROLE_ADMIN'])).toEqual(all);
      const hidden = (await get(`dis/${EMPTY}/resolutions`)) as { errorMessage: string };
      const unknown = (await get('dis/1ZZ2A5xxxxxxxxxx/resolutions')) as { errorMessage: string };
      expect(hidden.errorMessage.replaceAll(EMPTY, 'ID')).toBe(
        unknown.errorMessage.replaceAll('1ZZ2A5xxxxxxxxxx', 'ID'),
      );
      await configure('visibility_configuration', '');
      expect(await get('dis')).toEqual(all);
    });

    it('a redirect takes layers from another set at once, and stops at once when it is removed', async () => {
      expect(await get(`dis/${EMPTY}/layers`)).toEqual([]);
      await configure('oneLayer_redirect', `<redirects><redirect set="${EMPTY}" extLayers="${SET}"/></redirects>`);
      expect(await get(`dis/${EMPTY}/layers`)).toEqual(await get(`dis/${SET}/layers`));
      expect(await get(`dis/${EMPTY}/targetNames`)).toEqual({
        extLayerSourceDisId: SET,
        extRulesSourceDisId: EMPTY,
        intLayerSourceDisId: EMPTY,
        intRulesSourceDisId: EMPTY,
      });
      expect(await get(`dis/${EMPTY}/validateViews`)).toMatchObject({ isExteriorValid: true });
      await configure('oneLayer_redirect', '<redirects/>');
      expect(await get(`dis/${EMPTY}/layers`)).toEqual([]);
    });

    it('a profile counts as a whole: the set’s own, else a global one, else that of the set that the layers come from', async () => {
      const global = (viewport: string, angle: string) =>
        `<viewport name="${viewport}"><angle name="${angle}"/><resolution name="global" width="8" height="4"/></viewport>`;
      const names = async (set: string, viewPort: string) =>
        ((await get(`dis/${set}/resolutions?viewPort=${viewPort}`)) as { resolutionName: string }[]).map(
          ({ resolutionName }) => resolutionName,
        );
      await configure('oneLayer_redirect', `<redirects><redirect set="${EMPTY}" extLayers="${SET}"/></redirects>`);
      expect(await names(EMPTY, 'exterior')).toEqual(['HD', 'thumb']);
      await configure(
        'asset_profile',
        `<assetProfiles><assetProfile set="xxxxxxxxxxxxxxxx">${global('exterior', '001')}${global('interior', '001')}</assetProfile></assetProfiles>`,
      );
      expect([await names(SET, 'exterior'), await names(SET, 'interior')]).toEqual([['HD', 'thumb'], []]);
      expect([await names(EMPTY, 'exterior'), await names(EMPTY, 'interior')]).toEqual([['global'], ['global']]);
      await configure('asset_profile', '');
      await configure('oneLayer_redirect', '');
    });

    it('a redirect to a set that the area lacks names it', async () => {
      await configure(
        'oneLayer_redirect',
        `<redirects><redirect set="${EMPTY}" intRules="1ZZ2A5xxxxxxxxxx"/></redirects>`,
      );
      expect(await get(`dis/${EMPTY}/layers`)).toMatchObject({
        status: 409,
        errorMessage: expect.stringContaining('1ZZ2A5xxxxxxxxxx'),
      });
      await configure('oneLayer_redirect', '');
    });
  });
});
