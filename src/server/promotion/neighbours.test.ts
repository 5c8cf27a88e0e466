/**
 * A change of one set does not affect its neighbours: the same set in other areas, other sets, and a static pack of the
 * same name. They all show the same content here, so that only area, kind and key tell them apart.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AREAS, type Area } from '../../contract/index.ts';
import { moveRef, type RefKind } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { JobContext } from '../platform/jobs/jobs.ts';
import type { Job } from '../platform/jobs/table.ts';
import type { Database } from '../schema.ts';
import { type ContentStore, openContentStore } from '../testing/contentStore.ts';
import { databases } from '../testing/databases.ts';
import { findRestorableEntry, hadSnapshot, listHistory } from './history.ts';
import { promotionJobs } from './jobs.ts';
import { copySet, deleteSet, renameSet } from './sets.ts';

const SET = '1PP2A5xxxxxxxxxx';
const OTHER = '1PP2B5xxxxxxxxxx';
/** there once was a set with this id */
const FORMER = '1PP2C5xxxxxxxxxx';
const WHO = 'anna';

describe.each(databases())('%s', (kind) => {
  let store: ContentStore;
  let database: Database;
  let snapshots: Snapshots;
  let [old, now, alien] = ['', '', ''];

  const make = async (pack: string) => {
    const manifest = { pack, packSha256: '0'.repeat(64), kind: 'meta', entries: [], meta: {} } as const;
    const parts = [await snapshots.putManifest(manifest)];
    return database.transaction((trx) => snapshots.putSnapshot(trx, { kind: 'dis', parts }));
  };
  const move = (area: Area, kind: RefKind, key: string, from: string | null, to: string | null) =>
    database.transaction((trx) => moveRef(trx, { area, kind, key, from, to, who: 'before', reason: 'promote' }));

  beforeEach(async () => {
    store = await openContentStore(kind);
    ({ database, snapshots } = store);
    [old, now, alien] = [await make('meta-old.zip'), await make('meta-new.zip'), await make('meta-alien.zip')];
    for (const area of AREAS) {
      await move(area, 'dis', FORMER, null, old);
      await move(area, 'dis', FORMER, old, null);
      for (const [kind, key] of [
        ['static', SET],
        ['dis', OTHER],
        ['dis', SET],
      ] as const) {
        await move(area, kind, key, null, old);
        if (key === OTHER || kind === 'static') await move(area, kind, key, old, alien);
        await move(area, kind, key, key === OTHER || kind === 'static' ? alien : old, now);
      }
    }
  });
  afterEach(() => store.end());

  /** Everything that is stored about each set, static pack and area. */
  async function stored(): Promise<Map<string, string>> {
    const tables = await Promise.all([
      database.read.selectFrom('refs').selectAll().execute(),
      database.read.selectFrom('promotions').selectAll().execute(),
      database.read.selectFrom('refHistory').selectAll().orderBy('id').execute(),
    ]);
    const found = new Map<string, string>();
    for (const row of tables.flat()) {
      const name = `${row.area} ${row.kind} ${row.key}`;
      found.set(name, `${found.get(name) ?? ''}\n${JSON.stringify(row)}`);
    }
    return found;
  }
  async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await stored();
    await work();
    const after = await stored();
    const names = new Set([...before.keys(), ...after.keys()]);
    return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
  }
  const run = (name: 'promote' | 'rollback', payload: object) => {
    const context: JobContext<never> = {
      job: { createdBy: WHO } as Job,
      payload: payload as never,
      signal: new AbortController().signal,
      progress: () => {},
      complete: async () => {},
    };
    return promotionJobs({ database, snapshots })[name].run(context);
  };
  const dates = async (key: string) => {
    const rows = await database.read.selectFrom('promotions').selectAll().where('key', '=', key).execute();
    return new Map(rows.filter(({ kind }) => kind === 'dis').map((row) => [row.area, Number(row.promotedAt)]));
  };
  const entriesOf = (kind: RefKind, key: string, area: Area) =>
    database.read
      .selectFrom('refHistory')
      .select('id')
      .where('area', '=', area)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ id }) => Number(id)));

  it.each(['all', 'metadata'] as const)('promoting %s', async (what) => {
    const request = { kind: 'dis', key: SET, source: 'embargo', target: 'preprod', what };
    expect(await changedBy(() => run('promote', request))).toEqual([`preprod dis ${SET}`]);
  });

  it('rolling back', async () => {
    const [entry = 0] = await entriesOf('dis', SET, 'preprod');
    const request = { kind: 'dis', key: SET, area: 'preprod', entry };
    expect(await changedBy(() => run('rollback', request))).toEqual([`preprod dis ${SET}`]);
  });

  it('rolling back refuses an entry of a neighbour', async () => {
    const alienEntries = [
      ...(await entriesOf('dis', SET, 'prod')),
      ...(await entriesOf('dis', OTHER, 'preprod')),
      ...(await entriesOf('static', SET, 'preprod')),
    ];
    for (const entry of alienEntries) {
      await expect(findRestorableEntry(database, 'dis', SET, 'preprod', entry)).rejects.toMatchObject({ status: 404 });
    }
    const [first = 0, second = 0] = await entriesOf('dis', SET, 'preprod');
    expect((await findRestorableEntry(database, 'dis', SET, 'preprod', first)).snapshot).toBe(old);
    expect((await findRestorableEntry(database, 'dis', SET, 'preprod', second)).snapshot).toBe(now);
  });

  it('the history has no state of a neighbour', async () => {
    const entries = await listHistory(database, 'dis', SET);
    expect(entries.map(({ area, snapshot, current }) => [area, snapshot, current])).toEqual(
      [...AREAS].reverse().flatMap((area) => [
        [area, now, true],
        [area, old, false],
      ]),
    );
    await move('prod', 'dis', SET, now, old);
    const [last, ...others] = await listHistory(database, 'dis', SET);
    expect(last).toMatchObject({ area: 'prod', snapshot: old, current: true });
    // Every entry with the content that the area shows is current, whichever move it came by.
    const current = others.filter((one) => one.current).map(({ area, snapshot }) => [area, snapshot]);
    expect(current).toEqual([
      ['prod', old],
      ['preprod', now],
      ['embargo', now],
    ]);
    expect(await hadSnapshot(database, 'dis', SET, old)).toBe(true);
    expect(await hadSnapshot(database, 'dis', SET, alien)).toBe(false);
    expect(await hadSnapshot(database, 'dis', OTHER, alien)).toBe(true);
  });

  it('copying', async () => {
    const copy = () => copySet({ database, snapshots }, SET, FORMER, WHO);
    expect(await changedBy(copy)).toEqual([`embargo dis ${FORMER}`]);
  });

  it('renaming in all areas moves the promotion dates along, and removes those of a former set of that name', async () => {
    const before = await dates(SET);
    const rename = () => renameSet({ database, snapshots }, { from: SET, to: FORMER, only: undefined, who: WHO });
    expect(await changedBy(rename)).toEqual(
      AREAS.flatMap((area) => [`${area} dis ${SET}`, `${area} dis ${FORMER}`]).sort(),
    );
    expect(before.size).toBe(3);
    expect([await dates(SET), await dates(FORMER)]).toEqual([new Map(), before]);
  });

  it('renaming in Embargo alone', async () => {
    const rename = () => renameSet({ database, snapshots }, { from: SET, to: FORMER, only: 'embargo', who: WHO });
    expect(await changedBy(rename)).toEqual([`embargo dis ${SET}`, `embargo dis ${FORMER}`]);
    expect([...(await dates(SET)).keys()].sort()).toEqual(['preprod', 'prod']);
  });

  it('deleting', async () => {
    const remove = () => deleteSet({ database, snapshots }, SET, WHO);
    expect(await changedBy(remove)).toEqual(AREAS.map((area) => `${area} dis ${SET}`).sort());
  });
});
