/** Garbage collection: what nothing needs is deleted after the grace time, and nothing that is needed ever is. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryEntry, Pack } from '../../contract/index.ts';
import { freshBucket, S3_SERVICE, type TestBucket } from '../platform/blobs/testing/s3.ts';
import { openBlobStore } from '../store.ts';
import { bucketSettings } from '../testing/bucketSettings.ts';
import { databases } from '../testing/databases.ts';
import { FULL } from '../testing/length.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, pixelsOf, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import type { GarbageReport } from './garbage.ts';
import { collect } from './testing/garbage.ts';

const DAY = 24 * 3600 * 1000;
const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;

const stores = [
  // The short run tests each database and each store once.
  ...databases()
    .filter((kind) => FULL || !S3_SERVICE || kind === 'sqlite')
    .map((kind) => ({ kind, store: 'a folder' })),
  ...databases()
    .slice(-1)
    .flatMap((kind) => (S3_SERVICE ? [{ kind, store: 'S3' }] : [])),
];

describe.each(stores)('garbage collection on $kind and $store', { timeout: 400_000 }, ({ kind, store }) => {
  let server: TestApp;
  let bucket: TestBucket | undefined;
  beforeEach(async () => {
    bucket = store === 'S3' ? await freshBucket() : undefined;
  });
  afterEach(async () => {
    await server.stop();
    await bucket?.drop();
  });

  const deliver = (colour: number) => async () =>
    server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([colour, 0, 0, 255]) }));
  const colour = async () => {
    const answer = await server.call('GET', `/embargo/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`);
    return answer.statusCode === 200 ? (await pixelsOf(answer.rawPayload)).rgba[0] : answer.statusCode;
  };
  async function clean(days: number, dryRun = false, graceDays = 7): Promise<GarbageReport> {
    const blobs = await openBlobStore(bucket ? { s3: bucket.options } : { folder: `${server.folder}/blobs` });
    try {
      return await collect(
        { database: server.database, blobs },
        {
          now: Date.now() + days * DAY,
          graceDays,
          isOutdated: (kind) => kind.startsWith('renderReady.1.'),
          dryRun,
        },
      );
    } finally {
      await blobs.close();
    }
  }
  async function start(): Promise<void> {
    server = await startTestApp(kind, bucket && bucketSettings(bucket));
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await deliver(10)();
  }

  it('deletes nothing within the grace time, and nothing that users can roll back to', async () => {
    await start();
    await deliver(90)();
    await server.deliver('static_g.zip', await zipOf({ 'co2/A.png': await plain([3, 3, 3, 255]) }));
    expect(await clean(0)).toEqual({ history: 0, snapshots: 0, packs: 0, derived: 0, blobs: 0, bytes: 0 });
    // A year later: the last entries of every key are kept however old they are.
    expect(await clean(400)).toMatchObject({ history: 0, snapshots: 0 });
    expect(await colour()).toBe(90);
    const history = (await server.call('GET', `/api/v2/admin/dis/${SET}/history`, UPLOADER)).json<HistoryEntry[]>();
    const body = { area: 'embargo', entry: history[1]?.id };
    await server.call('POST', `/api/v2/admin/dis/${SET}/rollback`, { ...UPLOADER, body });
    await expect.poll(colour).toBe(10);
  });

  it('deletes old states beyond the last twenty, with their packs and derived forms', async () => {
    await start();
    for (let i = 1; i <= 22; i++) await deliver(10 + i * 10)();
    const would = await clean(40, true);
    expect(would.history).toBeGreaterThan(0);
    const done = await clean(40);
    expect(done).toEqual(would);
    expect(done.snapshots).toBeGreaterThan(0);
    expect(done.blobs).toBeGreaterThan(0);
    expect(await clean(40)).toEqual({ history: 0, snapshots: 0, packs: 0, derived: 0, blobs: 0, bytes: 0 });
    expect(await colour()).toBe(230);
    const history = (await server.call('GET', `/api/v2/admin/dis/${SET}/history`, UPLOADER)).json<HistoryEntry[]>();
    expect(history).toHaveLength(24);
    // The last twenty, and the one whose state the oldest of them replaced.
    expect(history.filter(({ restorable }) => restorable)).toHaveLength(21);
    const body = { area: 'embargo', entry: history.at(-1)?.id };
    const back = await server.call('POST', `/api/v2/admin/dis/${SET}/rollback`, { ...UPLOADER, body });
    expect(back.statusCode).toBe(409);
    expect(back.json()).toMatchObject({ code: 'content-gone' });
    const diff = `/api/v2/admin/dis/${SET}/diff?target=embargo&entry=${history.at(-1)?.id}`;
    expect((await server.call('GET', diff, UPLOADER)).statusCode).toBe(409);
    const deleted = `/api/v2/admin/dis/${SET}/pictures/${history.at(-1)?.snapshot}/${'0'.repeat(64)}`;
    expect((await server.call('GET', deleted, UPLOADER)).statusCode).toBe(404);
    // The oldest kept state can still be painted.
    const oldest = history.filter(({ restorable }) => restorable).at(-1);
    await server.call('POST', `/api/v2/admin/dis/${SET}/rollback`, {
      ...UPLOADER,
      body: { area: 'embargo', entry: oldest?.id },
    });
    await expect.poll(colour).not.toBe(230);
    expect(typeof (await colour())).toBe('number');
  });

  it('removes the pack of a deleted set from the list only when its history is old; a roll back still works', async () => {
    await start();
    const packs = async () => {
      const list = (await server.call('GET', '/api/v2/admin/files')).json<Pack[]>();
      return list.map(({ fileName, state }) => `${fileName} ${state}`);
    };
    await server.call('DELETE', `/api/v2/admin/dis/${SET}`);
    const unused = [`image-ext-${SET}.zip unused`, `meta-${SET}.zip unused`];
    expect(await packs()).toEqual(unused);
    expect(await clean(20)).toMatchObject({ packs: 0 });
    expect(await packs()).toEqual(unused);
    expect(await clean(40)).toMatchObject({ packs: 2, blobs: 0 });
    expect(await packs()).toEqual([]);
    const history = (await server.call('GET', `/api/v2/admin/dis/${SET}/history`, UPLOADER)).json<HistoryEntry[]>();
    const body = { area: 'embargo', entry: history.find(({ snapshot }) => snapshot !== null)?.id };
    await server.call('POST', `/api/v2/admin/dis/${SET}/rollback`, { ...UPLOADER, body });
    await expect.poll(colour).toBe(10);
  });

  it('deletes forms of an older version, even of needed pictures, and keeps the others', async () => {
    await start();
    const kinds = async () => {
      const rows = await server.database.read.selectFrom('derived').select('kind').execute();
      return rows.map((row) => row.kind).filter((name) => name.startsWith('renderReady.'));
    };
    const before = await kinds();
    expect(before).not.toHaveLength(0);
    await server.database.transaction((trx) =>
      trx.updateTable('derived').set({ kind: 'renderReady.1.8x4' }).where('kind', 'like', 'renderReady.%').execute(),
    );
    // It is made again, under its present kind.
    await server.call('GET', '/embargo/api/v2/admin/clearAllCaches');
    expect(await colour()).toBe(10);
    expect((await kinds()).sort()).toEqual(['renderReady.1.8x4', ...before]);
    expect((await clean(8)).derived).toBe(1);
    expect(await kinds()).toEqual(before);
    expect(await colour()).toBe(10);
  });

  it('deletes nothing that packs need while they are read, with a grace time of only three seconds', async () => {
    await start();
    let busy = true;
    const cleaning = (async () => {
      for (; busy; await pause(20)) await clean(0, false, 3000 / DAY);
    })();
    for (let i = 1; i <= 8; i++) await deliver(10 + i * 20)();
    busy = false;
    await cleaning;
    expect(await colour()).toBe(170);
  });
});
