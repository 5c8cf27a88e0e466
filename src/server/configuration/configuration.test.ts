/** Features, standards, mapping, pictures from options and the kinds of global configuration, through their calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorAnswer, Explanation, MappingRow, OfferedFeature, StandardOption } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, pixelsOf, plain, SET, VERSION, zipOf } from '../testing/tinyPacks.ts';

const ADMIN = { as: ['ROLE_ADMIN'] } as const;
const TESTER = { as: ['ROLE_TEST_EMBARGO'] } as const;
const BLACK = [10, 20, 30, 255];
const WHITE = [250, 240, 230, 255];
const OTHER = '1PP2A5Rxxxxxxxxx';

describe.each(databases())('configuration on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const pictures = { '001/black.png': await plain(BLACK), '001/white.png': await plain(WHITE) };
    await server.deliver(`image-ext-${SET}.zip`, await zipOf(pictures));
  });
  afterAll(() => server.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    server.call('GET', `/embargo/api/v2${path}`, { ...TESTER, headers });
  const features = async (query = '') =>
    (await get(`/test/versions/${VERSION}/features${query}`)).json<OfferedFeature[]>();
  const upload = async (fileName: string, xml: string, area = 'embargo') => {
    const { headers, payload } = multipart(fileName, Buffer.from(xml));
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    return server.app.inject({
      method: 'POST',
      url: `/${area}/api/v2/admin/global-files`,
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload,
    });
  };
  const put = async (fileName: string, xml: string) => {
    const answer = await upload(fileName, xml);
    expect(answer.body).toContain(`${fileName} is active in Embargo.`);
    expect(answer.statusCode).toBe(200);
  };

  it('spec 001 §7: features of a version, what is chosen is selected', async () => {
    expect(await features()).toEqual([
      {
        featureId: '0MM00N9V',
        featureLabel: 'Perla Nera',
        featureClass: '0M',
        familyLabel: 'Colour',
        categoryName: 'Exterior',
        isSelected: false,
        description: '',
      },
      {
        featureId: '0MP00NWP',
        featureLabel: 'Banquise',
        featureClass: '0M',
        familyLabel: 'Colour',
        categoryName: 'Exterior',
        isSelected: false,
        description: '',
      },
    ]);
    expect((await features('?colour=0MM00N9V')).find((f) => f.isSelected)?.featureId).toBe('0MM00N9V');
  });

  it('spec 001 §7: standards answer also for a family with a chosen feature', async () => {
    const answer = await get(`/test/versions/${VERSION}/standards?colour=0MM00N9V`);
    expect(answer.json<StandardOption[]>()).toEqual([
      { featureClass: '0M', featureId: '0MP00NWP', featureLabel: 'Banquise' },
    ]);
  });

  it('a file that would keep a careless reader busy for years is refused or taken at once', async () => {
    const prolog = '<!-- a --><?b c?>'.repeat(40);
    const refused = await upload('country_list_slow.xml', `${prolog}<!DOCTYPE countries>`);
    expect(refused.json<ErrorAnswer>()).toMatchObject({
      status: 422,
      details: [{ entry: 'country_list_slow.xml', line: 1, column: 1, reason: expect.stringContaining('DOCTYPE') }],
    });
    const taken = await upload('country_list_slow.xml', `${prolog}<countries/>`, 'preprod');
    expect(taken.statusCode).toBe(200);
  });

  it('unknown versions, malformed and unknown options', async () => {
    expect((await get('/test/versions/1PP2A5QESFB0A0F9/features')).statusCode).toBe(404);
    expect((await get('/test/versions/short/features')).json<ErrorAnswer>()).toMatchObject({
      status: 400,
      code: 'bad-version',
    });
    const bad = await get(`/test/versions/${VERSION}/features?additionalOptions=ZH8P,no%20code`);
    expect(bad.json<ErrorAnswer>()).toMatchObject({ status: 400, errorMessage: 'Not an option code: no code.' });
    const dropped = await get(`/test/versions/${VERSION}/features?additionalOptions=ZH8P`);
    expect(dropped.statusCode).toBe(200);
    expect(dropped.headers['x-lacquer-dropped']).toBe('ZH8P');
  });

  const picture = async (call: string, query: string) => {
    const answer = await get(`/image/${call}${SET}/imageFromOptions?versionId=${VERSION}&view=001&format=png&${query}`);
    expect(answer.statusCode).toBe(200);
    return [...(await pixelsOf(answer.rawPayload)).rgba.subarray(0, 4)];
  };
  it('spec 001 §7: pictures from options follow the rules; the debug call paints the same', async () => {
    expect(await picture('dis/', 'viewport=ext')).toEqual(WHITE);
    expect(await picture('dis/', 'viewport=ext&color=0MM00N9V')).toEqual(BLACK);
    expect(await picture('debug/dis/', 'viewport=ext&color=0MM00N9V')).toEqual(BLACK);
  });

  it('spec 001 §5: the version is cut to its first 16 characters', async () => {
    const answer = await get(`/image/dis/${SET}/imageFromOptions?versionId=${VERSION}%20-%20e-208&view=001`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-lacquer-version']).toBe(VERSION);
  });

  it('the debug call explains: the winning rule, those before it, the part that failed', async () => {
    const answer = await get(`/image/debug/dis/${SET}/imageFromOptions?versionId=${VERSION}&view=001`, {
      accept: 'application/json',
    });
    const explanation = answer.json<Explanation>();
    expect(explanation).toMatchObject({
      disId: SET,
      version: VERSION,
      effectiveOptions: ['0MP00NWP'],
      painted: ['white'],
    });
    expect(explanation.missing.sort()).toEqual(['shadow', 'wheels']);
    expect(explanation.families.find((family) => family.family === 'body')).toEqual({
      family: 'body',
      winner: { rule: 1, layer: 'white', condition: '0MP00NWP' },
      tried: [{ rule: 0, layer: 'black', condition: '0MM00N9V', failed: ['0MM00N9V'] }],
    });
  });

  it('spec 000 §5: configuration names are checked; spec 000 §4: a bad file changes nothing', async () => {
    const name = await upload('holiday.xml', '<a/>');
    expect(name.json<ErrorAnswer>().errorMessage).toBe('File name holiday.xml do not match the expected format!');
    const bad = await upload('country_list_1.xml', '<countries>\n<country code="DEU" name="Germany"/>\n</countries>');
    expect(bad.statusCode).toBe(422);
    expect(bad.json<ErrorAnswer>().details?.[0]).toMatchObject({ entry: 'country_list_1.xml', line: 2 });
    expect((await server.call('GET', '/embargo/api/v2/admin/global-files/status', ADMIN)).json()).toEqual([]);
  });

  it('files are kept for each area, and listed by name', async () => {
    await put(
      'country_list_1.xml',
      '<countries><country code="DE" name="Germany"/><country code="GB" name="Britain"/></countries>',
    );
    const list = async (area: string) =>
      (await server.call('GET', `${area}/api/v2/admin/global-files/status`, ADMIN)).json<{ fileName: string }[]>();
    expect((await list('/embargo')).map((file) => file.fileName)).toEqual(['country_list_1.xml']);
    expect(await list('/prod')).toEqual([]);
  });

  it('country_list, version_country_mapping, brand groups and default rules decide where a version is sold', async () => {
    const at = async (country: string) =>
      (await get(`/test/versions/${VERSION}/features?country=${country}`)).statusCode;
    expect(await at('XX')).toBe(400);
    expect(await at('GB')).toBe(200);
    await put(
      'version_country_mapping_1.xml',
      '<versionCountries><version pattern="1PP2A5xxxxxxxxxx" countries="DE"/></versionCountries>',
    );
    expect(await at('DE')).toBe(200);
    expect(await at('GB')).toBe(404);
    await put(
      'brand_group_of_countries_1.xml',
      '<brandGroups><group brand="PEUGEOT" name="core"><country code="GB"/></group></brandGroups>',
    );
    await put(
      'default_country_rules_1.xml',
      '<defaultCountries><default brand="PEUGEOT" group="core" country="DE"/></defaultCountries>',
    );
    expect(await at('GB')).toBe(200);
  });

  it('rhd_group_of_countries gives the driver type of a call that names a country', async () => {
    await put('rhd_group_of_countries_1.xml', '<rhdCountries><country code="GB"/></rhdCountries>');
    const answered = async (country: string) =>
      (await get(`/image/dis/${SET}/imageFromOptions?versionId=${VERSION}&view=001&country=${country}`)).statusCode;
    expect(await answered('GB')).toBe(200);
    // The badge exists for left-hand drive only, which is the default of a call without a country.
    const { headers } = await get(`/image/dis/${SET}/image?view=001&layers=white,badge`);
    expect(headers['x-lacquer-missing']).toBe('badge');
  });

  it('asset_profile serves a set that delivers none; oneLayer_redirect sends layers and rules elsewhere', async () => {
    const meta = await metaZip(
      {
        'asset-profile.xml': undefined,
        'versions.xml': '<versions><version id="1PP2A5RESFB0A0F4" label="R"/></versions>',
        'layers-ext.xml': undefined,
        'rules-ext.xml': undefined,
      },
      OTHER,
    );
    await server.deliver(`meta-${OTHER}.zip`, meta);
    const views = async () => (await get(`/test/dis/${OTHER}/validateViews`)).json();
    expect(await views()).toEqual({ isExteriorValid: false, isInteriorValid: false });
    await put(
      'oneLayer_redirect_1.xml',
      `<redirects><redirect set="${OTHER}" extLayers="${SET}" extRules="${SET}"/></redirects>`,
    );
    await put(
      'asset_profile_1.xml',
      '<assetProfiles><assetProfile set="1PP2A5xxxxxxxxxx"><viewport name="exterior"><angle name="001"/><resolution name="G" width="8" height="4"/></viewport></assetProfile></assetProfiles>',
    );
    expect(await views()).toEqual({ isExteriorValid: true, isInteriorValid: false });
    expect((await get(`/test/dis/${OTHER}/targetNames`)).json()).toEqual({
      extLayerSourceDisId: SET,
      extRulesSourceDisId: SET,
      intLayerSourceDisId: OTHER,
      intRulesSourceDisId: OTHER,
    });
    const rows = (await get('/test/test/lcdvMapping')).json<MappingRow[]>();
    expect(rows.find((row) => row.disId === OTHER)?.redirectInfo?.extLayerSourceDisId).toBe(SET);
    expect(rows.find((row) => row.disId === SET)?.redirectInfo).toBeNull();
    const answer = await get(
      `/image/dis/${OTHER}/imageFromOptions?versionId=1PP2A5RESFB0A0F4&view=001&format=png&color=0MM00N9V`,
    );
    expect([...(await pixelsOf(answer.rawPayload)).rgba.subarray(0, 4)]).toEqual(BLACK);
  });

  it('rules that name a layer which the redirect’s source lacks: the rest is painted, the lack is named', async () => {
    await server.deliver(
      `meta-${OTHER}.zip`,
      await metaZip(
        {
          'versions.xml': '<versions><version id="1PP2A5RESFB0A0F4" label="R"/></versions>',
          'layers-ext.xml':
            '<layers><family name="body"><layer name="black" z="1"/></family><family name="roof"><layer name="rack" z="2"/></family></layers>',
          'rules-ext.xml':
            '<rules><family name="body"><rule layer="black"/></family><family name="roof"><rule layer="rack"/></family></rules>',
        },
        OTHER,
      ),
    );
    await put('oneLayer_redirect_1.xml', `<redirects><redirect set="${OTHER}" extLayers="${SET}"/></redirects>`);
    const address = `${OTHER}/imageFromOptions?versionId=1PP2A5RESFB0A0F4&view=001&format=png`;
    for (const path of [`/image/dis/${address}`, `/image/debug/dis/${address}`]) {
      const answer = await get(path);
      expect(answer.statusCode, answer.body).toBe(200);
      expect([...(await pixelsOf(answer.rawPayload)).rgba.subarray(0, 4)]).toEqual(BLACK);
      expect(answer.headers['x-lacquer-layers']).toBe('black');
      expect(answer.headers['x-lacquer-missing']).toBe('rack');
    }
    const explained = await server.call('GET', `/embargo/api/v2/image/debug/dis/${address}`, {
      as: ['ROLE_TEST_EMBARGO'],
      headers: { accept: 'application/json' },
    });
    expect(explained.json()).toMatchObject({ painted: ['black'], missing: ['rack'] });
    // A call that names the layer is refused, because the layer does not exist.
    expect((await get(`/image/dis/${OTHER}/image?view=001&layers=black,rack`)).json()).toMatchObject({
      status: 400,
      code: 'unknown-layer',
    });
  });

  it('a redirect to a set that the area lacks is an error that names it', async () => {
    await put(
      'oneLayer_redirect_1.xml',
      `<redirects><redirect set="${OTHER}" extLayers="9ZZ9Z9xxxxxxxxxx"/></redirects>`,
    );
    const answer = await get(`/test/dis/${OTHER}/targetNames`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json<ErrorAnswer>().errorMessage).toContain('9ZZ9Z9xxxxxxxxxx');
  });

  it('visibility_configuration hides a set from testers, not from the lists of administrators', async () => {
    await put(
      'visibility_configuration_1.xml',
      `<visibility><set pattern="${OTHER}" areas="embargo" from="2999-01-01T00:00:00Z"/></visibility>`,
    );
    expect((await get('/test/dis')).json()).toEqual([SET]);
    expect((await server.call('GET', '/embargo/api/v2/test/dis', ADMIN)).json()).toEqual([OTHER, SET].sort());
    const hidden = await get(`/test/dis/${OTHER}/resolutions`);
    const unknown = await get('/test/dis/9ZZ9Z9xxxxxxxxxx/resolutions');
    expect(hidden.statusCode).toBe(404);
    expect(hidden.json<ErrorAnswer>().code).toBe(unknown.json<ErrorAnswer>().code);
    expect((await get('/test/test/lcdvMapping')).json<MappingRow[]>().map((row) => row.disId)).not.toContain(OTHER);
  });
});
