/**
 * Garbage that is needed again before it is deleted stays: the statement that deletes checks once more. And after the
 * clock jumped, nothing counts as old.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';
import { type ContentStore, openContentStore } from '../testing/contentStore.ts';
import { databases } from '../testing/databases.ts';
import { disturbed } from '../testing/disturbed.ts';
import { moveRef } from './refs.ts';
import { type SnapshotContent, type Snapshots, touchSnapshot } from './snapshots.ts';
import { collect } from './testing/garbage.ts';

const DAY = 24 * 3600 * 1000;
const PLACE = { area: 'embargo', kind: 'dis', key: '1PP2A5xxxxxxxxxx', who: 'anna' } as const;

describe.each(databases())('%s', (kind) => {
  let store: ContentStore;
  let database: Database;
  let blobs: Blobs;
  let snapshots: Snapshots;
  let content: SnapshotContent;
  let id: string;

  beforeEach(async () => {
    store = await openContentStore(kind);
    ({ database, blobs, snapshots } = store);
    const manifest = { pack: 'meta.zip', packSha256: '0'.repeat(64), kind: 'meta', entries: [] } as const;
    content = { kind: 'dis', parts: [await snapshots.putManifest(manifest)] };
    id = await database.transaction((trx) => snapshots.putSnapshot(trx, content));
    // A year old and unneeded.
    await database.transaction((trx) => trx.updateTable('snapshots').set({ createdAt: 1 }).execute());
  });
  afterEach(() => store.end());

  const clean = (using: Database, steadySince = 0) => collect({ database: using, blobs }, { snapshots, steadySince });
  const stays = async () =>
    (await database.read.selectFrom('snapshots').select('id').where('id', '=', id).execute()).length === 1;

  it('deletes what nothing needs', async () => {
    expect((await clean(database)).snapshots).toBe(1);
    expect(await stays()).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'that a ref came to',
      () => database.transaction((trx) => moveRef(trx, { ...PLACE, from: null, to: id, reason: 'copy' })),
    ],
    [
      'that a ref came to and left again',
      () =>
        database.transaction(async (trx) => {
          await moveRef(trx, { ...PLACE, from: null, to: id, reason: 'copy' });
          await moveRef(trx, { ...PLACE, from: id, to: null, reason: 'delete' });
        }),
    ],
    ['that was put again', () => database.transaction((trx) => snapshots.putSnapshot(trx, content))],
    ['that was taken back', () => database.transaction((trx) => touchSnapshot(trx, id))],
  ])('a snapshot %s meanwhile stays', async (_what, between) => {
    expect((await clean(disturbed(database, between))).snapshots).toBe(0);
    expect(await stays()).toBe(true);
    for (const { manifest } of content.parts) expect(await blobs.has(manifest)).toBe(true);
  });

  it('deletes nothing before the clock has run steadily for the grace time', async () => {
    const nothing = { history: 0, snapshots: 0, packs: 0, derived: 0, blobs: 0, bytes: 0 };
    expect(await clean(database, Date.now() - 6 * DAY)).toEqual(nothing);
    expect(await stays()).toBe(true);
    expect((await clean(database, Date.now() - 8 * DAY)).snapshots).toBe(1);
  });
});
