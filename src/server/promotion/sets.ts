/**
 * Copy, rename and delete: refs move, nothing is copied on disk.
 *
 *   copySet     in Embargo; @throws ApiError 400, 404, 409
 *   renameSet   in all areas that have the set, or in Embargo only; @throws ApiError 400, 404, 409
 *   deleteSet   in every area; @throws ApiError 404
 */
import type { Transaction } from 'kysely';
import { AREA_NAMES, AREAS, type Area } from '../../contract/index.ts';
import { isDisId } from '../../engine/lcdv.ts';
import { findRef, moveRef, type Ref, RefMoved, untilUndisturbed } from '../catalogue/refs.ts';
import { write } from '../journal/journal.ts';
import type { Database } from '../platform/database/database.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';
import type { Tables } from '../schema.ts';

export interface RenameRequest {
  from: string;
  to: string;
  /** undefined: all areas that have the set */
  only: 'embargo' | undefined;
  who: string;
}

const listFormat = new Intl.ListFormat('en-GB');
const namesOf = (areas: readonly Area[]): string => listFormat.format(areas.map((area) => AREA_NAMES[area]));

function checkTarget(to: string): void {
  if (isDisId(to)) return;
  throw badRequest('bad-set-id', `${to} is not a set id: 16 characters A-Z, 0-9, or x for any one character.`);
}

async function checkFree(trx: Transaction<Tables>, area: Area, disId: string): Promise<void> {
  if (!(await findRef(trx, area, 'dis', disId))) return;
  throw conflict('set-exists', `There is an image set ${disId} in ${AREA_NAMES[area]} already.`);
}

const unknownSet = (disId: string, area?: Area) =>
  notFound('unknown-set', `There is no image set ${disId}${area ? ` in ${AREA_NAMES[area]}` : ''}.`);

export async function copySet(database: Database, from: string, to: string, who: string): Promise<void> {
  checkTarget(to);
  await untilUndisturbed(() =>
    database.transaction(async (trx) => {
      const ref = await findRef(trx, 'embargo', 'dis', from);
      if (!ref) throw unknownSet(from, 'embargo');
      await checkFree(trx, 'embargo', to);
      const move = { area: 'embargo', kind: 'dis', key: to, from: null, to: ref.snapshotId } as const;
      await moveRef(trx, { ...move, who, reason: 'copy', note: `from ${from}` });
      const message = `DynamicImageSet ${from}: copied to ${to} in Embargo.`;
      await write(trx, { status: 'INFO', context: 'copy', message, who });
    }),
  );
}

async function refsOf(database: Pick<Database, 'read'>, disId: string, areas: readonly Area[]): Promise<Ref[]> {
  const refs = await Promise.all(areas.map((area) => findRef(database.read, area, 'dis', disId)));
  return refs.filter((ref) => ref !== undefined);
}

/** The dates of promotions go with the content. Those of an earlier set of the new name go. */
async function renameDates(trx: Transaction<Tables>, area: Area, from: string, to: string): Promise<void> {
  await trx.deleteFrom('promotions').where('area', '=', area).where('kind', '=', 'dis').where('key', '=', to).execute();
  await trx
    .updateTable('promotions')
    .set({ key: to })
    .where('area', '=', area)
    .where('kind', '=', 'dis')
    .where('key', '=', from)
    .execute();
}

export async function renameSet(database: Database, { from, to, only, who }: RenameRequest): Promise<void> {
  checkTarget(to);
  const wanted = only === undefined ? AREAS : [only];
  await untilUndisturbed(async () => {
    const refs = await refsOf(database, from, wanted);
    if (refs.length === 0) throw unknownSet(from, only);
    await database.transaction(async (trx) => {
      for (const { area, snapshotId, modifiedAt } of refs) {
        await checkFree(trx, area, to);
        const place = { area, kind: 'dis', who, reason: 'rename' } as const;
        await moveRef(trx, { ...place, key: to, from: null, to: snapshotId, modifiedAt, note: `from ${from}` });
        await moveRef(trx, { ...place, key: from, from: snapshotId, to: null, note: `to ${to}` });
        await renameDates(trx, area, from, to);
      }
      // A promotion that was done meanwhile brought the set to one more area.
      for (const area of wanted) {
        if (await findRef(trx, area, 'dis', from)) throw new RefMoved(`${from} came to ${AREA_NAMES[area]} meanwhile`);
      }
      const message = `DynamicImageSet ${from}: renamed to ${to} in ${namesOf(refs.map(({ area }) => area))}.`;
      await write(trx, { status: 'INFO', context: 'rename', message, who });
    });
  });
}

export async function deleteSet(database: Database, disId: string, who: string): Promise<void> {
  await untilUndisturbed(() =>
    database.transaction(async (trx) => {
      const areas: Area[] = [];
      for (const area of AREAS) {
        const ref = await findRef(trx, area, 'dis', disId);
        if (!ref) continue;
        areas.push(area);
        await moveRef(trx, { area, kind: 'dis', key: disId, from: ref.snapshotId, to: null, who, reason: 'delete' });
      }
      if (areas.length === 0) throw unknownSet(disId);
      const message = `DynamicImageSet ${disId}: deleted in ${namesOf(areas)}.`;
      await write(trx, { status: 'INFO', context: 'delete', message, who });
    }),
  );
}
