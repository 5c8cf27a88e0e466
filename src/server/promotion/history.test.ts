/** Diff, history, roll back, and the details of a set. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow, ContentDiff, HistoryEntry, SetDetails } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, pixelsOf, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;
const ADMIN = { as: ['ROLE_ADMIN'] } as const;
const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];

describe.each(databases())('history on %s', (kind) => {
  let server: TestApp;
  const get = async <T>(path: string) => {
    const answer = await server.call('GET', `/api/v2/admin/${path}`, UPLOADER);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const settled = () =>
    expect
      .poll(
        async () => {
          const jobs = (await server.call('GET', '/api/v2/admin/getBatchSummary', ADMIN)).json<BatchRow[]>();
          return jobs.filter((job) => /CREATED|STARTED/.test(job.jobStatus)).length;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
  const post = async (path: string, body: object) => {
    const answer = await server.call('POST', `/api/v2/admin/${path}`, { ...UPLOADER, body });
    await settled();
    return answer;
  };
  const promote = (source: string, target: string, note?: string) =>
    post(`dis/${SET}/promote`, { disId: SET, source, target, ...(note !== undefined && { note }) });
  const colourIn = async (area: string) => {
    const path = `/${area}/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`;
    const answer = await server.call('GET', path, ADMIN);
    return answer.statusCode === 200 ? [...(await pixelsOf(answer.rawPayload)).rgba.subarray(0, 4)] : answer.statusCode;
  };

  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    await server.deliver('static_h.zip', await zipOf({ 'co2/A.png': await plain(RED), 'co2/B.png': await plain(RED) }));
  });
  afterAll(() => server.stop());

  it('each move names the packs that it changed, and its changes can be read', async () => {
    const entries = await get<HistoryEntry[]>(`dis/${SET}/history`);
    const [meta, pictures] = [`meta-${SET}.zip`, `image-ext-${SET}.zip`];
    expect(entries.map(({ packs, comparable }) => [packs, comparable])).toEqual([
      [{ added: [pictures], replaced: [], removed: [] }, true],
      [{ added: [meta], replaced: [], removed: [] }, true],
    ]);
    const changesOf = (entry: HistoryEntry | undefined) =>
      get<ContentDiff>(`dis/${SET}/diff?target=embargo&entry=${entry?.id}&against=before`);
    const first = await changesOf(entries[0]);
    expect([first.added, first.replaced, first.textsChanged]).toEqual([1, 0, 0]);
    const second = await changesOf(entries[1]);
    expect(second.textsChanged).toBeGreaterThan(1);
    expect(second.texts).toHaveLength(second.textsChanged);
    // A row of the history lists a few, and counts all.
    const listed = (entry: HistoryEntry | undefined, limit: number) =>
      get<ContentDiff>(`dis/${SET}/diff?target=embargo&entry=${entry?.id}&against=before&limit=${limit}`);
    expect(await listed(entries[1], 1)).toEqual({ ...second, texts: second.texts.slice(0, 1) });
    expect(await listed(entries[0], 0)).toEqual({ ...first, pictures: [] });
    // Compared with the current content.
    expect((await get<ContentDiff>(`dis/${SET}/diff?target=embargo&entry=${entries[1]?.id}`)).removed).toBe(1);
    const answer = await server.call(
      'GET',
      `/api/v2/admin/dis/${SET}/diff?target=prod&source=embargo&against=before`,
      UPLOADER,
    );
    expect(answer.statusCode).toBe(400);
  });

  it('T 7: dis/{id}/status: packs by type, meta files, the quality report', async () => {
    const answer = await server.call('GET', `/api/v2/test/dis/${SET}/status`, UPLOADER);
    const { uploadPacks, meta } = answer.json<SetDetails>();
    expect(uploadPacks.map(({ type, fileName, pictures }) => [type, fileName, pictures])).toEqual([
      ['image-ext', `image-ext-${SET}.zip`, 1],
      ['meta', `meta-${SET}.zip`, 0],
    ]);
    expect(uploadPacks[0]?.size).toBeGreaterThan(0);
    expect(meta).toContainEqual({ type: 'versions.xml', fileName: `meta-${SET}.zip` });
    expect((await server.call('GET', '/api/v2/test/dis/9ZZ9Z9xxxxxxxxxx/status', UPLOADER)).statusCode).toBe(404);
  });

  it('a diff shows what a promotion would change: everything at first, later what is replaced, added and removed', async () => {
    const first = await get<ContentDiff>(`dis/${SET}/diff?source=embargo&target=preprod`);
    expect(first).toMatchObject({ before: null, added: 1, replaced: 0, removed: 0 });
    expect(first.texts.map(({ what }) => what)).toContain('version 1PP2A5QESFB0A0F4');
    await promote('embargo', 'preprod', 'for the fair');
    expect(await get(`dis/${SET}/diff?source=embargo&target=preprod`)).toMatchObject({ pictures: [], texts: [] });

    await server.deliver(
      `image-ext-${SET}.zip`,
      await zipOf({ '001/black.png': await plain(GREEN), '002/black.png': await plain(GREEN) }),
    );
    const versions = META['versions.xml']?.replace(/label="[^"]*"/, 'label="another label"') ?? '';
    await server.deliver(`meta-${SET}.zip`, await metaZip({ 'versions.xml': versions }));
    const diff = await get<ContentDiff>(`dis/${SET}/diff?source=embargo&target=preprod`);
    expect(diff).toMatchObject({ added: 1, replaced: 1, removed: 0 });
    expect(diff.texts).toEqual([
      expect.objectContaining({
        file: 'versions.xml',
        what: expect.stringMatching(/^version/),
        after: 'another label',
      }),
    ]);
    const meta = await get<ContentDiff>(`dis/${SET}/diff?source=embargo&target=preprod&what=metadata`);
    expect([meta.pictures.length, meta.texts.length]).toEqual([0, 1]);

    // The pictures of both sides can be seen.
    const replaced = diff.pictures.find(({ before, after }) => before !== null && after !== null);
    for (const [snapshot, sha256, colour] of [
      [diff.before, replaced?.before, RED],
      [diff.after, replaced?.after, GREEN],
    ] as const) {
      const path = `/api/v2/admin/dis/${SET}/pictures/${snapshot}/${sha256}`;
      const picture = await server.call('GET', path, UPLOADER);
      expect(picture.headers['content-type']).toBe('image/webp');
      const large = await server.call('GET', `${path}?size=print`, UPLOADER);
      expect(large.headers['content-type']).toBe('image/jpeg');
      expect(large.headers['etag']).not.toBe(picture.headers['etag']);
      const known = { ...UPLOADER, headers: { 'if-none-match': String(picture.headers['etag']) } };
      expect((await server.call('GET', path, known)).statusCode).toBe(304);
      const stranger = { ...known, as: ['ROLE_TEST'] as const };
      expect((await server.call('GET', path, stranger)).statusCode).toBe(403);
      const [r = 0, g = 0] = (await pixelsOf(picture.rawPayload)).rgba;
      expect(r > 200 ? RED : g > 200 ? GREEN : []).toEqual(colour);
      const strange = await server.call('GET', path.replace(SET, '9ZZ9Z9xxxxxxxxxx'), UPLOADER);
      expect(strange.statusCode).toBe(404);
    }
  });

  it('the history shows who, when and why; a roll back restores an earlier state and adds an entry of its own', async () => {
    await promote('embargo', 'preprod');
    expect(await colourIn('preprod')).toEqual(GREEN);
    const before = await get<HistoryEntry[]>(`dis/${SET}/history`);
    const first = before.find(({ note }) => note === 'for the fair');
    expect(first).toMatchObject({ area: 'preprod', who: 'UPLOAD', reason: 'promote', current: false });
    expect(before.find(({ area }) => area === 'preprod')?.current).toBe(true);

    const diff = await get<ContentDiff>(`dis/${SET}/diff?target=preprod&entry=${first?.id}`);
    expect(diff).toMatchObject({ added: 0, replaced: 1, removed: 1 });
    const answer = await post(`dis/${SET}/rollback`, { area: 'preprod', entry: first?.id, note: 'wrong green' });
    expect(answer.body).toBe(`Roll back request for ${SET} created`);
    expect(await colourIn('preprod')).toEqual(RED);
    expect(await colourIn('embargo')).toEqual(GREEN);
    const [latest] = await get<HistoryEntry[]>(`dis/${SET}/history`);
    expect(latest).toMatchObject({ area: 'preprod', reason: 'rollback', note: `to entry ${first?.id}: wrong green` });
    const line = `DynamicImageSet ${SET}: roll back of Pre-Prod to entry ${first?.id} requested.`;
    const lines = server.database.read.selectFrom('logLines').select(['who', 'context', 'status']);
    const requests = await lines.where('message', '=', line).execute();
    expect(requests).toEqual([{ who: 'UPLOAD', context: 'promotion', status: 'INFO' }]);
    // A roll back does not count as a promotion; a promotion brings the new content again.
    await promote('embargo', 'preprod');
    expect(await colourIn('preprod')).toEqual(GREEN);
  });

  it('refuses entries of another area or set, and a request with both a source and an entry', async () => {
    const [entry] = (await get<HistoryEntry[]>(`dis/${SET}/history`)).filter(({ area }) => area === 'embargo');
    const body = { area: 'prod', entry: entry?.id };
    expect((await post(`dis/${SET}/rollback`, body)).statusCode).toBe(404);
    expect((await post('dis/9ZZ9Z9xxxxxxxxxx/rollback', { ...body, area: 'embargo' })).statusCode).toBe(404);
    const both = await server.call('GET', `/api/v2/admin/dis/${SET}/diff?target=prod&source=embargo&entry=1`, UPLOADER);
    expect(both.json()).toMatchObject({ code: 'source-or-entry' });
    const lacks = await server.call('GET', `/api/v2/admin/dis/${SET}/diff?target=prod&source=prod`, UPLOADER);
    expect(lacks.statusCode).toBe(404);
  });

  it('a deleted set can be restored from its history', async () => {
    const [entry] = (await get<HistoryEntry[]>(`dis/${SET}/history`)).filter(({ area }) => area === 'preprod');
    expect((await server.call('DELETE', `/api/v2/admin/dis/${SET}`, UPLOADER)).statusCode).toBe(200);
    expect(await colourIn('preprod')).toBe(404);
    const [undone] = await get<HistoryEntry[]>(`dis/${SET}/history`);
    expect((await post(`dis/${SET}/rollback`, { area: undone?.area, entry: undone?.id })).statusCode).toBe(404);
    expect((await post(`dis/${SET}/rollback`, { area: 'preprod', entry: entry?.id })).statusCode).toBe(200);
    expect(await colourIn('preprod')).toEqual(GREEN);
  });

  it('static packs have diffs, a history and roll backs, too', async () => {
    const query = 'fileName=static_h.zip';
    const promoteStatic = () =>
      post('static/promote', { fileName: 'static_h.zip', source: 'embargo', target: 'preprod' });
    await promoteStatic();
    await server.deliver('static_h.zip', await zipOf({ 'co2/A.png': await plain(GREEN) }));
    const diff = await get<ContentDiff>(`static/diff?${query}&source=embargo&target=preprod`);
    expect(diff).toMatchObject({ added: 0, replaced: 1, removed: 1, texts: [] });
    const [replaced] = diff.pictures;
    const path = `/api/v2/admin/static/pictures/${diff.before}/${replaced?.before}?${query}`;
    expect((await server.call('GET', path, UPLOADER)).statusCode).toBe(200);
    await promoteStatic();
    const history = await get<HistoryEntry[]>(`static/history?${query}`);
    const [, first] = history.filter(({ area }) => area === 'preprod');
    const body = { fileName: 'static_h.zip', area: 'preprod', entry: first?.id };
    expect((await post('static/rollback', body)).statusCode).toBe(200);
    const back = await get<ContentDiff>(`static/diff?${query}&source=embargo&target=preprod`);
    expect(back).toMatchObject({ replaced: 1, removed: 1 });
  });
});
