/**
 * Which packs each snapshot is made of, so that a query can tell the packs that an area uses from those that none does.
 * And the indexes of the list of packs: by name without the replaced ones, and by the time of upload.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** rows read at a time; rows of one statement */
const [PAGE, AT_ONCE] = [1000, 400];

interface Row {
  snapshotId: string;
  pack: string;
}

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
type AnyDb = Kysely<any>;

async function fill(db: AnyDb): Promise<void> {
  for (let last = ''; ; ) {
    const snapshots = (await db
      .selectFrom('snapshots')
      .select(['id', 'content'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()) as { id: string; content: string }[];
    const rows = snapshots.flatMap(({ id, content }): Row[] => {
      const { parts } = JSON.parse(content) as { parts: { pack: string }[] };
      return [...new Set(parts.map(({ pack }) => pack))].map((pack) => ({ snapshotId: id, pack }));
    });
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await db
        .insertInto('snapshotPacks')
        .values(rows.slice(at, at + AT_ONCE))
        .execute();
    }
    last = snapshots.at(-1)?.id ?? last;
    if (snapshots.length < PAGE) return;
  }
}

async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('snapshotPacks')
    .addColumn('snapshotId', 'text', (c) => c.notNull().references('snapshots.id').onDelete('cascade'))
    .addColumn('pack', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('snapshotPacks_key', ['snapshotId', 'pack'])
    .execute();
  await fill(db);
  await db.schema.createIndex('snapshotPacks_pack').on('snapshotPacks').columns(['pack', 'snapshotId']).execute();
  await sql`create index "packs_current" on "packs" ("fileName", "number") where "state" <> 'replaced'`.execute(db);
  await db.schema.createIndex('packs_uploadedAt').on('packs').column('uploadedAt').execute();
}

export const snapshotPacks: Migration = { up };
