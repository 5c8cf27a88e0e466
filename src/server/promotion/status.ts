/**
 * The dates that the status and promotion screens show, from the refs of embargo and the history of the other areas.
 *
 *   setStatuses, staticStatuses
 */
import { AREAS, type Area } from '../../contract/index.ts';
import type { SetStatus, StaticPackStatus } from '../../contract/promotion.ts';
import { listRefs, type RefKind } from '../catalogue/refs.ts';
import type { Database } from '../platform/database/database.ts';
import { PROMOTE, type Request, ROLLBACK, type RollbackRequest } from './promotion.ts';

interface Dates {
  lastPreprodPromoteDate: string | null;
  lastProdPromoteDate: string | null;
}

/** The last promotion of every key into preprod and prod. */
async function promotions(database: Database, kind: RefKind): Promise<(key: string) => Dates> {
  const rows = await database.read
    .selectFrom('refHistory')
    .select((e) => ['key', 'area', e.fn.max('movedAt').as('movedAt')])
    .where('kind', '=', kind)
    .where('area', 'in', ['preprod', 'prod'])
    .where('reason', 'in', ['promote', 'promoteMetadata'])
    .groupBy(['key', 'area'])
    .execute();
  const at = new Map(rows.map((row) => [`${row.area} ${row.key}`, new Date(Number(row.movedAt)).toISOString()]));
  return (key) => ({
    lastPreprodPromoteDate: at.get(`preprod ${key}`) ?? null,
    lastProdPromoteDate: at.get(`prod ${key}`) ?? null,
  });
}

/** Also of sets that embargo has no longer: what is in Prod must be seen. */
/** Which areas a promotion or roll back of each key is about to change. */
async function underWay(database: Database, kind: RefKind): Promise<(key: string) => { underWay?: Area[] }> {
  const rows = await database.read
    .selectFrom('jobs')
    .select('payload')
    .where('state', 'in', ['CREATED', 'STARTED'])
    .where('name', 'in', [PROMOTE, ROLLBACK])
    .execute();
  const asked = rows.map(({ payload }) => JSON.parse(payload) as Request | RollbackRequest);
  const areas = Map.groupBy(
    asked.filter((one) => one.kind === kind),
    (one) => one.key,
  );
  return (key) => {
    const mine = areas.get(key)?.map((one) => ('target' in one ? one.target : one.area));
    return mine ? { underWay: AREAS.filter((area) => mine.includes(area)) } : {};
  };
}

export async function setStatuses(database: Database): Promise<SetStatus[]> {
  const [areas, datesOf, underWayOf] = await Promise.all([
    Promise.all(AREAS.map((area) => listRefs(database.read, area, 'dis'))),
    promotions(database, 'dis'),
    underWay(database, 'dis'),
  ]);
  // The first area that has a set tells when it was modified.
  const refs = new Map(areas.toReversed().flatMap((list) => list.map((ref) => [ref.key, ref] as const)));
  return [...refs.values()]
    .map((ref) => ({
      disId: ref.key,
      lastModifiedDate: new Date(ref.modifiedAt).toISOString(),
      ...datesOf(ref.key),
      ...underWayOf(ref.key),
    }))
    .sort((a, b) => (a.disId < b.disId ? -1 : 1));
}

const STATUS = { received: 'READING', reading: 'READING', live: 'LIVE', refused: 'REFUSED', replaced: 'LIVE' } as const;

export async function staticStatuses(database: Database): Promise<StaticPackStatus[]> {
  const [datesOf, underWayOf] = await Promise.all([promotions(database, 'static'), underWay(database, 'static')]);
  const rows = await database.read
    .selectFrom('packs')
    .select(['fileName', 'state', 'uploadedAt'])
    .where('kind', '=', 'static')
    .where('state', '!=', 'replaced')
    .orderBy('id')
    .execute();
  const latest = new Map(rows.map((row) => [row.fileName, row]));
  return [...latest.values()]
    .map((row) => ({
      fileName: row.fileName,
      status: STATUS[row.state],
      lastModifiedDate: new Date(row.uploadedAt).toISOString(),
      ...datesOf(row.fileName),
      ...underWayOf(row.fileName),
    }))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}
