/** A store from before the table of a snapshot's packs: all of its snapshots are in it after the migration. */
import { afterEach, describe, expect, it } from 'vitest';
import { areasUsing } from '../catalogue/packUse.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { DATABASES } from '../platform/database/testing/databases.ts';
import type { Database, Tables } from '../schema.ts';
import { migrations } from './index.ts';

describe.each(DATABASES)('the packs of older snapshots on $dialect', ({ fresh }) => {
  let database: Database | undefined;
  let drop: () => Promise<void>;
  afterEach(async () => {
    await database?.close();
    await drop();
  });

  it('are those that their parts name, each once', async () => {
    const one = await fresh();
    drop = one.drop;
    database = await openDatabase<Tables>(one.url);
    const older = Object.entries(migrations).filter(([name]) => name < '0015');
    await migrate(database, Object.fromEntries(older));
    const snapshot = (id: string, packs: readonly string[]) => ({
      id,
      kind: 'dis',
      content: JSON.stringify({ kind: 'dis', parts: packs.map((pack) => ({ pack, manifest: 'm', kind: 'image' })) }),
      createdAt: 1,
    });
    const snapshots = Array.from({ length: 2500 }, (_, i) =>
      snapshot(`s${i}`, [`p${i}.zip`, 'shared.zip', `p${i}.zip`]),
    );
    const moved = { movedAt: 1, modifiedAt: 1 };
    await database.transaction(async (trx) => {
      for (let at = 0; at < snapshots.length; at += 500) {
        await trx
          .insertInto('snapshots')
          .values(snapshots.slice(at, at + 500))
          .execute();
      }
      await trx
        .insertInto('refs')
        .values({ area: 'prod', kind: 'dis', key: 'a', snapshotId: 's2499', ...moved })
        .execute();
      await trx
        .insertInto('refs')
        .values({ area: 'embargo', kind: 'dis', key: 'a', snapshotId: 's7', ...moved })
        .execute();
    });
    await migrate(database, migrations);
    const rows = await database.read.selectFrom('snapshotPacks').selectAll().execute();
    expect(rows).toHaveLength(5000);
    expect(await areasUsing(database.read, ['p7.zip', 'p8.zip', 'p2499.zip', 'shared.zip'])).toEqual(
      new Map([
        ['p7.zip', ['embargo']],
        ['p2499.zip', ['prod']],
        ['shared.zip', ['embargo', 'prod']],
      ]),
    );
  });
});
