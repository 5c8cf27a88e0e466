/**
 * The generation of an area grows with every change of its refs and its configuration files; what is derived from an
 * area is kept by it.
 *
 *   bumpGeneration, generationOf
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Area } from '../../contract/index.ts';
import { compiledQuery } from '../platform/database/compiled.ts';
import type { Tables } from '../schema.ts';

export async function bumpGeneration(trx: Transaction<Tables>, area: Area): Promise<void> {
  await trx
    .insertInto('areaGenerations')
    .values({ area, generation: 1 })
    .onConflict((conflict) =>
      conflict.column('area').doUpdateSet({ generation: sql`${sql.ref('areaGenerations.generation')} + 1` }),
    )
    .execute();
}

const generation = compiledQuery((db, given) =>
  db.selectFrom('areaGenerations').select('generation').where('area', '=', given<Area>(0)),
);

export async function generationOf(db: Kysely<Tables> | Transaction<Tables>, area: Area): Promise<number> {
  return Number((await generation(db, area))[0]?.generation ?? 0);
}
