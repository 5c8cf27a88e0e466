/**
 * Copy, rename and delete: refs move, nothing is copied on disk.
 *
 *   copySet, renameSet   in embargo; @throws ApiError 400, 404, 409
 *   deleteSet            in every area; @throws ApiError 404
 */
import { AREAS } from '../../contract/index.ts';
import { isDisId } from '../../engine/lcdv.ts';
import { findRef, moveRef, untilUndisturbed } from '../catalogue/refs.ts';
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
  await untilUndisturbed(() =>
    database.transaction(async (trx) => {
      const ref = await findRef(trx, 'embargo', 'dis', from);
      if (!ref) throw notFound('unknown-set', `There is no image set ${from} in embargo.`);
      const { snapshotId } = ref;
      if (await findRef(trx, 'embargo', 'dis', to)) {
        throw conflict('set-exists', `There is an image set ${to} already.`);
      }
      const place = { area: 'embargo', kind: 'dis', who, reason } as const;
      await moveRef(trx, { ...place, key: to, from: null, to: snapshotId, note: `from ${from}` });
      if (reason === 'rename')
        await moveRef(trx, { ...place, key: from, from: snapshotId, to: null, note: `to ${to}` });
      const message = `DynamicImageSet ${from}: ${reason === 'copy' ? 'copied' : 'renamed'} to ${to}.`;
      await write(trx, { status: 'INFO', context: reason, message, who });
    }),
  );
}

export const copySet = (database: Database, from: string, to: string, who: string): Promise<void> =>
  move(database, from, to, who, 'copy');

export const renameSet = (database: Database, from: string, to: string, who: string): Promise<void> =>
  move(database, from, to, who, 'rename');

export async function deleteSet(database: Database, disId: string, who: string): Promise<void> {
  await untilUndisturbed(() =>
    database.transaction(async (trx) => {
      let found = false;
      for (const area of AREAS) {
        const ref = await findRef(trx, area, 'dis', disId);
        if (!ref) continue;
        found = true;
        await moveRef(trx, { area, kind: 'dis', key: disId, from: ref.snapshotId, to: null, who, reason: 'delete' });
      }
      if (!found) throw notFound('unknown-set', `There is no image set ${disId}.`);
      const message = `DynamicImageSet ${disId}: deleted in every area.`;
      await write(trx, { status: 'INFO', context: 'delete', message, who });
    }),
  );
}
