/**
 * kill -9 before every statement of a promotion and a roll back, before the commit and after it: the area shows the old or
 * the new content, its history agrees, and the next worker does the rest exactly once.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findRef, moveRef } from '../catalogue/refs.ts';
import { openSnapshots } from '../catalogue/snapshots.ts';
import { migrations } from '../migrations/index.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { runChild } from '../platform/database/testing/databases.ts';
import { NO_REPORT } from '../platform/jobs/testing/noReport.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import type { Database, Tables } from '../schema.ts';
import { shorter } from '../testing/length.ts';
import { requestBulkPromotion } from './bulkRequests.ts';
import { promotionJobs } from './jobs.ts';
import { requestPromotion, requestRollback } from './requests.ts';

/** The short run tests every third step, starting with one of the first three. */
const STRIDE = shorter(1, 3);
const SET = '1PP2A5xxxxxxxxxx';
/** promoted first by the job that promotes many */
const SECOND = '1QQ2A5xxxxxxxxxx';
const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Works on the store's jobs, and kills itself at the step with that number. */
const workerText = (folder: string, last: number) => `
  import { openDatabase } from ${moduleOf('../platform/database/database.ts')};
  import { openFolderBlobs } from ${moduleOf('../platform/blobs/folder.ts')};
  import { openSnapshots } from ${moduleOf('../catalogue/snapshots.ts')};
  import { startWorker } from ${moduleOf('../platform/jobs/worker.ts')};
  import { NO_REPORT } from ${moduleOf('../platform/jobs/testing/noReport.ts')};
  import { promotionJobs } from ${moduleOf('./jobs.ts')};
  let steps = 0;
  const step = () => { if (steps++ === ${last}) process.kill(process.pid, 'SIGKILL'); };
  const counting = {
    transformQuery: ({ node }) => { step(); return node; },
    transformResult: async ({ result }) => result,
  };
  const database = await openDatabase(${JSON.stringify(`sqlite:${folder}/lacquer.db`)});
  const counted = {
    ...database,
    async transaction(work) {
      const result = await database.transaction(async (trx) => {
        const done = await work(trx.withPlugin(counting));
        step();
        return done;
      });
      step();
      return result;
    },
  };
  const snapshots = openSnapshots(database, await openFolderBlobs(${JSON.stringify(`${folder}/blobs`)}));
  const handlers = promotionJobs({ database: counted, snapshots });
  const worker = startWorker({ database, concurrency: 1, report: NO_REPORT, handlers });
  const unfinished = () =>
    database.read.selectFrom('jobs').select('id').where('state', 'in', ['CREATED', 'STARTED']).execute();
  while ((await unfinished()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await worker.stop();
  await database.close();`;

describe('kill -9 at every step of', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Preprod has had `old` and `new` and shows `old`; embargo has `new`. */
  async function store() {
    folder = mkdtempSync(join(tmpdir(), 'lacquer-steps-'));
    const database = await openDatabase<Tables>(`sqlite:${folder}/lacquer.db`);
    await migrate(database, migrations);
    const snapshots = openSnapshots(database, await openFolderBlobs(`${folder}/blobs`));
    const make = async (name: string) => {
      const parts = await Promise.all(
        (['meta', 'image'] as const).map((kind) =>
          snapshots.putManifest({ pack: `${kind}-${name}.zip`, packSha256: '0'.repeat(64), kind, entries: [] }),
        ),
      );
      return database.transaction((trx) => snapshots.putSnapshot(trx, { kind: 'dis', parts }));
    };
    const [old, fresh] = [await make('old'), await make('new')];
    const place = { kind: 'dis', key: SET, who: 'anna' } as const;
    await database.transaction(async (trx) => {
      await moveRef(trx, { ...place, key: SECOND, area: 'embargo', from: null, to: fresh, reason: 'upload' });
      await moveRef(trx, { ...place, area: 'embargo', from: null, to: fresh, reason: 'upload' });
      await moveRef(trx, { ...place, area: 'preprod', from: null, to: fresh, reason: 'promote' });
      await moveRef(trx, { ...place, area: 'preprod', from: fresh, to: old, reason: 'promote' });
    });
    return { database, snapshots, old, fresh };
  }
  const history = (database: Database) =>
    database.read
      .selectFrom('refHistory')
      .selectAll()
      .where('area', '=', 'preprod')
      .where('key', '=', SET)
      .orderBy('id')
      .execute();
  const secondMoves = (database: Database) =>
    database.read
      .selectFrom('refHistory')
      .select('reason')
      .where('area', '=', 'preprod')
      .where('key', '=', SECOND)
      .execute();
  const shown = async (database: Database) => (await findRef(database.read, 'preprod', 'dis', SET))?.snapshotId;

  it.each(['promote', 'promoteMany', 'promoteMetadata', 'rollback'] as const)(
    '%s',
    async (what) => {
      let killed = 0;
      for (let last = randomInt(STRIDE), through = false; !through; last += STRIDE) {
        const { database, snapshots, old, fresh } = await store();
        const before = await history(database);
        if (what === 'rollback') {
          const entry = Number(before[0]?.id);
          await requestRollback(
            database,
            { kind: 'dis', key: SET, area: 'preprod', entry, note: 'back', known: true },
            'anna',
          );
        } else if (what === 'promoteMany') {
          await requestBulkPromotion(
            database,
            { kind: 'dis', keys: [SECOND, SET], source: 'embargo', target: 'preprod', what: 'all' },
            { known: () => true, who: 'anna' },
          );
        } else {
          const kind = what === 'promote' ? 'all' : 'metadata';
          const request = {
            kind: 'dis',
            key: SET,
            source: 'embargo',
            target: 'preprod',
            what: kind,
            known: true,
          } as const;
          await requestPromotion(database, request, 'anna');
        }
        const { child, ended } = runChild(workerText(folder, last));
        await ended;
        through = child.signalCode === null;
        killed += through ? 0 : 1;

        const then = await history(database);
        const moved = then.length > before.length;
        expect(then.at(-1)?.toSnapshot).toBe(await shown(database));
        if (!moved) expect(await shown(database)).toBe(old);

        // The next worker takes over the jobs of a dead one, here without waiting for the lease to expire.
        await database.transaction((trx) =>
          trx.updateTable('jobs').set({ leaseUntil: 0 }).where('state', '=', 'STARTED').execute(),
        );
        const handlers = promotionJobs({ database, snapshots });
        const worker = startWorker({ database, concurrency: 1, report: NO_REPORT, handlers });
        await vi.waitFor(
          async () => {
            const jobs = await database.read.selectFrom('jobs').select('state').execute();
            expect(jobs).toEqual([{ state: 'COMPLETED' }]);
          },
          { timeout: 60_000, interval: 5 },
        );
        await worker.stop();
        const after = await history(database);
        expect(after).toHaveLength(before.length + 1);
        const reason = what === 'promoteMany' ? 'promote' : what;
        expect(after.at(-1)).toMatchObject({ reason, who: 'anna', fromSnapshot: old });
        expect(await secondMoves(database)).toEqual(what === 'promoteMany' ? [{ reason }] : []);
        const present = await shown(database);
        if (what === 'promoteMetadata') {
          const packs = (await snapshots.contentOf(present ?? '')).parts.map(({ pack }) => pack);
          expect(packs.sort()).toEqual(['image-old.zip', 'meta-new.zip']);
        } else expect(present).toBe(fresh);
        await database.close();
        rmSync(folder, { recursive: true });
      }
      // Every statement, the commit, and what comes after it.
      expect(killed).toBeGreaterThan(shorter(6, 1));
    },
    180_000,
  );
});
