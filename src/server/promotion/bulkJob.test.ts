/** The job that promotes many: its order among other jobs about the same sets, stopping, taking over, failing items. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Area, WEBHOOK_EVENTS } from '../../contract/index.ts';
import { addUser } from '../access/users.ts';
import { findRef, moveRef } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { retry } from '../platform/jobs/jobs.ts';
import { NO_REPORT } from '../platform/jobs/testing/noReport.ts';
import { trimJobs } from '../platform/jobs/trim.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import type { Database } from '../schema.ts';
import { type ContentStore, openContentStore } from '../testing/contentStore.ts';
import { databases } from '../testing/databases.ts';
import { requestBulkPromotion, stopBulkPromotion } from './bulkRequests.ts';
import { promotionJobs } from './jobs.ts';
import { requestPromotion } from './requests.ts';

const KEYS = ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `1PP2A5${letter}xxxxxxxxx`);
const [A = '', B = '', C = ''] = KEYS;

describe.each(databases())('%s', (kind) => {
  let store: ContentStore;
  let database: Database;
  let snapshots: Snapshots;
  const ids: Record<string, string> = {};

  beforeEach(async () => {
    store = await openContentStore(kind);
    ({ database, snapshots } = store);
    for (const name of ['new', 'reviewed']) {
      const manifest = { pack: `${name}.zip`, packSha256: '0'.repeat(64), kind: 'image', entries: [] } as const;
      const parts = [await snapshots.putManifest(manifest)];
      ids[name] = await database.transaction((trx) => snapshots.putSnapshot(trx, { kind: 'dis', parts }));
    }
    for (const key of KEYS) {
      await move(key, 'embargo', 'new');
      await move(key, 'preprod', 'reviewed');
    }
  });
  afterEach(() => store.end());

  const move = (key: string, area: Area, to: string | null, from: string | null = null) =>
    database.transaction((trx) =>
      moveRef(trx, {
        ...{ area, kind: 'dis', key, who: 'somebody', reason: 'edit' },
        from: from && (ids[from] ?? ''),
        to: to && (ids[to] ?? ''),
      }),
    );
  const shownIn = async (area: Area, key: string) => {
    const id = (await findRef(database.read, area, 'dis', key))?.snapshotId;
    return Object.keys(ids).find((name) => ids[name] === id);
  };
  const many = (keys: readonly string[], source: Area = 'embargo') =>
    requestBulkPromotion(
      database,
      { kind: 'dis', keys, source, target: 'prod', what: 'all' },
      { known: () => true, who: 'anna' },
    );
  const one = (key: string, source: Area) =>
    requestPromotion(database, { kind: 'dis', key, source, target: 'prod', what: 'all', known: true }, 'bert');
  const job = (id: string) =>
    database.read
      .selectFrom('jobs')
      .select(['state', 'failure', 'progress', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const itemsOf = (id: string) =>
    database.read.selectFrom('jobItems').selectAll().where('jobId', '=', id).orderBy('position').execute();
  const moves = async (key: string) =>
    (
      await database.read
        .selectFrom('refHistory')
        .select('who')
        .where('key', '=', key)
        .where('area', '=', 'prod')
        .orderBy('id')
        .execute()
    ).map(({ who }) => who);

  async function workUntilDone(concurrency = 2, handlers = promotionJobs({ database, snapshots })): Promise<void> {
    const worker = startWorker({
      database,
      concurrency,
      report: NO_REPORT,
      handlers,
      times: { retryAfter: 20, poll: 20 },
    });
    const unfinished = () =>
      database.read.selectFrom('jobs').select('id').where('state', 'in', ['CREATED', 'STARTED']).execute();
    await expect.poll(unfinished, { timeout: 60_000, interval: 10 }).toEqual([]);
    await worker.stop();
  }

  it('jobs about the same sets, single or of many, run in the order of their requests', async () => {
    await one(A, 'preprod');
    await many(KEYS);
    await one(B, 'preprod');
    await many([C, A], 'preprod');
    await workUntilDone(4);
    expect(await shownIn('prod', A)).toBe('reviewed');
    expect(await shownIn('prod', B)).toBe('reviewed');
    expect(await shownIn('prod', C)).toBe('reviewed');
    expect(await shownIn('prod', KEYS[3] ?? '')).toBe('new');
    expect(await moves(A)).toEqual(['bert', 'anna', 'anna']);
    expect(await moves(B)).toEqual(['anna', 'bert']);
  });

  it('a set that the source lost meanwhile is refused with a reason, the others are promoted; a retry does the rest', async () => {
    const id = await many(KEYS);
    await move(B, 'embargo', null, 'new');
    await workUntilDone();
    expect(await job(id)).toMatchObject({ state: 'FAILED', failure: '5 of 6 promoted, 1 refused.' });
    const items = await itemsOf(id);
    expect(items.map(({ state }) => state)).toEqual(['done', 'refused', 'done', 'done', 'done', 'done']);
    expect(items[1]?.reason).toBe(`Embargo no longer has ${B}.`);
    await move(B, 'embargo', 'new');
    expect(await database.transaction((trx) => retry(trx, id))).toBe('requeued');
    await workUntilDone();
    expect(await job(id)).toMatchObject({ state: 'COMPLETED', failure: null, progress: 100 });
    for (const key of KEYS) expect(await moves(key)).toEqual(['anna']);
  });

  it('a retry leaves out sets that a later job is about', async () => {
    const id = await many([A, B]);
    await stopBulkPromotion(database, id, 'anna');
    await workUntilDone();
    expect(await job(id)).toMatchObject({ state: 'FAILED', failure: '0 of 2 promoted, 2 stopped.' });
    await one(A, 'preprod');
    await workUntilDone();
    expect(await database.transaction((trx) => retry(trx, id))).toBe('requeued');
    await workUntilDone();
    expect((await itemsOf(id)).map(({ state }) => state)).toEqual(['stopped', 'done']);
    expect(await shownIn('prod', A)).toBe('reviewed');
    expect(await shownIn('prod', B)).toBe('new');
    await one(A, 'preprod');
    await workUntilDone();
    expect(await database.transaction((trx) => retry(trx, id))).toBe('outdated');
  });

  it('stopping leaves out the sets that were not promoted yet, and reports them, also to webhooks', async () => {
    await addUser(database, { username: 'root', password: 'a password for tests 7', roles: ['ROLE_ADMIN'] }, 1);
    await database.transaction((trx) =>
      trx
        .insertInto('webhooks')
        .values({
          ...{ id: 'hook', url: 'https://example.com', secret: 'x', embargo: 1, enabled: 1 },
          ...{ events: JSON.stringify(WEBHOOK_EVENTS), createdBy: 'root', createdAt: 1 },
        })
        .execute(),
    );
    const id = await many(KEYS);
    let turns = 0;
    // Stopped when the third is about to be promoted.
    const stopping = {
      ...snapshots,
      contentOf: async (snapshotId: string) => {
        turns += 1;
        if (turns === 3) await stopBulkPromotion(database, id, 'anna');
        return snapshots.contentOf(snapshotId);
      },
    };
    await workUntilDone(1, promotionJobs({ database, snapshots: stopping }));
    const items = await itemsOf(id);
    const done = items.filter(({ state }) => state === 'done').length;
    expect(done).toBe(2);
    expect(await job(id)).toMatchObject({ state: 'FAILED', failure: '2 of 6 promoted, 4 stopped.' });
    expect(items.at(-1)?.reason).toBe('Stopped by anna before it was promoted.');
    expect(await moves(C)).toEqual([]);
    const messages = await database.read
      .selectFrom('webhookMessages')
      .select(['type', 'about', 'body'])
      .orderBy('number')
      .execute();
    const eventOf = (type: string) => messages.filter((one) => one.type === type);
    expect(eventOf('promotion.done').map(({ about }) => about)).toEqual([A, B]);
    expect(eventOf('promotion.stopped').map(({ about }) => about)).toEqual(KEYS.slice(2));
    const reason = 'Stopped by anna before it was promoted.';
    expect(JSON.parse(eventOf('promotion.stopped')[0]?.body ?? '')).toMatchObject({
      data: { kind: 'dis', key: C, source: 'embargo', target: 'prod', who: 'anna', jobId: id, reason },
    });
    expect(messages.at(-1)?.type).toBe('promotions.done');
    expect(JSON.parse(messages.at(-1)?.body ?? '')).toMatchObject({
      data: { jobId: id, promoted: 2, refused: 0, stopped: 4, left: 0 },
    });
    const events = await database.read
      .selectFrom('events')
      .select(['type', 'owner', 'shownIn'])
      .orderBy('number')
      .execute();
    expect(events.filter(({ type }) => type === 'promotion.done').map(({ shownIn }) => shownIn)).toEqual([
      'prod',
      'prod',
    ]);
    const stopLines = async () => {
      const lines = await database.read.selectFrom('logLines').select('message').where('status', '=', 'WARN').execute();
      return lines.map(({ message }) => message).filter((message) => message.includes('was stopped'));
    };
    const line = expect.stringMatching(/^Job ".+" was stopped; 4 were not promoted\.$/);
    expect(await stopLines()).toEqual([line]);
    // Nothing is left to stop, so nothing is said.
    expect(await stopBulkPromotion(database, id, 'anna')).toBe(0);
    expect(await stopLines()).toEqual([line]);
    expect(events.slice(1).map(({ type }) => type)).toEqual(messages.map(({ type }) => type));
    expect(new Set(events.slice(1).map(({ owner }) => owner))).toEqual(new Set(['anna']));
  });

  it('an unexpected error of one set does not hold up the others, and the next attempt retries it', async () => {
    const id = await many(KEYS);
    let failures = 0;
    const failing = {
      ...snapshots,
      contentOf: async (snapshotId: string) => {
        failures += 1;
        if (failures === 2) throw new TypeError('nobody expected this');
        return snapshots.contentOf(snapshotId);
      },
    };
    await workUntilDone(1, promotionJobs({ database, snapshots: failing }));
    expect(await job(id)).toMatchObject({ state: 'COMPLETED', attempts: 2 });
    for (const key of KEYS) expect(await moves(key)).toEqual(['anna']);
    // The first attempt promoted the others.
    const order = await database.read
      .selectFrom('refHistory')
      .select('key')
      .where('area', '=', 'prod')
      .orderBy('id')
      .execute();
    const [first, failed, ...others] = KEYS;
    expect(order.map(({ key }) => key)).toEqual([first, ...others, failed]);
  });

  it('reports its progress in percent', async () => {
    const id = await many(KEYS);
    const row = await database.read.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const percents: number[] = [];
    await promotionJobs({ database, snapshots }).promoteMany.run({
      job: row,
      payload: JSON.parse(row.payload) as never,
      signal: new AbortController().signal,
      progress: (percent) => percents.push(Math.round(percent)),
      complete: async () => {},
    });
    expect(percents).toEqual(KEYS.map((_, i) => Math.round(((i + 1) * 100) / KEYS.length)));
  });

  it('two workers that both believe they have the job promote each set once', async () => {
    const id = await many(KEYS);
    const row = await database.read.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const context = {
      job: row,
      payload: JSON.parse(row.payload) as never,
      signal: new AbortController().signal,
      progress: () => {},
      complete: async () => {},
    };
    const { promoteMany } = promotionJobs({ database, snapshots });
    await Promise.all([promoteMany.run(context), promoteMany.run(context), promoteMany.run(context)]);
    expect((await itemsOf(id)).every(({ state }) => state === 'done')).toBe(true);
    for (const key of KEYS) expect(await moves(key)).toEqual(['anna']);
  });

  it('the items are deleted with their job', async () => {
    const id = await many(KEYS);
    await workUntilDone();
    await one(A, 'preprod');
    await workUntilDone();
    expect(await trimJobs(database as never, { days: 0, rows: 1 })).toBe(1);
    expect(await itemsOf(id)).toEqual([]);
  });
});
