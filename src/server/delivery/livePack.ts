/**
 * The upload of a pack that Embargo shows, and replacing it by a newer one.
 *
 *   findLivePack       the live upload of a name, and the sets that it has a part in
 *   loadPictureFacts   what is known about its layers
 *   goLive             @throws PackRefused, PackOutdated, JobRefused
 */
import type { Transaction } from 'kysely';
import { ContentDamaged } from '../catalogue/damaged.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import { findRef, type RefKind, RefMoved } from '../catalogue/refs.ts';
import { retryMoves } from '../catalogue/retryMoves.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { type JobContext, JobRefused, lockKey } from '../platform/jobs/jobs.ts';
import type { Database, Tables } from '../schema.ts';
import { publish } from '../webhooks/publish.ts';
import { apply, type Contribution, plan } from './contribute.ts';
import { PackOutdated, PackRefused, type PackRow, packData, packLogLine } from './refusals.ts';
import type { SetStores } from './setChecks.ts';
import { packKey } from './upload.ts';

interface LivePack {
  /** of the upload; undefined: none is live */
  readonly id: string | undefined;
  /** the sets or static pack that it has a part in */
  readonly keys: readonly { kind: RefKind; key: string }[];
}

async function findLivePack(database: Database, fileName: string, kind: RefKind): Promise<LivePack> {
  const row = await database.read
    .selectFrom('packs')
    .select(['id', 'disIds'])
    .where('fileName', '=', fileName)
    .where('state', '=', 'live')
    .executeTakeFirst();
  const keys = row === undefined ? [] : kind === 'static' ? [fileName] : (JSON.parse(row.disIds) as string[]);
  return { id: row?.id, keys: keys.map((key) => ({ kind, key })) };
}

/** @returns facts about the layers of the live upload, by content hash */
export async function loadPictureFacts(
  { database, snapshots }: { database: Database; snapshots: Snapshots },
  fileName: string,
  kind: RefKind,
): Promise<Map<string, ManifestPicture>> {
  const facts = new Map<string, ManifestPicture>();
  if (kind !== 'dis') return facts;
  const { keys } = await findLivePack(database, fileName, kind);
  for (const { key } of keys) {
    const ref = await findRef(database.read, 'embargo', 'dis', key);
    for (const part of ref ? (await snapshots.contentOf(ref.snapshotId)).parts : []) {
      if (part.pack !== fileName || part.kind !== 'image') continue;
      const manifest = await snapshots.manifestOf(part).catch((error: unknown) => {
        // The pack may be sent again because it is damaged. Then there are no facts to take over.
        if (!(error instanceof ContentDamaged)) throw error;
      });
      for (const { sha256, picture } of manifest?.entries ?? []) if (picture) facts.set(sha256, picture);
    }
  }
  return facts;
}

/**
 * Replaces the live upload in the list of packs.
 * @param previous id of the live upload, as it was read
 * @throws PackOutdated if a later upload went live; RefMoved if another one did since `previous` was read
 */
async function replaceLivePack(
  trx: Transaction<Tables>,
  pack: PackRow,
  previous: string | undefined,
  disIds: readonly string[],
): Promise<void> {
  // With the lock, no other pack of this name is uploaded, deleted or made live meanwhile.
  await lockKey(trx, packKey(pack.fileName));
  const rows = await trx
    .selectFrom('packs')
    .select(['number', 'id', 'state'])
    .where('fileName', '=', pack.fileName)
    .where('liveAt', 'is not', null)
    .execute();
  if (rows.some(({ number }) => number > pack.number)) throw new PackOutdated(pack.fileName);
  if (rows.find(({ state }) => state === 'live')?.id !== previous) {
    throw new RefMoved(`another upload of ${pack.fileName} went live in the meantime`);
  }
  if (previous !== undefined)
    await trx.updateTable('packs').set({ state: 'replaced' }).where('id', '=', previous).execute();
  const { numUpdatedRows } = await trx
    .updateTable('packs')
    .set({ state: 'live', liveAt: databaseNow(trx), disIds: JSON.stringify(disIds), problems: '[]' })
    .where('id', '=', pack.id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new JobRefused(`${pack.fileName} was deleted in the meantime.`);
}

/** Moves the refs of Embargo, makes the pack live and completes the job, in one transaction. */
export async function goLive<P>(
  stores: SetStores,
  { pack, kind, contributions }: { pack: PackRow; kind: RefKind; contributions: readonly Contribution[] },
  context: JobContext<P>,
): Promise<void> {
  const { database, snapshots } = stores;
  const disIds = contributions.filter((c) => c.kind === 'dis').map((c) => c.key);
  await retryMoves(async () => {
    const previous = await findLivePack(database, pack.fileName, kind);
    const change = await plan(stores, pack, previous.keys, contributions);
    if (change.problems.length > 0) throw new PackRefused(change.problems, change.unlisted);
    await database.transaction(async (trx) => {
      await replaceLivePack(trx, pack, previous.id, disIds);
      await apply(trx, snapshots, change, pack.uploadedBy);
      const sets = disIds.length > 0 ? ` Sets: ${disIds.join(', ')}.` : '';
      await write(trx, packLogLine(pack, 'INFO', `is live in Embargo.${sets}`));
      await publish(trx, {
        type: 'pack.live',
        about: pack.fileName,
        data: { ...packData(pack), disIds },
        owner: pack.uploadedBy,
      });
      await context.complete(trx);
    });
  }, context.signal);
}
