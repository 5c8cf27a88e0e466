/** The status lists compare the content of the areas, whatever the dates say (T 2.6 to 2.8, 4.4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow, HistoryEntry, SetStatus, StaticPackStatus } from '../../contract/index.ts';
import { waitsFor } from '../../engine/contentState.ts';
import { promotionState } from '../../engine/promotionStatus.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;
const ADMIN = { as: ['ROLE_ADMIN'] } as const;
const COLOURS = { red: [255, 0, 0, 255], green: [0, 255, 0, 255], blue: [0, 0, 255, 255] };

describe.each(databases())('status on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    await deliverMeta();
    await deliverPicture('red');
    await server.deliver('static_a.zip', await zipOf({ 'co2/A.png': await plain(COLOURS.red) }));
  });
  afterAll(() => server.stop());

  const deliverMeta = async (label = 'one') => {
    // The same files with another label: other meta.
    const versions = `<versions><version id="1PP2A5QESFB0A0F4" label="${label}"/></versions>`;
    await server.deliver(`meta-${SET}.zip`, await metaZip({ 'versions.xml': versions }));
  };
  const deliverPicture = async (colour: keyof typeof COLOURS) =>
    server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(COLOURS[colour]) }));
  const status = async (disId = SET): Promise<SetStatus> => {
    const rows = (await server.call('GET', '/api/v2/test/dis/shortStatus', UPLOADER)).json<SetStatus[]>();
    const row = rows.find((one) => one.disId === disId);
    if (!row) throw new Error(`${disId} is not listed`);
    return row;
  };
  const content = async () => (await status()).content;
  const settled = () =>
    expect
      .poll(async () => {
        const jobs = (await server.call('GET', '/api/v2/admin/getBatchSummary', ADMIN)).json<BatchRow[]>();
        return jobs.filter((job) => /CREATED|STARTED/.test(job.jobStatus)).length;
      })
      .toBe(0);
  const post = async (path: string, body: object) => {
    const answer = await server.call('POST', `/api/v2/admin/${path}`, { ...UPLOADER, body });
    await settled();
    return answer;
  };
  const promote = (source: string, target: string, call = 'promote') =>
    post(`dis/${SET}/${call}`, { disId: SET, source, target });

  it('refuses to promote metadata to an area without the set, and says what to do', async () => {
    const answer = await promote('embargo', 'prod', 'promoteMetadata');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'not-in-target',
      errorMessage: `${SET} is not in Prod. Promote all of it first.`,
    });
    const diff = await server.call(
      'GET',
      `/api/v2/admin/dis/${SET}/diff?source=embargo&target=prod&what=metadata`,
      UPLOADER,
    );
    expect(diff.statusCode).toBe(409);
    expect((await server.call('GET', '/prod/api/v2/test/dis', ADMIN)).json()).toEqual([]);
    expect(await content()).toEqual({ embargo: 'same', preprod: 'absent', prod: 'absent' });
  });

  it('promoting makes the areas the same', async () => {
    expect(waitsFor(await content())).toBe('preprod');
    await promote('embargo', 'preprod');
    expect(await content()).toEqual({ embargo: 'same', preprod: 'same', prod: 'absent' });
    expect(waitsFor(await content())).toBe('prod');
  });

  it('promoting Pre-Prod to Prod does not include what was uploaded to Embargo meanwhile, whatever the dates say', async () => {
    await deliverPicture('green');
    await promote('preprod', 'prod');
    const row = await status();
    // The filters of 4.4 go by date.
    expect(promotionState(row)).toMatchObject({ toProd: true });
    expect(row.content).toEqual({ embargo: 'same', preprod: 'picturesOlder', prod: 'picturesOlder' });
    expect(waitsFor(row.content)).toBe('preprod');
  });

  it('a metadata promotion sets no promotion date, but is in the history', async () => {
    await deliverMeta('two');
    const before = await status();
    expect(before.content.prod).toBe('older');
    expect((await promote('embargo', 'prod', 'promoteMetadata')).statusCode).toBe(200);
    const after = await status();
    expect(after.content.prod).toBe('picturesOlder');
    expect(after.lastProdPromoteDate).toBe(before.lastProdPromoteDate);
    expect(promotionState(after).toProd).toBe(false);
    const history = (await server.call('GET', `/api/v2/admin/dis/${SET}/history`, UPLOADER)).json<HistoryEntry[]>();
    expect(history[0]).toMatchObject({ area: 'prod', reason: 'promoteMetadata' });
  });

  it('promoting all makes the areas the same after a metadata promotion', async () => {
    await promote('embargo', 'prod');
    const row = await status();
    expect(row.content).toEqual({ embargo: 'same', preprod: 'older', prod: 'same' });
    expect(waitsFor(row.content)).toBe('nothing');
    await deliverMeta('three');
    expect((await status()).content.prod).toBe('metaOlder');
    await promote('embargo', 'prod', 'promoteMetadata');
    expect((await status()).content.prod).toBe('same');
  });

  it('a roll back shows in the status, and restores the date of the content', async () => {
    const history = (await server.call('GET', `/api/v2/admin/dis/${SET}/history`, UPLOADER)).json<HistoryEntry[]>();
    const first = history.findLast(({ area }) => area === 'prod');
    await post(`dis/${SET}/rollback`, { area: 'prod', entry: first?.id });
    expect((await status()).content.prod).toBe('older');
    await promote('embargo', 'prod');
    expect((await status()).content.prod).toBe('same');
  });

  it('content that was changed in an area itself is different, not older', async () => {
    await promote('embargo', 'preprod');
    const files = `/preprod/dis/${SET}/ext/001/black.png`;
    const deleted = await server.call(
      'DELETE',
      `/api/v2/admin/file-elements-delete?path=${encodeURIComponent(files)}`,
      ADMIN,
    );
    expect(deleted.body).toBe('true');
    expect((await status()).content.preprod).toBe('different');
  });

  it('a static pack is older as a whole, and absent before its promotion', async () => {
    const row = async () =>
      (await server.call('GET', '/api/v2/test/static/status', UPLOADER)).json<StaticPackStatus[]>()[0];
    expect((await row())?.content).toEqual({ embargo: 'same', preprod: 'absent', prod: 'absent' });
    await post('static/promote', { fileName: 'static_a.zip', source: 'embargo', target: 'preprod' });
    expect((await row())?.content.preprod).toBe('same');
    await server.deliver('static_a.zip', await zipOf({ 'co2/A.png': await plain(COLOURS.blue) }));
    expect((await row())?.content.preprod).toBe('older');
  });

  it('a refused upload is listed beside the live static pack, and alone if there is none', async () => {
    const rows = async () =>
      (await server.call('GET', '/api/v2/test/static/status', UPLOADER)).json<StaticPackStatus[]>();
    const live = (await rows())[0];
    const refused = await server.deliver('static_a.zip', await zipOf({ 'elsewhere/A.png': 'nothing' }));
    expect(refused.state).toBe('refused');
    const newerUpload = { status: 'REFUSED', uploadedAt: refused.lastModifiedDate };
    expect(await rows()).toEqual([{ ...live, newerUpload }]);
    const alone = await server.deliver('static_b.zip', await zipOf({ 'elsewhere/A.png': 'nothing' }));
    expect((await rows())[1]).toMatchObject({
      fileName: 'static_b.zip',
      status: 'REFUSED',
      lastModifiedDate: alone.lastModifiedDate,
    });
  });

  it('a static pack that no area has is not live; one that was restored without its upload is', async () => {
    const names = async () =>
      (await server.call('GET', '/api/v2/test/static/status', UPLOADER))
        .json<StaticPackStatus[]>()
        .map(({ fileName, status: state }) => `${fileName} ${state}`);
    const remove = (path: string) =>
      server.call('DELETE', `/api/v2/admin/file-elements-delete?path=${encodeURIComponent(path)}`, ADMIN);
    await server.deliver('static_c.zip', await zipOf({ 'co2/A.png': await plain(COLOURS.red) }));
    await remove('/embargo/static/static_c.zip');
    expect(await names()).toContain('static_c.zip UNUSED');
    await server.deliver('static_d.zip', await zipOf({ 'co2/A.png': await plain(COLOURS.red) }));
    await server.deliver('static_d.zip', await zipOf({ 'elsewhere/A.png': 'nothing' }));
    await remove('/embargo/static/static_d.zip');
    // Its live upload counts, whatever the state of a newer one.
    expect(await names()).toContain('static_d.zip UNUSED');
    expect((await remove('/packs/static_c.zip')).body).toBe('true');
    expect((await names()).join()).not.toContain('static_c');
    const history = (await server.call('GET', '/api/v2/admin/static/history?fileName=static_c.zip', UPLOADER)).json<
      HistoryEntry[]
    >();
    await post('static/rollback', { fileName: 'static_c.zip', area: 'embargo', entry: history.at(-1)?.id });
    await expect.poll(names).toContain('static_c.zip LIVE');
  });

  it('reads the lists without the history', async () => {
    const { database } = server;
    const before = await status();
    await database.transaction((trx) => trx.schema.alterTable('refHistory').renameTo('elsewhere').execute());
    try {
      expect(await status()).toEqual(before);
      expect((await server.call('GET', '/api/v2/test/static/status', UPLOADER)).statusCode).toBe(200);
    } finally {
      await database.transaction((trx) => trx.schema.alterTable('elsewhere').renameTo('refHistory').execute());
    }
  });
});
