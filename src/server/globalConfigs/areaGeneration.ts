/**
 * The generation of an area is a number that grows with each change of its refs or configuration files. Caches of what is
 * computed from an area use it as their key.
 *
 *   bumpGeneration, generationOf
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Area } from '../../contract/index.ts';
import { beforeCommit, type CommitHook } from '../platform/database/commitHooks.ts';
import { compiledQuery } from '../platform/database/compiled.ts';
import type { Tables } from '../schema.ts';

/**
 * Updating the row of an area blocks every other change of that area until the transaction ends. So it is the last write
 * of the transaction, and several areas are always updated in the same order.
 */
const bumpHook: CommitHook<Tables, Area> = {
  table: 'areaGenerations',
  async run(trx, areas) {
    for (const area of [...new Set(areas)].sort()) {
      await trx
        .insertInto('areaGenerations')
        .values({ area, generation: 1 })
        .onConflict((conflict) =>
          conflict.column('area').doUpdateSet({ generation: sql`${sql.ref('areaGenerations.generation')} + 1` }),
        )
        .execute();
    }
  },
};

/** Increments the generation once before the transaction commits, however often it is called. */
export const bumpGeneration = (trx: Transaction<Tables>, area: Area): Promise<void> =>
  beforeCommit(trx, area, bumpHook);

const selectGeneration = compiledQuery((db: Kysely<Tables>, given) =>
  db.selectFrom('areaGenerations').select('generation').where('area', '=', given<Area>(0)),
);

export async function generationOf(db: Kysely<Tables> | Transaction<Tables>, area: Area): Promise<number> {
  return Number((await selectGeneration(db, area))[0]?.generation ?? 0);
}
