/**
 * Copy, rename and delete: refs move, nothing is copied on disk.
 *
 *   copySet, renameSet   in embargo; @throws ApiError 400, 404, 409
 *   deleteSet            in every area; @throws ApiError 404
 */
import { AREAS } from '../../contract/index.ts';
import { isDisId } from '../../engine/lcdv.ts';
import { findRef, moveRef } from '../catalogue/refs.ts';
import { write } from '../journal/journal.ts';
import type { Database } from '../platform/database/database.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';

async function move(
  database: Database,
  from: string,
  to: string,
  who: string,
  reason: 'copy' | 'rename',
): Promise<void> {
  if (!isDisId(to)) {
    throw badRequest('bad-set-id', `${to} is not a set id: 16 characters A-Z, 0-9, or x for any one character.`);
  }
  await database.transaction(async (trx) => {
    const ref = await findRef(trx, 'embargo', 'dis', from);
    if (!ref) throw notFound('unknown-set', `There is no image set ${from} in embargo.`);
    if (await findRef(trx, 'embargo', 'dis', to)) throw conflict('set-exists', `There is an image set ${to} already.`);
    await moveRef(trx, {
      area: 'embargo',
      kind: 'dis',
      key: to,
      to: ref.snapshotId,
      who,
      reason,
      note: `from ${from}`,
    });
    if (reason === 'rename') {
      await moveRef(trx, { area: 'embargo', kind: 'dis', key: from, to: null, who, reason, note: `to ${to}` });
    }
    await write(trx, {
      status: 'INFO',
      context: reason,
      message: `DynamicImageSet ${from}: ${reason === 'copy' ? 'copied' : 'renamed'} to ${to}.`,
      who,
    });
  });
}

export const copySet = (database: Database, from: string, to: string, who: string): Promise<void> =>
  move(database, from, to, who, 'copy');

export const renameSet = (database: Database, from: string, to: string, who: string): Promise<void> =>
  move(database, from, to, who, 'rename');

export async function deleteSet(database: Database, disId: string, who: string): Promise<void> {
  await database.transaction(async (trx) => {
    let found = false;
    for (const area of AREAS) {
      if (!(await findRef(trx, area, 'dis', disId))) continue;
      found = true;
      await moveRef(trx, { area, kind: 'dis', key: disId, to: null, who, reason: 'delete' });
    }
    if (!found) throw notFound('unknown-set', `There is no image set ${disId}.`);
    await write(trx, {
      status: 'INFO',
      context: 'delete',
      message: `DynamicImageSet ${disId}: deleted in every area.`,
      who,
    });
  });
}
