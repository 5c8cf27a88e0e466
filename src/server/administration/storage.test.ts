/** What takes space, through its calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow, Storage, StoredKind, StoredSet } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const OTHER = '1PP2A6xxxxxxxxxx';
const IMAGES = `image-ext-${SET}.zip`;

describe.each(databases())('the storage on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  const storage = async () => (await server.call('GET', '/api/v2/admin/storage')).json<Storage>();
  const sets = async () => (await server.call('GET', '/api/v2/admin/storage/sets')).json<StoredSet[]>();
  const settled = () =>
    expect
      .poll(
        async () =>
          (await server.call('GET', '/api/v2/admin/getBatchSummary'))
            .json<BatchRow[]>()
            .filter(({ jobStatus }) => /CREATED|STARTED/.test(jobStatus)),
        { timeout: 60_000 },
      )
      .toEqual([]);
  const measure = async () => {
    const answer = await server.call('POST', '/api/v2/admin/storage/measure');
    expect(answer.statusCode, answer.body).toBe(200);
    await settled();
    const measured = await storage();
    expect(measured.measuring).toBe(false);
    if (!measured.measured) throw new Error('it was not measured');
    return { ...measured, report: measured.measured.report };
  };
  const bytesOf = ({ kinds }: { kinds: readonly { kind: StoredKind; bytes: number }[] }, name: StoredKind) =>
    kinds.find((one) => one.kind === name)?.bytes ?? 0;
  const change = async (path: string, method: 'POST' | 'DELETE' = 'POST', body?: unknown) => {
    const answer = await server.call(method, path, { ...(body !== undefined && { body }) });
    expect(answer.statusCode, answer.body).toBe(200);
    await settled();
  };

  it('reports that nothing was measured yet', async () => {
    const { measured, measuring, deletablePacks, server: own } = await storage();
    expect({ measured, measuring, deletablePacks }).toEqual({ measured: null, measuring: false, deletablePacks: [] });
    expect(own.free).toBeGreaterThan(0);
    expect(await sets()).toEqual([]);
  });

  it('counts packs by kind and use, areas and sets; shared content counts once', async () => {
    const meta = await metaZip();
    const images = await zipOf({ '001/body.png': await plain([255, 0, 0, 255]) });
    const refused = await zipOf({ '001/body.png': 'no picture' });
    await server.deliver(`meta-${SET}.zip`, meta);
    await server.deliver(IMAGES, images);
    await server.deliver(`image-int-${SET}.zip`, refused);
    await change(`/api/v2/admin/dis/${SET}/promote`, 'POST', { disId: SET, source: 'embargo', target: 'preprod' });

    const { report, deletablePacks } = await measure();
    expect([bytesOf(report, 'image'), bytesOf(report, 'meta')]).toEqual([images.length + refused.length, meta.length]);
    expect(bytesOf(report, 'lists')).toBeGreaterThan(0);
    expect(bytesOf(report, 'prepared')).toBeGreaterThan(0);
    expect(report.unreadable).toBe(0);
    expect(report.database.bytes).toBeGreaterThan(10_000);
    expect(report.database.logs).toBeGreaterThan(0);
    expect(Object.fromEntries(report.packs.map(({ use, bytes }) => [use, bytes]))).toEqual({
      shown: meta.length + images.length,
      history: 0,
      reading: 0,
      refused: refused.length,
      unused: 0,
    });
    expect(deletablePacks).toMatchObject([
      {
        path: `/packs/image-int-${SET}.zip`,
        state: 'refused',
        size: refused.length,
        frees: refused.length,
        keptBy: null,
      },
    ]);

    const [embargo, preprod, prod] = report.areas;
    expect(embargo?.bytes).toBeGreaterThan(0);
    expect(preprod).toEqual({ area: 'preprod', bytes: embargo?.bytes, own: 0 });
    expect([embargo?.own, prod?.bytes, report.shown]).toEqual([0, 0, embargo?.bytes]);
    const bytes = embargo?.bytes ?? 0;
    expect(await sets()).toEqual([
      { kind: 'dis', key: SET, embargo: bytes, preprod: bytes, prod: 0, shown: bytes, shared: 0, older: 0 },
    ]);
  });

  it('counts older states separately, and content that sets share for each of them but once in the total', async () => {
    const before = (await storage()).measured?.report.shown ?? 0;
    await change(`/api/v2/admin/dis/${SET}/promote`, 'POST', { disId: SET, source: 'embargo', target: 'prod' });
    const images = await zipOf({ '001/body.png': await plain([0, 255, 0, 255], 80, 40) });
    await server.deliver(IMAGES, images);
    for (const area of ['preprod', 'prod']) {
      await change(`/api/v2/admin/dis/${SET}/promote`, 'POST', { disId: SET, source: 'embargo', target: area });
    }
    const { report } = await measure();
    expect(report.packs.find(({ use }) => use === 'history')?.files).toBe(1);
    const [set] = await sets();
    expect(set?.older).toBeGreaterThan(0);
    expect(set?.shown).toBe(report.shown);
    expect(report.shown).toBeGreaterThan(before);

    // The same pictures for another set are the same bytes.
    const meta = await zipOf({ 'versions.xml': (META['versions.xml'] ?? '').replaceAll('1PP2A5', '1PP2A6') });
    await server.deliver(`meta-${OTHER}.zip`, meta);
    await server.deliver(`image-ext-${OTHER}.zip`, images);
    const both = (await measure()).report.shown;
    const [first, second] = await sets();
    expect([first?.key, second?.key]).toEqual([SET, OTHER]);
    expect(first?.shared).toBeGreaterThan(0);
    expect(second?.shared).toBe(first?.shared);
    expect(both).toBe((first?.shown ?? 0) + (second?.shown ?? 0) - (second?.shared ?? 0));
  });

  it('finds packs that no area uses; deleting what the history still needs frees nothing, and a deleted pack is no longer listed', async () => {
    await change(`/api/v2/admin/file-elements-delete?path=/embargo/dis/${OTHER}`, 'DELETE');
    const { deletablePacks } = await measure();
    expect(deletablePacks).toMatchObject([
      { fileName: `image-ext-${OTHER}.zip`, state: 'unused', frees: 0, keptBy: 'otherUpload' },
      { fileName: `image-int-${SET}.zip`, state: 'refused' },
      { fileName: `meta-${OTHER}.zip`, path: `/packs/meta-${OTHER}.zip`, state: 'unused', frees: 0, keptBy: 'history' },
    ]);
    for (const { path } of deletablePacks) {
      await change(`/api/v2/admin/file-elements-delete?path=${encodeURIComponent(path)}`, 'DELETE');
    }
    expect((await storage()).deletablePacks).toEqual([]);
    const { report } = await measure();
    expect(report.packs.find(({ use }) => use === 'refused')?.files).toBe(0);
    expect(bytesOf(report, 'unneeded')).toBeGreaterThan(0);
  });

  it('a refused upload beside a live pack has the path of the file browser', async () => {
    await server.upload(IMAGES, await zipOf({ '001/body.png': 'no picture' }));
    await settled();
    const { deletablePacks } = await measure();
    expect(deletablePacks).toMatchObject([{ fileName: IMAGES, path: `/packs/${IMAGES} (refused)`, state: 'refused' }]);
    await change(
      `/api/v2/admin/file-elements-delete?path=${encodeURIComponent(deletablePacks[0]?.path ?? '')}`,
      'DELETE',
    );
    expect((await storage()).deletablePacks).toEqual([]);
  });

  it('a waiting measurement is not requested twice, and each one names who requested it', async () => {
    const all = () =>
      server.database.read
        .selectFrom('jobs')
        .select(['id', 'createdBy'])
        .where('name', '=', 'measureStorage')
        .execute();
    const before = (await all()).length;
    await Promise.all([1, 2, 3].map(() => server.call('POST', '/api/v2/admin/storage/measure')));
    await settled();
    const after = await all();
    expect(after.length).toBeGreaterThan(before);
    expect(after.length).toBeLessThanOrEqual(before + 3);
    expect(after.every(({ createdBy }) => createdBy !== 'system')).toBe(true);
    // Only the last measurement is kept.
    expect(
      await server.database.read.selectFrom('storageSets').select('measurement').distinct().execute(),
    ).toHaveLength(1);
  });

  it('a damaged list of files is counted, and the rest is measured', async () => {
    const damaged = await server.database.read
      .selectFrom('refs')
      .select('snapshotId')
      .where('area', '=', 'prod')
      .executeTakeFirstOrThrow();
    await server.database.transaction((trx) =>
      trx
        .updateTable('snapshots')
        .set({
          content: JSON.stringify({
            kind: 'dis',
            parts: [{ manifest: 'ab'.repeat(32), pack: 'x.zip', kind: 'image' }],
          }),
        })
        .where('id', '=', damaged.snapshotId)
        .execute(),
    );
    expect((await measure()).report.unreadable).toBe(1);
  });
});
