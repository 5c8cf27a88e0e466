/** What is made of each set of an area: asked for once, made of what changed, dropped of what left. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Area } from '../../contract/index.ts';
import type { JobContext } from '../platform/jobs/jobs.ts';
import type { Database } from '../schema.ts';
import { databases, openTestDatabase } from '../testing/databases.ts';
import { openAreaJob } from './areaJob.ts';
import type { Catalogue } from './catalogue.ts';
import { moveRef } from './refs.ts';

const NAME = 'makePictures';
const [SAME, CHANGED, LEFT] = ['1PP2A5xxxxxxxxxx', '1PP2A6xxxxxxxxxx', '1PP2A7xxxxxxxxxx'];

describe.each(databases())('a job of an area on %s', (kind) => {
  let database: Database;
  let end: () => Promise<void>;
  const made: string[] = [];
  beforeEach(async () => {
    ({ database, end } = await openTestDatabase(kind));
    await database.transaction((trx) =>
      trx.insertInto('snapshots').values({ id: 'a', kind: 'dis', content: '{}', createdAt: 0 }).execute(),
    );
    made.length = 0;
  });
  afterEach(() => end());

  const deliver = (area: Area, key: string) =>
    database.transaction((trx) =>
      moveRef(trx, { area, key, kind: 'dis', from: null, to: 'a', who: 'anna', reason: 'upload' }),
    );
  const open = (served: readonly string[] = []) => {
    const catalogue: Partial<Catalogue> = {
      refs: async () => ({ generation: 7, refs: served.map((key) => ({ key })) }) as never,
    };
    return openAreaJob({
      database,
      catalogue: catalogue as Catalogue,
      name: NAME,
      titleOf: (area) => `Make pictures of ${area}`,
      table: 'thumbnails',
      openMaker: () => ({
        look: async (_area, disId) => ({
          contentHash: 'new',
          make: async () => void made.push(disId),
        }),
        end: async () => {},
      }),
    });
  };

  it('is requested when the area changes, and once: not while another one waits', async () => {
    const waiting = async () => {
      const rows = await database.read.selectFrom('jobs').select('subject').orderBy('createdAt').execute();
      return rows.map(({ subject }) => subject);
    };
    const watch = () => open().watch({ failed() {}, worked() {} });
    await deliver('embargo', SAME);
    const one = watch();
    await expect.poll(waiting).toEqual(['embargo']);
    await one();
    // The areas are looked at in their order: when the job of Prod is there, Embargo was looked at again.
    await deliver('prod', SAME);
    const other = watch();
    await expect.poll(waiting).toContain('prod');
    await other();
    expect(await waiting()).toEqual(['embargo', 'prod']);
  });

  it('makes what has changed, leaves what has not, and drops what the area no longer has', async () => {
    const row = { model: '', versions: 1, sha256: null, picture: null, reason: null };
    await database.transaction((trx) =>
      trx
        .insertInto('thumbnails')
        .values([
          { ...row, area: 'prod', disId: SAME, contentHash: 'new' },
          { ...row, area: 'prod', disId: CHANGED, contentHash: 'old' },
          { ...row, area: 'prod', disId: LEFT, contentHash: 'new' },
          { ...row, area: 'preprod', disId: LEFT, contentHash: 'new' },
        ])
        .execute(),
    );
    for (const key of [SAME, CHANGED]) await deliver('prod', key);
    const steps: number[] = [];
    const context = {
      payload: { area: 'prod' },
      signal: new AbortController().signal,
      progress: (percent: number) => steps.push(percent),
    };
    await open([SAME, CHANGED]).jobs[NAME](context as unknown as JobContext<{ area: Area }>);
    expect([made, steps]).toEqual([[CHANGED], [50, 100]]);
    const left = await database.read.selectFrom('thumbnails').select(['area', 'disId']).orderBy('disId').execute();
    expect(left.map(({ area, disId }) => `${area} ${disId}`).sort()).toEqual([
      `preprod ${LEFT}`,
      `prod ${SAME}`,
      `prod ${CHANGED}`,
    ]);
    expect(await database.read.selectFrom('areaChecks').selectAll().execute()).toEqual([
      { job: NAME, area: 'prod', generation: 7 },
    ]);
  });
});
