/**
 * Changes the global configuration files of an area and keeps their history: each change with the whole text, so that a
 * replaced or deleted file can be looked at and restored.
 *
 *   ConfigChange
 *   changeConfig         the file, its history and the area's generation, inside the caller's transaction
 *   listConfigHistory    newest first
 *   readConfigHistory    the file as one change left it
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { AREA_NAMES, type Area, type ConfigHistoryContent, type ConfigHistoryEntry } from '../../contract/index.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { conflict } from '../platform/http/errors.ts';
import type { Database, Tables } from '../schema.ts';
import { publish } from '../webhooks/publish.ts';
import { bumpGeneration } from './areaGeneration.ts';

export interface ConfigChange {
  readonly area: Area;
  readonly fileName: string;
  readonly action: ConfigHistoryEntry['action'];
  /** null: delete the file */
  readonly content: { readonly kind: GlobalConfigKind; readonly text: string } | null;
  readonly who: string;
  /** the newest history entry that the user has seen; undefined: change the file whatever its state */
  readonly newestSeen?: number | undefined;
}

/** limit for one file */
const MAX_ENTRIES = 100;
const MAX_ENTRIES_BYTES = 256 * 1024 ** 2;
/** newest entries of a file that are kept whatever their size */
const MIN_ENTRIES = 2;
const MAX_LISTED = 1000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * @returns false if the file already has this content; then nothing changes and the history gets no entry
 * @throws ApiError 409 if the file has changed since `newestSeen`
 */
export async function changeConfig(trx: Transaction<Tables>, change: ConfigChange): Promise<boolean> {
  const { area, fileName, action, content, who, newestSeen } = change;
  if (content === null) {
    // The row lock blocks other changes of the file until the transaction ends, so the history has their order.
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
    // One statement compares and writes: if several people upload the same text at once, one of them changes the file.
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
  // The row is locked from here on: changes by others are either in the history or wait for this transaction.
  if (newestSeen !== undefined) await assertNewest(trx, area, fileName, newestSeen);
  const text = content?.text ?? null;
  const size = text === null ? null : Buffer.byteLength(text);
  await trx
    .insertInto('configHistory')
    .values({ area, fileName, action, content: text, size, at: databaseNow(trx), who })
    .execute();
  await deleteOldEntries(trx, area, fileName);
  await bumpGeneration(trx, area);
  // Names of files are chosen freely, so only those who may see Embargo are told.
  await publish(trx, { type: 'config.changed', about: fileName, data: { area, fileName, action, who }, owner: who });
  return true;
}

async function assertNewest(trx: Transaction<Tables>, area: Area, fileName: string, entry: number): Promise<void> {
  const newest = await trx
    .selectFrom('configHistory')
    .select('id')
    .where('area', '=', area)
    .where('fileName', '=', fileName)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (Number(newest?.id) === entry) return;
  throw conflict(
    'config-changed',
    `Somebody else has changed ${fileName} in ${AREA_NAMES[area]} in the meantime. Your change was not saved: look at its history again.`,
  );
}

async function deleteOldEntries(trx: Transaction<Tables>, area: Area, fileName: string): Promise<void> {
  const entries = await trx
    .selectFrom('configHistory')
    .select(['id', 'size'])
    .where('area', '=', area)
    .where('fileName', '=', fileName)
    .orderBy('id', 'desc')
    .limit(2 * MAX_ENTRIES)
    .execute();
  let bytes = 0;
  const old = entries.filter(({ size }, i) => {
    bytes += Number(size ?? 0);
    return i >= MAX_ENTRIES || (i >= MIN_ENTRIES && bytes > MAX_ENTRIES_BYTES);
  });
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  await trx.deleteFrom('configHistory').where('id', 'in', ids).execute();
}

/** @param fileName of one file; undefined: of all files of the area, including deleted ones */
export async function listConfigHistory(
  database: Database,
  area: Area,
  fileName: string | undefined,
): Promise<ConfigHistoryEntry[]> {
  const rows = await database.background
    .selectFrom('configHistory')
    .select(['id', 'fileName', 'action', 'size', 'at', 'who'])
    .where('area', '=', area)
    .$if(fileName !== undefined, (query) => query.where('fileName', '=', fileName ?? ''))
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const files = new Set<string>();
  return rows.map(({ id, at, size, ...row }) => {
    const current = !files.has(row.fileName);
    files.add(row.fileName);
    return {
      ...row,
      id: Number(id),
      at: new Date(Number(at)).toISOString(),
      size: size === null ? null : Number(size),
      current,
    };
  });
}

/** undefined: the area's history has no such entry */
export const readConfigHistory = (
  database: Database,
  area: Area,
  entry: number,
): Promise<ConfigHistoryContent | undefined> =>
  database.read
    .selectFrom('configHistory')
    .select(['fileName', 'content'])
    .where('area', '=', area)
    .where('id', '=', entry)
    .executeTakeFirst();
