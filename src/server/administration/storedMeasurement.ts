/**
 * What takes space, as the last measurement found it.
 *
 *   readStorage, listStoredSets
 */
import type { DeletablePack, Storage as StorageAnswer, StorageReport, StoredSet } from '../../contract/index.ts';
import { notLiveName, PACKS } from '../../engine/treePaths.ts';
import type { Database } from '../schema.ts';
import { findMeasurement } from './storage.ts';

const instantOf = (time: number): string => new Date(Number(time)).toISOString();

const latest = (db: Database['background']) => db.selectFrom('storageReports').select('measurement');

/** Of the packs that the measurement found: those that are still refused or live. */
async function listDeletablePacks({ background: db }: Database): Promise<DeletablePack[]> {
  const rows = await db
    .selectFrom('storagePacks')
    .innerJoin('packs', 'packs.id', 'storagePacks.packId')
    .select(['fileName', 'state', 'size', 'frees', 'keptBy', 'uploadedBy', 'uploadedAt'])
    .select((e) =>
      e
        .case()
        .when(
          e.exists(
            e
              .selectFrom('packs as live')
              .select('live.id')
              .whereRef('live.fileName', '=', 'packs.fileName')
              .where('live.state', '=', 'live'),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('hasLive'),
    )
    .where('measurement', '=', latest(db))
    .where((e) =>
      e.or([
        e('state', '=', 'refused'),
        // A roll back may have brought it back into use.
        e.and([
          e('state', '=', 'live'),
          e.not(
            e.exists(
              e
                .selectFrom('snapshotPacks')
                .innerJoin('refs', 'refs.snapshotId', 'snapshotPacks.snapshotId')
                .select('refs.key')
                .whereRef('snapshotPacks.pack', '=', 'packs.fileName'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('fileName')
    .execute();
  return rows.map(({ fileName, state, size, frees, keptBy, uploadedBy, uploadedAt, hasLive }) => {
    const isRefused = state === 'refused';
    const name = isRefused && Number(hasLive) === 1 ? notLiveName(fileName, 'refused') : fileName;
    return {
      fileName,
      path: `/${PACKS}/${name}`,
      state: isRefused ? 'refused' : 'unused',
      size: Number(size),
      frees: Number(frees),
      keptBy,
      uploadedBy,
      uploadedAt: instantOf(uploadedAt),
    };
  });
}

export async function readStorage(
  database: Database,
): Promise<Pick<StorageAnswer, 'measured' | 'measuring' | 'deletablePacks'> & { cleanedUpAt: string | null }> {
  const [row, underWay, deletablePacks, cleanUp] = await Promise.all([
    database.read.selectFrom('storageReports').select(['measuredAt', 'report']).executeTakeFirst(),
    findMeasurement(database.background),
    listDeletablePacks(database),
    database.background
      .selectFrom('jobs')
      .select((e) => e.fn.max('stoppedAt').as('at'))
      .where('name', '=', 'housekeeping')
      .where('state', '=', 'COMPLETED')
      .executeTakeFirst(),
  ]);
  return {
    measured: row ? { at: instantOf(row.measuredAt), report: JSON.parse(row.report) as StorageReport } : null,
    measuring: underWay !== undefined,
    deletablePacks,
    cleanedUpAt: cleanUp?.at == null ? null : instantOf(cleanUp.at),
  };
}

export async function listStoredSets({ background: db }: Database): Promise<StoredSet[]> {
  const rows = await db
    .selectFrom('storageSets')
    .select(['kind', 'key', 'embargo', 'preprod', 'prod', 'shown', 'shared', 'older'])
    .where('measurement', '=', latest(db))
    .orderBy('kind')
    .orderBy('key')
    .execute();
  return rows.map(({ kind, key, ...bytes }) => ({
    kind: kind as StoredSet['kind'],
    key,
    embargo: Number(bytes.embargo),
    preprod: Number(bytes.preprod),
    prod: Number(bytes.prod),
    shown: Number(bytes.shown),
    shared: Number(bytes.shared),
    older: Number(bytes.older),
  }));
}
