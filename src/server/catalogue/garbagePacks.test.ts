/** Which rows of uploads a collection deletes, and which forms of pictures are read. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFailures } from '../platform/testing/recordFailures.ts';
import type { Database } from '../schema.ts';
import { type ContentStore, openContentStore } from '../testing/contentStore.ts';
import { databases } from '../testing/databases.ts';
import { SET } from '../testing/tinyPacks.ts';
import { openDerivedForms } from './derivedForms.ts';
import { deletePacks } from './garbage/packs.ts';
import { HashSet } from './hashSet.ts';

const OLD = Date.now() - 400 * 24 * 3600 * 1000;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(databases())('what a collection knows of uploads on %s', (kind) => {
  let database: Database;
  let store: ContentStore;
  beforeEach(async () => {
    store = await openContentStore(kind);
    ({ database } = store);
  });
  afterEach(() => store.end());

  const upload = (id: string, state: 'live' | 'replaced' | 'refused') =>
    database.transaction((trx) =>
      trx
        .insertInto('packs')
        .values({
          ...{
            id,
            fileName: `${id}.zip`,
            search: '',
            kind: 'image',
            type: 'image',
            disIds: '[]',
            state,
            problems: '[]',
          },
          ...{ sha256: hash(id), size: 1, uploadedBy: 'a', uploadedAt: OLD, liveAt: null, jobId: null },
        })
        .execute(),
    );
  const isLeft = async () =>
    (await database.read.selectFrom('packs').select('id').orderBy('id').execute()).map(({ id }) => id);
  const clean = (needed: HashSet, transaction: Database['transaction'] = (work) => database.transaction(work)) =>
    deletePacks(
      {
        database: { background: database.background, transaction } as Database,
        ...{ now: Date.now(), graceDays: 7, historyDays: 30 },
      } as Parameters<typeof deletePacks>[0],
      needed,
    );

  it('an old upload stays while its content is needed, a live one only while it is in use', async () => {
    await upload('kept', 'replaced');
    await upload('unused', 'live');
    await upload('unneeded', 'replaced');
    const needed = new HashSet();
    for (const id of ['kept', 'unused']) needed.add(hash(id));
    expect(await clean(needed)).toBe(2);
    expect(await isLeft()).toEqual(['kept']);
  });

  it('an old live upload is in use through its own files, not through those of another', async () => {
    await upload('shown', 'live');
    await upload('unused', 'live');
    await database.transaction(async (trx) => {
      await trx
        .insertInto('snapshots')
        .values({ id: 's', kind: 'dis', content: '{"parts":[]}', createdAt: OLD })
        .execute();
      await trx.insertInto('snapshotPacks').values({ snapshotId: 's', pack: 'shown.zip' }).execute();
      const ref = { area: 'embargo', kind: 'dis', key: SET, snapshotId: 's', movedAt: OLD, modifiedAt: OLD };
      await trx.insertInto('refs').values(ref).execute();
    });
    const needed = new HashSet();
    for (const id of ['shown', 'unused']) needed.add(hash(id));
    expect(await clean(needed)).toBe(1);
    expect(await isLeft()).toEqual(['shown']);
  });

  it('a refused upload that is read again meanwhile stays', async () => {
    await upload('again', 'refused');
    await upload('gone', 'refused');
    await clean(new HashSet(), async (work) => {
      await database.transaction((trx) =>
        trx.updateTable('packs').set({ state: 'received' }).where('id', '=', 'again').execute(),
      );
      return database.transaction(work);
    });
    expect(await isLeft()).toEqual(['again']);
  });

  it('a form whose bundle was cut short counts as never made', async () => {
    const { blobs } = store;
    const { sha256: blob } = await blobs.put(Buffer.from('abcdef'));
    const forms = [
      { sha256: hash('whole'), offset: 2, length: 4 },
      { sha256: hash('cut'), offset: 2, length: 5 },
    ].map((form) => ({ ...form, kind: 'form', blob, createdAt: OLD }));
    await database.transaction((trx) => trx.insertInto('derived').values(forms).execute());
    const derived = openDerivedForms({ database, blobs, storeFailures: recordFailures().trouble });
    expect(String(await derived.read('form', hash('whole')))).toBe('cdef');
    expect(await derived.read('form', hash('cut'))).toBeUndefined();
  });
});
