/** The list of packs: refs decide what is in use, and a refused upload is listed beside the live one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileDeletionPreview, FileElement, HistoryEntry, Pack } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, zipOf } from '../testing/tinyPacks.ts';

describe.each(databases())('packs on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  const packs = async (query = '') => (await server.call('GET', `/api/v2/admin/files${query}`)).json<Pack[]>();
  const statesOf = async (fileName: string) =>
    (await packs()).filter((pack) => pack.fileName === fileName).map(({ state, areas }) => [state, areas]);
  const elements = async () =>
    (await server.call('GET', '/api/v2/admin/file-elements?path=/packs')).json<FileElement[]>();
  const remove = (path: string) =>
    server.call('DELETE', `/api/v2/admin/file-elements-delete?path=${encodeURIComponent(path)}`);
  const deletion = async (path: string) =>
    (
      await server.call('GET', `/api/v2/admin/file-elements-deletion?path=${encodeURIComponent(path)}`)
    ).json<FileDeletionPreview>();
  const promote = async (disId: string, target: string) => {
    const body = { disId, source: 'embargo', target };
    expect((await server.call('POST', `/api/v2/admin/dis/${disId}/promote`, { body })).statusCode).toBe(200);
  };
  const meta = (disId: string) => metaZip({ 'versions.xml': '<versions/>' }, disId);
  const broken = () => zipOf({ 'nonsense.txt': 'nothing' });

  describe('in use', () => {
    const set = '1UA2A5xxxxxxxxxx';
    const name = `meta-${set}.zip`;

    it('A 2: a pack is in use if an area shows it; the pack of a deleted set is not, and can be deleted', async () => {
      await server.deliver(name, await meta(set));
      expect(await statesOf(name)).toEqual([['live', ['embargo']]]);
      expect((await remove(`/packs/${name}`)).statusCode).toBe(409);
      await promote(set, 'prod');
      await expect.poll(() => statesOf(name)).toEqual([['live', ['embargo', 'prod']]]);
      // Prod still shows it after Embargo no longer does.
      expect((await remove(`/embargo/dis/${set}`)).json()).toBe(true);
      expect(await statesOf(name)).toEqual([['live', ['prod']]]);
      const reason = (await elements()).find((element) => element.name === name)?.undeletableReason;
      expect(reason).toBe('Prod shows what it delivered. Delete that, in the folder of its set.');
      const refusal = await remove(`/packs/${name}`);
      expect(refusal.json()).toMatchObject({ code: 'pack-in-use' });
      expect(refusal.json<{ errorMessage: string }>().errorMessage).toMatch(
        /^.* is in use: Prod shows what it delivered\./,
      );

      expect((await server.call('DELETE', `/api/v2/admin/dis/${set}`)).statusCode).toBe(200);
      expect(await statesOf(name)).toEqual([['unused', []]]);
      expect((await elements()).find((element) => element.name === name)?.undeletableReason).toBeUndefined();
      expect(await deletion(`/packs/${name}`)).toMatchObject({ files: 1, removesAll: true });
      expect((await remove(`/packs/${name}`)).json()).toBe(true);
      expect(await statesOf(name)).toEqual([]);
    });

    it('a roll back brings it back into use', async () => {
      const other = '1UB2A5xxxxxxxxxx';
      const fileName = `meta-${other}.zip`;
      await server.deliver(fileName, await meta(other));
      await server.call('DELETE', `/api/v2/admin/dis/${other}`);
      expect(await statesOf(fileName)).toEqual([['unused', []]]);
      const history = (await server.call('GET', `/api/v2/admin/dis/${other}/history`)).json<HistoryEntry[]>();
      const entry = history.find(({ snapshot }) => snapshot !== null)?.id;
      const body = { area: 'embargo', entry };
      expect((await server.call('POST', `/api/v2/admin/dis/${other}/rollback`, { body })).statusCode).toBe(200);
      await expect.poll(() => statesOf(fileName)).toEqual([['live', ['embargo']]]);
    });

    it('a copy of a set uses its packs, under the id of the copy as well', async () => {
      const [from, to] = ['1UC2A5xxxxxxxxxx', '1UD2A5xxxxxxxxxx'];
      const fileName = `meta-${from}.zip`;
      await server.deliver(fileName, await meta(from));
      expect((await server.call('GET', `/api/v2/admin/dis/${from}/copy?targetDisId=${to}`)).statusCode).toBe(200);
      expect((await packs(`?disId=${to}`)).map((pack) => pack.fileName)).toEqual([fileName]);
      await server.call('DELETE', `/api/v2/admin/dis/${from}`);
      expect(await statesOf(fileName)).toEqual([['live', ['embargo']]]);
      expect((await remove(`/packs/${fileName}`)).statusCode).toBe(409);
    });
  });

  describe('a refused upload of a live name', () => {
    const set = '1RA2A5xxxxxxxxxx';
    const name = `image-ext-${set}.zip`;

    it('is listed beside the live one, also in the file browser; the live one keeps its date', async () => {
      await server.deliver(`meta-${set}.zip`, await meta(set));
      const good = await server.deliver(name, await zipOf({ '001/black.png': await plain([0, 0, 0, 255]) }));
      const bad = await server.deliver(name, await broken());
      const [refused, live, ...more] = (await packs()).filter((pack) => pack.fileName === name);
      expect(more).toEqual([]);
      // The newer upload is first, so that a script that sent a pack and asks for its name sees its state.
      expect(refused).toMatchObject({ state: 'refused', sha256: bad.sha256, areas: [] });
      expect(refused?.problems).toHaveLength(1);
      expect(live).toMatchObject({
        state: 'live',
        sha256: good.sha256,
        lastModifiedDate: good.lastModifiedDate,
        problems: [],
      });
      const named = (await elements()).filter((element) => element.name.startsWith(name));
      expect(
        named.map((element) => [element.name, element.lastModifiedDate, element.undeletableReason === undefined]),
      ).toEqual([
        [name, good.lastModifiedDate, false],
        [`${name} (refused)`, bad.lastModifiedDate, true],
      ]);
      for (const [path, size] of [
        [name, good.size],
        [`${name} (refused)`, bad.size],
      ] as const) {
        const content = await server.call(
          'GET',
          `/api/v2/admin/file-elements-content?path=${encodeURIComponent(`/packs/${path}`)}`,
        );
        expect(content.rawPayload.length, path).toBe(size);
      }
    });

    it('can be deleted alone; the next upload replaces it', async () => {
      expect(await deletion(`/packs/${name} (refused)`)).toMatchObject({ files: 1, removesAll: true });
      expect((await remove(`/packs/${name} (refused)`)).json()).toBe(true);
      expect(await statesOf(name)).toEqual([['live', ['embargo']]]);
      expect((await remove(`/packs/${name} (refused)`)).statusCode).toBe(404);
      await server.deliver(name, await broken());
      const bytes = await zipOf({ 'other.txt': 'also nothing' });
      await server.deliver(name, bytes);
      expect(await statesOf(name)).toEqual([
        ['refused', []],
        ['live', ['embargo']],
      ]);
      await server.deliver(name, await zipOf({ '001/black.png': await plain([1, 0, 0, 255]) }));
      expect(await statesOf(name)).toEqual([['live', ['embargo']]]);
    });
  });

  it('filters by set, by name, and by time', async () => {
    const set = '1QA2A5xxxxxxxxxx';
    await server.deliver('static_before.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }));
    const { lastModifiedDate } = await server.deliver(`meta-${set}.zip`, await meta(set));
    expect((await packs(`?disId=${set}`)).map((pack) => pack.fileName)).toEqual([`meta-${set}.zip`]);
    expect((await packs('?fileName=static_before.zip')).map((pack) => pack.kind)).toEqual(['static']);
    expect((await packs('?fileName=static_none.zip')).map((pack) => pack.kind)).toEqual([]);
    const since = await packs(`?since=${lastModifiedDate}`);
    expect(since.map((pack) => pack.fileName)).toEqual([`meta-${set}.zip`]);
    expect((await server.call('GET', '/api/v2/admin/files?since=yesterday')).statusCode).toBe(400);
  });

  it('lists names in byte order, whatever the collation of the database', async () => {
    const zip = await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) });
    const names = ['static_Order_B.zip', 'static_Order_a.zip', 'static_Order_b.zip', 'static_order_B.zip'];
    for (const name of names.toReversed()) await server.deliver(name, zip);
    const listed = (await packs()).map((pack) => pack.fileName).filter((name) => /order_/i.test(name));
    expect(listed).toEqual(names);
  });

  it('lists thousands of packs in order, each name once, while other calls are answered', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ({
      id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      fileName: `static_many_${String(i % 1500).padStart(4, '0')}.zip`,
      search: '',
      kind: 'static' as const,
      type: 'static',
      disIds: '[]',
      sha256: 'f'.repeat(64),
      size: 1,
      state: i < 1500 ? ('live' as const) : ('refused' as const),
      problems: '[]',
      uploadedBy: 'anna',
      uploadedAt: i,
      liveAt: null,
      jobId: null,
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await server.database.transaction((trx) =>
        trx
          .insertInto('packs')
          .values(rows.slice(at, at + 500))
          .execute(),
      );
    }
    let turns = 0;
    let listening = true;
    const turn = () => {
      turns += 1;
      if (listening) setImmediate(turn);
    };
    setImmediate(turn);
    const many = (await packs()).filter((pack) => pack.fileName.startsWith('static_many_'));
    listening = false;
    expect(many).toHaveLength(3000);
    expect(many.map((pack) => pack.fileName)).toEqual(many.map((pack) => pack.fileName).toSorted());
    expect(many.slice(0, 2).map((pack) => pack.state)).toEqual(['refused', 'unused']);
    // A turn between any two pages of 500 rows, at least.
    expect(turns).toBeGreaterThanOrEqual(6);
  });
});
