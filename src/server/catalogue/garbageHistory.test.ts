/** Which entries of the history keep their state, counted by set and area, and what a collection says that it deleted. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../schema.ts';
import { type ContentStore, openContentStore } from '../testing/contentStore.ts';
import { databases } from '../testing/databases.ts';
import { collect } from './testing/garbage.ts';

const OLD = Date.now() - 400 * 24 * 3600 * 1000;
const SET = { area: 'embargo', kind: 'dis', key: '1PP2A5xxxxxxxxxx' } as const;
const STATE = createHash('sha256').update('a state').digest('hex');
/** what the history keeps of one set in one area */
const KEPT = 20;

describe.each(databases())('the history of one set on %s', (kind) => {
  let database: Database;
  let store: ContentStore;
  beforeEach(async () => {
    store = await openContentStore(kind);
    ({ database } = store);
  });
  afterEach(() => store.end());

  const enter = (place: { area: string; kind: string; key: string }, toSnapshot: string | null, times = 1) => {
    const move = { fromSnapshot: null, toSnapshot, movedAt: OLD, who: 'anna', reason: 'upload', note: null };
    const rows = Array.from({ length: times }, () => ({ ...place, ...move }));
    return database.transaction((trx) => trx.insertInto('refHistory').values(rows).execute());
  };
  const clean = () => collect(store);

  it('is not shortened by what happens to other sets, to static packs and in other areas', async () => {
    const content = JSON.stringify({ kind: 'dis', parts: [] });
    await database.transaction((trx) =>
      trx.insertInto('snapshots').values({ id: STATE, kind: 'dis', content, createdAt: OLD }).execute(),
    );
    await enter(SET, STATE);
    await enter({ ...SET, key: '1PP2A6xxxxxxxxxx' }, null, KEPT);
    await enter({ ...SET, kind: 'static' }, null, KEPT);
    await enter({ ...SET, area: 'prod' }, null, KEPT);
    expect(await clean()).toMatchObject({ history: 0, snapshots: 0 });
    await enter(SET, null, KEPT - 1);
    expect(await clean()).toMatchObject({ history: 0, snapshots: 0 });
    await enter(SET, null);
    expect(await clean()).toMatchObject({ history: 1, snapshots: 1 });
  });

  it('counts the forms that it deletes', async () => {
    const forms = ['a', 'b', 'c'].map((name) => ({
      ...{ kind: 'form', sha256: createHash('sha256').update(name).digest('hex'), blob: '0'.repeat(64) },
      ...{ offset: 0, length: 1, createdAt: OLD },
    }));
    await database.transaction((trx) => trx.insertInto('derived').values(forms).execute());
    expect(await clean()).toMatchObject({ derived: 3 });
    expect(await clean()).toMatchObject({ derived: 0 });
  });
});
