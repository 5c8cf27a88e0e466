/**
 * Copies, renames and deletes image sets by moving refs; nothing is copied on disk.
 *
 *   copySet       in Embargo; @throws ApiError 400, 404, 409
 *   renameSet     in all areas that have the set, or in Embargo only; @throws ApiError 400, 404, 409
 *   deleteSet     in every area; @throws ApiError 404
 *   setNotFound   the error for a set that does not exist
 */
import type { Transaction } from 'kysely';
import { AREA_NAMES, AREAS, type Area } from '../../contract/index.ts';
import { isDisId } from '../../engine/lcdv.ts';
import { mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { findRef, holdRef, moveRef, type Ref, RefMoved } from '../catalogue/refs.ts';
import { retryMoves } from '../catalogue/retryMoves.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { type ApiError, badRequest, conflict, notFound } from '../platform/http/errors.ts';
import type { Database, Tables } from '../schema.ts';
import { publish, publishAll } from '../webhooks/publish.ts';
import { shownIn } from './eventData.ts';

export interface RenameRequest {
  from: string;
  to: string;
  /** undefined: all areas that have the set */
  only: 'embargo' | undefined;
  who: string;
}

interface Stores {
  database: Database;
  snapshots: Snapshots;
}

const namesOf = (areas: readonly Area[]): string =>
  new Intl.ListFormat('en-GB').format(areas.map((area) => AREA_NAMES[area]));

function assertDisId(text: string): void {
  if (isDisId(text)) return;
  throw badRequest('bad-set-id', `${text} is not a set id: 16 characters A-Z, 0-9, or x for any one character.`);
}

/** @throws ApiError 409 */
async function assertFree(trx: Transaction<Tables>, area: Area, disId: string): Promise<void> {
  if (!(await findRef(trx, area, 'dis', disId))) return;
  throw conflict('set-exists', `There is already an image set ${disId} in ${AREA_NAMES[area]}.`);
}

export const setNotFound = (disId: string, area?: Area): ApiError =>
  notFound('unknown-set', `There is no image set ${disId}${area ? ` in ${AREA_NAMES[area]}` : ''}.`);

export async function copySet({ database, snapshots }: Stores, from: string, to: string, who: string): Promise<void> {
  assertDisId(to);
  await retryMoves(async () => {
    const ref = await findRef(database.read, 'embargo', 'dis', from);
    if (!ref) throw setNotFound(from, 'embargo');
    const move = { area: 'embargo', kind: 'dis', key: to, from: null, to: ref.snapshotId } as const;
    const mapping = await mappingLines(snapshots, move);
    await database.transaction(async (trx) => {
      await holdRef(trx, ref);
      await assertFree(trx, 'embargo', to);
      await moveRef(trx, { ...move, who, reason: 'copy', note: `from ${from}` });
      const message = `${from}: copied to ${to} in Embargo.`;
      await write(trx, { status: 'INFO', context: 'copy', about: 'imageSets', message, who });
      await writeMappingLines(trx, mapping, who);
      await publish(trx, {
        type: 'set.copied',
        about: to,
        data: { area: 'embargo', disId: to, from, who },
        owner: who,
      });
    });
  });
}

async function findRefs(database: Pick<Database, 'read'>, disId: string, areas: readonly Area[]): Promise<Ref[]> {
  const refs = await Promise.all(areas.map((area) => findRef(database.read, area, 'dis', disId)));
  return refs.filter((ref) => ref !== undefined);
}

/** @throws RefMoved if a promotion has brought the set to another of these areas meanwhile */
async function assertAbsent(trx: Transaction<Tables>, disId: string, areas: readonly Area[]): Promise<void> {
  for (const area of areas) {
    if (await findRef(trx, area, 'dis', disId))
      throw new RefMoved(`${disId} was promoted to ${AREA_NAMES[area]} in the meantime`);
  }
}

/** Moves the promotion dates to the new id, replacing those of an earlier set with that id. */
async function renamePromotionDates(trx: Transaction<Tables>, area: Area, from: string, to: string): Promise<void> {
  await trx.deleteFrom('promotions').where('area', '=', area).where('kind', '=', 'dis').where('key', '=', to).execute();
  await trx
    .updateTable('promotions')
    .set({ key: to })
    .where('area', '=', area)
    .where('kind', '=', 'dis')
    .where('key', '=', from)
    .execute();
}

export async function renameSet(
  { database, snapshots }: Stores,
  { from, to, only, who }: RenameRequest,
): Promise<void> {
  assertDisId(to);
  const wanted = only === undefined ? AREAS : [only];
  await retryMoves(async () => {
    const refs = await findRefs(database, from, wanted);
    if (refs.length === 0) throw setNotFound(from, only);
    const moves = refs.flatMap(({ area, snapshotId }) => [
      { area, kind: 'dis' as const, key: from, from: snapshotId, to: null },
      { area, kind: 'dis' as const, key: to, from: null, to: snapshotId },
    ]);
    const mapping = (await Promise.all(moves.map((one) => mappingLines(snapshots, one)))).flat();
    await database.transaction(async (trx) => {
      for (const { area, snapshotId, modifiedAt } of refs) {
        await assertFree(trx, area, to);
        const move = { area, kind: 'dis', who, reason: 'rename' } as const;
        await moveRef(trx, { ...move, key: to, from: null, to: snapshotId, modifiedAt, note: `from ${from}` });
        await moveRef(trx, { ...move, key: from, from: snapshotId, to: null, note: `to ${to}` });
        await renamePromotionDates(trx, area, from, to);
      }
      await assertAbsent(trx, from, wanted);
      const message = `${from}: renamed to ${to} in ${namesOf(refs.map(({ area }) => area))}.`;
      await write(trx, { status: 'INFO', context: 'rename', about: 'imageSets', message, who });
      await writeMappingLines(trx, mapping, who);
      await publishAll(
        trx,
        refs.map(({ area }) => ({
          type: 'set.renamed',
          about: to,
          data: { area, disId: to, from, who },
          owner: who,
          ...shownIn(area),
        })),
      );
    });
  });
}

export async function deleteSet({ database, snapshots }: Stores, disId: string, who: string): Promise<void> {
  await retryMoves(async () => {
    const refs = await findRefs(database, disId, AREAS);
    if (refs.length === 0) throw setNotFound(disId);
    const moves = refs.map(({ area, snapshotId }) => ({
      area,
      kind: 'dis' as const,
      key: disId,
      from: snapshotId,
      to: null,
    }));
    const mapping = (await Promise.all(moves.map((one) => mappingLines(snapshots, one)))).flat();
    await database.transaction(async (trx) => {
      for (const move of moves) await moveRef(trx, { ...move, who, reason: 'delete' });
      await assertAbsent(trx, disId, AREAS);
      const message = `${disId}: deleted in ${namesOf(refs.map(({ area }) => area))}.`;
      await write(trx, { status: 'INFO', context: 'delete', about: 'imageSets', message, who });
      await writeMappingLines(trx, mapping, who);
      await publishAll(
        trx,
        refs.map(({ area }) => ({
          type: 'set.deleted',
          about: disId,
          data: { area, disId, who },
          owner: who,
          ...shownIn(area),
        })),
      );
    });
  });
}
