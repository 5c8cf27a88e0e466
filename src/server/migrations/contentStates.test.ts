/** A store of an earlier version: its status lists tell the same truth after the migration as those of a new one. */
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../engine/permissions.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { DATABASES } from '../platform/database/testing/databases.ts';
import { listSetStatuses } from '../promotion/status.ts';
import type { Tables } from '../schema.ts';
import { migrations } from './index.ts';

const SET = '1PP2A5xxxxxxxxxx';
const HISTORY_ROWS = 1500;
const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0017'));
const part = (kind: string, manifest: string) => ({ kind, manifest, pack: `${manifest}.zip` });

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  it('fills what lists compare, and takes metadata promotions for none', async () => {
    const place = await fresh();
    const database = await openDatabase<Tables>(place.url);
    try {
      await migrate(database, before);
      await database.transaction(async (trx) => {
        const snapshots = {
          // Uploaded in another order: the same content.
          now: [part('image', 'i2'), part('meta', 'm1')],
          promoted: [part('meta', 'm1'), part('image', 'i2')],
          older: [part('meta', 'm1'), part('image', 'i1')],
        };
        for (const [id, parts] of Object.entries(snapshots)) {
          const content = JSON.stringify({ kind: 'dis', parts });
          await trx.insertInto('snapshots').values({ id, kind: 'dis', content, createdAt: 1 }).execute();
        }
        const ref = { kind: 'dis', key: SET, movedAt: 1 };
        await trx
          .insertInto('refs')
          .values([
            { ...ref, area: 'embargo', snapshotId: 'now', modifiedAt: 5 },
            { ...ref, area: 'preprod', snapshotId: 'promoted', modifiedAt: 5 },
            { ...ref, area: 'prod', snapshotId: 'older', modifiedAt: 2 },
          ])
          .execute();
        const entry = { kind: 'dis', key: SET, fromSnapshot: null, toSnapshot: 'now', who: 'anna', note: null };
        const rows = Array.from({ length: HISTORY_ROWS }, (_, i) => ({
          ...entry,
          area: 'preprod',
          movedAt: i + 1,
          reason: 'promote',
        }));
        for (let at = 0; at < rows.length; at += 500) {
          await trx
            .insertInto('refHistory')
            .values(rows.slice(at, at + 500))
            .execute();
        }
        await trx
          .insertInto('refHistory')
          .values({ ...entry, area: 'prod', movedAt: 9, reason: 'promoteMetadata' })
          .execute();
      });
      await migrate(database, migrations);
      const nothingHidden = { hidden: async () => ({ version: '', sets: async () => new Map(), hides: () => false }) };
      expect(await listSetStatuses(database, nothingHidden, permissionsOf([]))).toEqual([
        {
          disId: SET,
          lastModifiedDate: new Date(5).toISOString(),
          lastPreprodPromoteDate: new Date(HISTORY_ROWS).toISOString(),
          lastProdPromoteDate: null,
          content: { embargo: 'same', preprod: 'same', prod: 'picturesOlder' },
        },
      ]);
    } finally {
      await database.close();
      await place.drop();
    }
  });
});
