/**
 * What status lists compare, kept beside the rows that they read: a hash of a snapshot's meta and one of its pictures, and
 * the last promotion of each set and static pack to an area. A metadata promotion is none. History entries keep the age of
 * the content, for a roll back brings it back with it; older entries have none.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** rows read at a time */
const PAGE = 1000;

interface Part {
  readonly manifest: string;
  readonly kind: string;
}

const hashOf = (parts: readonly Part[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part.manifest)))
    .digest('hex');

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
type AnyDb = Kysely<any>;

async function hashSnapshots(db: AnyDb): Promise<void> {
  for (let last = ''; ; ) {
    const rows = (await db
      .selectFrom('snapshots')
      .select(['id', 'content'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()) as { id: string; content: string }[];
    for (const { id, content } of rows) {
      const { parts } = JSON.parse(content) as { parts: Part[] };
      const { meta = [], pictures = [] } = Object.groupBy(parts, ({ kind }) => (kind === 'meta' ? 'meta' : 'pictures'));
      const hashes = { metaHash: hashOf(meta), pictureHash: hashOf(pictures) };
      await db.updateTable('snapshots').set(hashes).where('id', '=', id).execute();
      last = id;
    }
    if (rows.length < PAGE) return;
  }
}

async function up(db: AnyDb): Promise<void> {
  for (const column of ['metaHash', 'pictureHash']) {
    await db.schema
      .alterTable('snapshots')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await hashSnapshots(db);
  await db.schema.alterTable('refHistory').addColumn('modifiedAt', 'bigint').execute();
  await db.schema
    .createTable('promotions')
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('promotedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('promotions_key', ['area', 'kind', 'key'])
    .execute();
  await sql`insert into "promotions" ("area", "kind", "key", "promotedAt")
    select "area", "kind", "key", max("movedAt") from "refHistory" where "reason" = 'promote'
    group by "area", "kind", "key"`.execute(db);
}

export const contentStates: Migration = { up };
