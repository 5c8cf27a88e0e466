/**
 * The generation of an area grows with every change of its refs and its configuration files; what is derived from an
 * area is kept by it.
 *
 *   bumpGeneration, generationOf
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Area } from '../../contract/index.ts';
import { beforeCommit, type CommitHook } from '../platform/database/commitHooks.ts';
import { compiledQuery } from '../platform/database/compiled.ts';
import type { Tables } from '../schema.ts';

/**
 * The row of an area's generation keeps every other change of the area out until the transaction ends, so it is written
 * last, and several areas always in the same order.
 */
const bumped: CommitHook<Tables, Area> = {
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

/** Once for each area that the transaction changes, when it ends. */
export const bumpGeneration = (trx: Transaction<Tables>, area: Area): Promise<void> => beforeCommit(trx, area, bumped);

const generation = compiledQuery((db: Kysely<Tables>, given) =>
  db.selectFrom('areaGenerations').select('generation').where('area', '=', given<Area>(0)),
);

export async function generationOf(db: Kysely<Tables> | Transaction<Tables>, area: Area): Promise<number> {
  return Number((await generation(db, area))[0]?.generation ?? 0);
}
