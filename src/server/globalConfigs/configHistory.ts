/**
 * Changing the global configuration files of an area, and the history of these changes: each is kept with its content, so
 * that what was replaced or deleted can be seen and brought back.
 *
 *   ConfigChange
 *   changeConfig     inside the caller's transaction: the file, its history and the area's generation
 *   configVersions   newest first
 *   configVersion
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { AREA_NAMES, type Area, type ConfigVersion } from '../../contract/index.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { conflict } from '../platform/http/errors.ts';
import type { Database, Tables } from '../schema.ts';
import { bumpGeneration } from './areaGeneration.ts';

export interface ConfigChange {
  readonly area: Area;
  readonly fileName: string;
  readonly what: ConfigVersion['what'];
  /** null: the file goes */
  readonly content: { readonly kind: GlobalConfigKind; readonly text: string } | null;
  readonly who: string;
  /** the newest version that whoever changes it has seen; undefined: whatever it is */
  readonly seen?: number | undefined;
}

/** versions of a file that are kept, and bytes of them; the newest two are kept whatever their size */
const [KEPT, KEPT_BYTES, ALWAYS_KEPT] = [100, 256 * 1024 ** 2, 2];
/** versions that one call lists */
const LISTED = 1000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * @returns false when the file is like that already: then nothing changes, and nothing is kept
 * @throws ApiError 409 when it was changed after `seen`
 */
export async function changeConfig(trx: Transaction<Tables>, change: ConfigChange): Promise<boolean> {
  const { area, fileName, what, content, who } = change;
  if (content === null) {
    // The row keeps other changes of the file out until the transaction ends, so the history has their order.
    const { numDeletedRows } = await trx
      .deleteFrom('globalConfigs')
      .where('area', '=', area)
      .where('fileName', '=', fileName)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
  } else {
    const values = {
      kind: content.kind,
      content: content.text,
      sha256: hashOf(content.text),
      uploadedBy: who,
      uploadedAt: databaseNow(trx),
    };
    // The statement that writes also compares, so of several who put the same one changes the file.
    const put = await trx
      .insertInto('globalConfigs')
      .values({ area, fileName, ...values })
      .onConflict((conflict) =>
        conflict.columns(['area', 'fileName']).doUpdateSet(values).where('globalConfigs.sha256', '!=', values.sha256),
      )
      .returning('fileName')
      .executeTakeFirst();
    if (!put) return false;
  }
  // From here on the row is ours: what others have changed is in the history, or waits for us.
  if (change.seen !== undefined) await checkSeen(trx, area, fileName, change.seen);
  const text = content?.text ?? null;
  const size = text === null ? null : Buffer.byteLength(text);
  await trx
    .insertInto('configHistory')
    .values({ area, fileName, what, content: text, size, at: databaseNow(trx), who })
    .execute();
  await dropOldest(trx, area, fileName);
  await bumpGeneration(trx, area);
  return true;
}

async function checkSeen(trx: Transaction<Tables>, area: Area, fileName: string, seen: number): Promise<void> {
  const newest = await trx
    .selectFrom('configHistory')
    .select('id')
    .where('area', '=', area)
    .where('fileName', '=', fileName)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (Number(newest?.id) === seen) return;
  throw conflict(
    'config-changed',
    `${fileName} was changed in ${AREA_NAMES[area]} by somebody else meanwhile. Nothing was changed now: look at its history again.`,
  );
}

async function dropOldest(trx: Transaction<Tables>, area: Area, fileName: string): Promise<void> {
  const rows = await trx
    .selectFrom('configHistory')
    .select(['id', 'size'])
    .where('area', '=', area)
    .where('fileName', '=', fileName)
    .orderBy('id', 'desc')
    .limit(2 * KEPT)
    .execute();
  let bytes = 0;
  const goes = rows.filter(({ size }, at) => {
    bytes += Number(size ?? 0);
    return at >= KEPT || (at >= ALWAYS_KEPT && bytes > KEPT_BYTES);
  });
  if (goes.length === 0) return;
  await trx
    .deleteFrom('configHistory')
    .where(
      'id',
      'in',
      goes.map(({ id }) => id),
    )
    .execute();
}

/** @param fileName of one file; absent: of all files of the area, also of those that are gone */
export async function configVersions(
  database: Database,
  area: Area,
  fileName: string | undefined,
): Promise<ConfigVersion[]> {
  const rows = await database.background
    .selectFrom('configHistory')
    .select(['id', 'fileName', 'what', 'size', 'at', 'who'])
    .where('area', '=', area)
    .$if(fileName !== undefined, (query) => query.where('fileName', '=', fileName ?? ''))
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
  const seen = new Set<string>();
  return rows.map(({ id, at, size, ...row }) => {
    const present = !seen.has(row.fileName);
    seen.add(row.fileName);
    return {
      ...row,
      id: Number(id),
      at: new Date(Number(at)).toISOString(),
      size: size === null ? null : Number(size),
      present,
    };
  });
}

/** undefined: the area has no such version */
export const configVersion = (
  database: Database,
  area: Area,
  id: number,
): Promise<{ fileName: string; content: string | null } | undefined> =>
  database.read
    .selectFrom('configHistory')
    .select(['fileName', 'content'])
    .where('area', '=', area)
    .where('id', '=', id)
    .executeTakeFirst();
