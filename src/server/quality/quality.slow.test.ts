/** Quality reports through their calls: made after deliveries and configuration changes, of the present content. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QualityCounts, QualityReportAnswer, SetDetails } from '../../contract/index.ts';
import { targetNames } from '../../engine/redirects.ts';
import type { Catalogue, ServedSet } from '../catalogue/catalogue.ts';
import { openImageSets } from '../catalogue/imageSets.ts';
import { openPictureMap } from '../catalogue/pictureMap.ts';
import { listRefs } from '../catalogue/refs.ts';
import { openSnapshots } from '../catalogue/snapshots.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import type { JobContext } from '../platform/jobs/jobs.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { openXmlFiles } from '../xmlFiles/xmlFiles.ts';
import { openQuality } from './quality.ts';

const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;

describe.each(databases())('quality reports on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, { FEATURE_QUALITY_REPORT_ENABLED: 'true' });
    await server.deliver(`meta-${SET}.zip`, await metaZip());
  });
  afterAll(() => server.stop());

  const report = async (area = 'embargo', disId = SET) =>
    server.call('GET', `/api/v2/admin/dis/${disId}/qualityReport?area=${area}`, UPLOADER);
  const made = async (area = 'embargo') => {
    await expect.poll(async () => (await report(area)).json<QualityReportAnswer>().state).toBe('made');
    return (await report(area)).json<QualityReportAnswer>();
  };
  const counts = async (disId = SET, as: readonly ['ROLE_UPLOAD' | 'ROLE_ADMIN'] = UPLOADER.as) =>
    (await server.call('GET', '/api/v2/admin/qualityCounts?area=embargo', { as }))
      .json<QualityCounts[]>()
      .find((one) => one.disId === disId);
  const kinds = ({ findings }: QualityReportAnswer) => new Set(findings.map((one) => one.kind));

  it('T 2.9: is made after a delivery, and is shown as text in the details of the set', async () => {
    const first = await made();
    expect(kinds(first)).toContain('angle-without-pictures');
    expect(first.text).toContain(`Quality report of ${SET}`);
    const details = await server.call('GET', `/api/v2/test/dis/${SET}/status`, UPLOADER);
    expect(details.json<SetDetails>().qualityReport).toBe(first.text);
  });

  it('is read by testers at the addresses of their areas, and there of no other area', async () => {
    const promoted = await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, {
      ...UPLOADER,
      body: { disId: SET, source: 'embargo', target: 'preprod' },
    });
    expect(promoted.statusCode).toBe(200);
    const whole = await made('preprod');
    const read = (address: string, query = '') =>
      server.call('GET', `${address}/api/v2/admin/dis/${SET}/qualityReport${query}`, { as: ['ROLE_TEST'] });
    const asTester = (await read('/preprod')).json<QualityReportAnswer>();
    expect(asTester).toEqual(whole);
    expect(asTester.findings.length).toBeGreaterThan(0);
    expect((await read('/preprod', '?area=preprod')).statusCode).toBe(200);
    expect((await read('/preprod', '?area=embargo')).json<{ code: string }>().code).toBe('other-area');
    expect((await read('/prod', '?area=embargo')).json<{ code: string }>().code).toBe('other-area');
    for (const address of ['', '/embargo']) expect((await read(address, '?area=preprod')).statusCode).toBe(403);
  });

  it('describes the current content: another delivery makes a new one', async () => {
    const black = await plain([0, 0, 0, 255]);
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': black, '001/nobody.png': black }));
    const now = await made();
    expect(now.findings.find((one) => one.kind === 'picture-without-layer')?.layer).toBe('nobody');
  });

  it('a configuration change makes a new one too: a set that takes the versions of this one', async () => {
    const versions = '<versions><version id="1PP2A5QESFB0A0F4" label="closer"/></versions>';
    await server.deliver('meta_closer.zip', await zipOf({ '1PP2A5QESFB0A0F4/versions.xml': versions }));
    const now = await made();
    const elsewhere = now.findings.find((one) => one.kind === 'version-elsewhere');
    expect(elsewhere?.message).toContain('1PP2A5QESFB0A0F4');
  });

  it('its counts are in a list of all sets of the area', async () => {
    const { errors, warnings } = await made();
    expect(errors).toBeGreaterThan(0);
    await expect.poll(() => counts()).toEqual({ disId: SET, state: 'made', errors, warnings });
    // Newer content: no counts of the previous report.
    await server.database.transaction((trx) =>
      trx.updateTable('qualityReports').set({ madeAt: 1 }).where('disId', '=', SET).execute(),
    );
    await server.database.transaction((trx) =>
      trx.updateTable('areaChecks').set({ generation: 1 }).where('job', '=', 'quality').execute(),
    );
    const making = { disId: SET, state: 'making', errors: 0, warnings: 0 };
    expect([making, { disId: SET, state: 'made', errors, warnings }]).toContainEqual(await counts());
  });

  it('another global profile makes a new one, though nothing was delivered', async () => {
    const disId = '1PF2A5QESFB0A0F4';
    await server.deliver(
      `meta-${disId}.zip`,
      await zipOf({ [`${disId}/layers-ext.xml`]: META['layers-ext.xml'] ?? '' }),
    );
    const angles = async () =>
      (await report('embargo', disId))
        .json<QualityReportAnswer>()
        .findings?.filter(({ kind }) => kind === 'angle-without-pictures')
        .flatMap((one) => one.angles ?? []);
    const put = async (angle: string) => {
      const xml = `<assetProfiles><assetProfile set="${disId}"><viewport name="exterior"><angle name="${angle}"/><resolution name="HD" width="8" height="4"/></viewport></assetProfile></assetProfiles>`;
      const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
      const { headers, payload } = multipart('asset_profile_q.xml', Buffer.from(xml));
      const url = '/embargo/api/v2/admin/global-files';
      await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie, 'x-csrf-token': token } });
    };
    await put('007');
    await expect.poll(angles).toContain('007');
    await put('008');
    await expect.poll(angles).toContain('008');
    expect(await angles()).not.toContain('007');
  });

  it('if a redirect leads nowhere, the details of the set say so, and still show its packs', async () => {
    const xml = `<redirects><redirect set="${SET}" extLayers="1PP2V5xxxxxxxxxx"/></redirects>`;
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const { headers, payload } = multipart('oneLayer_redirect_q.xml', Buffer.from(xml));
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v2/admin/global-files',
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload,
    });
    expect(answer.statusCode).toBe(200);
    const details = await server.call('GET', `/api/v2/test/dis/${SET}/status`, UPLOADER);
    expect(details.statusCode).toBe(200);
    expect(details.json<SetDetails>().uploadPacks).not.toEqual([]);
    expect(details.json<SetDetails>().qualityReport).toContain('1PP2V5xxxxxxxxxx, which Embargo does not have');
    expect((await report()).json<{ code: string }>().code).toBe('redirect-target-missing');
    await expect.poll(() => counts()).toEqual({ disId: SET, state: 'making', errors: 0, warnings: 0 });
  });

  it('T 2.9, A 6: is for callers who may see the details of a set; testers without embargo are refused in the same way', async () => {
    for (const disId of [SET, '9ZZ9Z9xxxxxxxxxx']) {
      const path = `/api/v2/admin/dis/${disId}/qualityReport?area=embargo`;
      const answer = await server.call('GET', path, { as: ['ROLE_TEST'] });
      expect(answer.statusCode).toBe(403);
      expect(answer.body).not.toContain(disId);
    }
  });

  it('an area without the set and an unknown set answer the same', async () => {
    const [absent, unknown] = [await report('prod'), await report('embargo', '9ZZ9Z9xxxxxxxxxx')];
    expect([absent.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect(absent.json<{ code: string }>().code).toBe(unknown.json<{ code: string }>().code);
  });
});

describe('a report that cannot be made', () => {
  it('says why, and the other reports are made', async () => {
    const server = await startTestApp('sqlite');
    const other = '1PP2B5xxxxxxxxxx';
    const versions = '<versions><version id="1PP2B5QESFB0A0F4" label=""/></versions>';
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`meta-${other}.zip`, await zipOf({ [`${other}/versions.xml`]: versions }));
    const refs = await listRefs(server.database, 'embargo', 'dis');
    const none = openPictureMap([]);
    const noPictures = { common: none, LHD: none, RHD: none };
    // No pack can deliver a condition that does not parse; the set stands for any unforeseen failure.
    const set = (disId: string): ServedSet => ({
      area: 'embargo',
      disId,
      meta: { versions: [], layers: {}, rules: {} },
      targets: targetNames(disId, undefined),
      redirected: false,
      profile: {},
      layers: { exterior: { families: [{ name: 'body', layers: [{ name: 'red', z: 1 }] }] } },
      rules: {
        exterior: {
          families: [{ name: 'body', rules: [{ layer: 'red', ...(disId === SET && { when: 'and and' }) }] }],
        },
      },
      pictures: { exterior: noPictures, interior: noPictures },
    });
    const catalogue = {
      refs: async () => ({ generation: 1, refs, byId: new Map(refs.map((ref) => [ref.key, ref])) }),
      mapping: async () => new Map(),
      compositionOf: async (_area: string, disId: string) => ({
        targets: targetNames(disId, undefined),
        redirected: false,
        snapshots: new Map(refs.filter(({ key }) => key === disId).map((ref) => [disId, ref.snapshotId])),
        globalProfile: undefined,
      }),
      servedIncludingHidden: async (_area: string, disId: string) => set(disId),
    } as unknown as Catalogue;
    const blobs = await openFolderBlobs(join(server.folder, 'blobs'));
    const snapshots = openSnapshots(server.database, blobs);
    const stores = { database: server.database, snapshots, imageSets: openImageSets(snapshots, { bytes: 1e6 }), blobs };
    const quality = openQuality({ ...stores, catalogue, xmlFiles: openXmlFiles() });
    const job = (signal: AbortSignal) =>
      ({ payload: { area: 'embargo' }, signal, progress: () => {} }) as unknown as JobContext<{ area: 'embargo' }>;
    await expect(quality.jobs.quality(job(AbortSignal.abort(new Error('stopped'))))).rejects.toThrow('stopped');
    // An outage is no fault of a set: the job waits, and nothing is stored that would stay.
    const contentOf = () => Promise.reject(new Unavailable('The store is away.', { code: 'store-away' }));
    const away = openQuality({
      ...stores,
      snapshots: { ...snapshots, contentOf },
      catalogue,
      xmlFiles: openXmlFiles(),
    });
    await expect(away.jobs.quality(job(new AbortController().signal))).rejects.toThrow('The store is away.');
    expect((await quality.reportOf('embargo', other)).stored).toBeUndefined();
    await quality.jobs.quality(job(new AbortController().signal));
    const failed = await quality.reportOf('embargo', SET);
    expect(failed.stored?.report.findings.map(({ kind }) => kind)).toEqual(['not-proven']);
    expect(failed.stored?.report.findings[0]?.message).toContain("'and and' does not parse");
    const made = await quality.reportOf('embargo', other);
    expect(made.stored?.report.findings.map(({ kind }) => kind)).not.toContain('not-proven');
    await server.stop();
  });
});

describe('findings', () => {
  it('T 2.9: name the line of the file that they are about, in the set that the file comes from', async () => {
    const server = await startTestApp('sqlite', { FEATURE_QUALITY_REPORT_ENABLED: 'true' });
    const [own, other] = ['6LN1A5xxxxxxxxxx', '6LN2A5xxxxxxxxxx'];
    const files = {
      'asset-profile.xml':
        '<assetProfile>\n<viewport name="exterior">\n<angle name="001"/>\n<angle name="002"/>\n<resolution name="HD" width="4" height="4"/>\n</viewport>\n</assetProfile>',
      'versions.xml': '<versions>\n<version id="6LN1A5QESFB0A0F4" label="one"/>\n</versions>',
      'features.xml': `<features><category name="Exterior">\n<family id="0M" label="Colour">
<feature id="0MM00N9V" label="Black"/>
<feature id="0MM50NVH" label="Red" when="NONE or 0MM00N9V"/></family></category>
<standards>\n<standard feature="0MM00N9V"/></standards></features>`,
      'layers-ext.xml':
        '<layers>\n<family name="body">\n<layer name="black" z="1"/>\n<layer name="never" z="2"/>\n</family></layers>',
      'rules-ext.xml':
        '<rules>\n<family name="body">\n<rule layer="black"/>\n<rule layer="black" when="0MM50NVH"/>\n</family></rules>',
    };
    const packs = Object.entries(files).map(([name, text]) => [`${own}/${name}`, text] as const);
    const pack = await server.deliver('meta_lines.zip', await zipOf(Object.fromEntries(packs)));
    expect(pack.problems).toEqual([]);
    await server.deliver(`image-ext-${own}.zip`, await zipOf({ '001/black.png': await plain([0, 0, 0, 255], 4, 4) }));
    const reportOf = async (disId: string) => {
      const call = () => server.call('GET', `/api/v2/admin/dis/${disId}/qualityReport`, UPLOADER);
      await expect.poll(async () => (await call()).json<QualityReportAnswer>().state).toBe('made');
      return (await call()).json<QualityReportAnswer>();
    };
    const report = await reportOf(own);
    const lines = report.findings.map(({ kind, feature, line }) =>
      [kind, feature, line].filter((x) => x !== undefined).join(' '),
    );
    expect(lines.sort()).toEqual([
      'angle-without-pictures 4',
      'layer-never-chosen 4',
      'layer-without-picture 4',
      'rule-never-holds 4',
      'standard-missing 5',
      'unknown-feature NONE 4',
    ]);
    expect(report.text).toContain('rules-ext.xml, family body, rule 2, line 4');

    // Another set takes these rules: the line is that of the file they come from.
    await server.deliver(
      'meta_taking.zip',
      await zipOf({
        [`${other}/versions.xml`]: '<versions><version id="6LN2A5QESFB0A0F4" label="two"/></versions>',
        [`${other}/layers-ext.xml`]: '<layers><family name="x">\n\n<layer name="own" z="1"/></family></layers>',
      }),
    );
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const xml = `<redirects><redirect set="${other}" extRules="${own}"/></redirects>`;
    const { headers, payload } = multipart('oneLayer_redirect_l.xml', Buffer.from(xml));
    await server.app.inject({
      method: 'POST',
      url: '/embargo/api/v2/admin/global-files',
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload,
    });
    await expect
      .poll(async () => (await reportOf(other)).findings.map(({ kind, line }) => `${kind} ${line}`))
      .toContain('layer-without-picture 2');
    await server.stop();
  });
});

describe('with FEATURE_QUALITY_REPORT_ENABLED off', () => {
  it('A 9: no report is made, the details have none, the call and the configuration say so', async () => {
    const server = await startTestApp('sqlite');
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const details = await server.call('GET', `/api/v2/test/dis/${SET}/status`, UPLOADER);
    expect(details.json<SetDetails>().qualityReport).toBe('');
    const report = await server.call('GET', `/api/v2/admin/dis/${SET}/qualityReport`, UPLOADER);
    expect([report.statusCode, report.json<{ code: string }>().code]).toEqual([404, 'quality-reports-off']);
    expect((await server.app.inject('/assets/config/config.json')).json()).toMatchObject({
      FEATURE_QUALITY_REPORT_ENABLED: false,
    });
    expect((await server.call('GET', '/api/v2/admin/getBatchSummary')).body).not.toContain('quality');
    await server.stop();
  });
});
