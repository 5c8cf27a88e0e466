/** Promotions and roll backs whose source or target changes between their read and their write. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Area } from '../../contract/index.ts';
import { findRef, moveRef } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { JobContext } from '../platform/jobs/jobs.ts';
import type { Job } from '../platform/jobs/table.ts';
import type { Database } from '../schema.ts';
import { type ContentStore, openContentStore } from '../testing/contentStore.ts';
import { databases } from '../testing/databases.ts';
import { disturbed } from '../testing/disturbed.ts';
import { promotionJobs } from './jobs.ts';
import { copySet, deleteSet, renameSet } from './sets.ts';

const SET = '1PP2A5xxxxxxxxxx';

describe.each(databases())('%s', (kind) => {
  let store: ContentStore;
  let database: Database;
  let snapshots: Snapshots;
  const ids: Record<string, string> = {};

  beforeEach(async () => {
    store = await openContentStore(kind);
    ({ database, snapshots } = store);
    for (const name of ['old', 'new', 'other', 'target', 'later']) {
      const manifest = { pack: `${name}.zip`, packSha256: '0'.repeat(64), kind: 'image', entries: [] } as const;
      const parts = [await snapshots.putManifest(manifest)];
      ids[name] = await database.transaction((trx) => snapshots.putSnapshot(trx, { kind: 'dis', parts }));
    }
    await move('embargo', null, 'new');
    await move('preprod', null, 'old');
    await move('preprod', 'old', 'target');
  });
  afterEach(() => store.end());

  const move = (area: Area, from: string | null, to: string) =>
    database.transaction((trx) =>
      moveRef(trx, {
        area,
        kind: 'dis',
        key: SET,
        from: from === null ? null : (ids[from] ?? ''),
        to: ids[to] ?? '',
        who: 'somebody else',
        reason: 'edit',
      }),
    );
  /** The set is deleted in Embargo. */
  const leaves = () =>
    database.transaction((trx) =>
      moveRef(trx, {
        area: 'embargo',
        kind: 'dis',
        key: SET,
        from: ids['new'] ?? '',
        to: null,
        who: 'somebody else',
        reason: 'delete',
      }),
    );
  const shown = async (area: Area, key = SET) => {
    const id = (await findRef(database.read, area, 'dis', key))?.snapshotId;
    return Object.keys(ids).find((name) => ids[name] === id);
  };
  const chain = async () => {
    const rows = await database.read
      .selectFrom('refHistory')
      .selectAll()
      .where('area', '=', 'preprod')
      .orderBy('id')
      .execute();
    return rows.map(({ fromSnapshot, toSnapshot }) =>
      [fromSnapshot, toSnapshot].map((id) => Object.keys(ids).find((name) => ids[name] === id)),
    );
  };
  async function run(name: 'promote' | 'rollback', payload: object, between: () => Promise<unknown>): Promise<void> {
    const context: JobContext<never> = {
      job: { createdBy: 'anna' } as Job,
      payload: payload as never,
      signal: new AbortController().signal,
      progress: () => {},
      complete: async () => {},
    };
    await promotionJobs({ database: disturbed(database, between), snapshots })[name].run(context);
  }
  const request = { kind: 'dis', key: SET, source: 'embargo', target: 'preprod', what: 'all' };

  it('a promotion whose target changes starts from the changed content', async () => {
    await run('promote', request, () => move('preprod', 'target', 'other'));
    expect(await shown('preprod')).toBe('new');
    expect(await chain()).toEqual([
      [undefined, 'old'],
      ['old', 'target'],
      ['target', 'other'],
      ['other', 'new'],
    ]);
  });

  it('a promotion whose source changes takes the changed content', async () => {
    await run('promote', request, () => move('embargo', 'new', 'later'));
    expect(await shown('preprod')).toBe('later');
    expect((await chain()).at(-1)).toEqual(['target', 'later']);
  });

  it('a promotion whose source is deleted fails', async () => {
    await expect(run('promote', request, leaves)).rejects.toThrow('Embargo no longer has');
    expect(await shown('preprod')).toBe('target');
  });

  it('a roll back whose area changes still goes back, from the changed content', async () => {
    const entry = await database.read
      .selectFrom('refHistory')
      .select('id')
      .where('toSnapshot', '=', ids['old'] ?? '')
      .executeTakeFirstOrThrow();
    const back = { kind: 'dis', key: SET, area: 'preprod', entry: entry.id };
    await run('rollback', back, () => move('preprod', 'target', 'other'));
    expect(await shown('preprod')).toBe('old');
    expect((await chain()).slice(-2)).toEqual([
      ['target', 'other'],
      ['other', 'old'],
    ]);
  });

  const COPY = '1PP2A5xxxxxxxx01';
  const copy = (between: () => Promise<unknown>) =>
    copySet({ database: disturbed(database, between), snapshots }, SET, COPY, 'anna');

  it('a roll back whose content is cleaned up meanwhile says so, and what to do', async () => {
    const { id: entry } = await database.read
      .selectFrom('refHistory')
      .select('id')
      .where('toSnapshot', '=', ids['old'] ?? '')
      .executeTakeFirstOrThrow();
    const back = { kind: 'dis', key: SET, area: 'preprod', entry };
    const cleanUp = () =>
      database.transaction((trx) =>
        trx
          .deleteFrom('snapshots')
          .where('id', '=', ids['old'] ?? '')
          .execute(),
      );
    const started = run('rollback', back, cleanUp);
    await expect(started).rejects.toThrow(`The content of entry ${entry} was deleted by the clean-up`);
    expect(await shown('preprod')).toBe('target');
  });

  it('a copy whose source changes takes the changed content', async () => {
    await copy(() => move('embargo', 'new', 'later'));
    expect(await shown('embargo', COPY)).toBe('later');
  });

  it('a copy whose source is deleted fails', async () => {
    await expect(copy(leaves)).rejects.toThrow(`There is no image set ${SET} in Embargo.`);
    expect(await shown('embargo', COPY)).toBe(undefined);
  });

  const changed = () => move('preprod', 'target', 'other');
  it('a rename whose content changes meanwhile takes the changed content along', async () => {
    const stores = { database: disturbed(database, changed), snapshots };
    await renameSet(stores, { from: SET, to: COPY, only: undefined, who: 'anna' });
    expect([await shown('embargo', COPY), await shown('preprod', COPY)]).toEqual(['new', 'other']);
    expect([await shown('embargo'), await shown('preprod')]).toEqual([undefined, undefined]);
  });

  it('a deletion of a set whose content changes meanwhile deletes the changed content', async () => {
    await deleteSet({ database: disturbed(database, changed), snapshots }, SET, 'anna');
    expect([await shown('embargo'), await shown('preprod')]).toEqual([undefined, undefined]);
    expect((await chain()).at(-1)).toEqual(['other', undefined]);
  });
});
