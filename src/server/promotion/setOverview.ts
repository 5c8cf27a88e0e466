/**
 * What each area shows of a set, for the set's page. Testers call it at the address of an area and learn nothing about
 * the others.
 *
 *   readSetOverview
 */
import { AREAS, type Area, type AreaOfSet, type SetOverview } from '../../contract/index.ts';
import { contentStates } from '../../engine/contentState.ts';
import { SET_ID } from '../../engine/lcdv.ts';
import type { CallerCatalogue } from '../catalogue/callerCatalogue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { Caller, Mount } from '../handlers.ts';
import { ApiError, notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { listSnapshotPacks, type SnapshotPack } from './setPacks.ts';
import { readPendingAreas } from './status.ts';

interface Stores {
  readonly database: Database;
  readonly snapshots: Snapshots;
  readonly catalogue: Catalogue;
}

const refsOf = (database: Database, disId: string, areas: readonly Area[]) =>
  database.read
    .selectFrom('refs')
    .innerJoin('snapshots', 'snapshots.id', 'refs.snapshotId')
    .select(['area', 'snapshotId', 'movedAt', 'modifiedAt', 'metaHash', 'pictureHash'])
    .where('refs.kind', '=', 'dis')
    .where('key', '=', disId)
    .where('area', 'in', areas)
    .execute();

const latestMove = (database: Database, disId: string, area: Area) =>
  database.read
    .selectFrom('refHistory')
    .select(['who', 'reason'])
    .where('kind', '=', 'dis')
    .where('key', '=', disId)
    .where('area', '=', area)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Replaces ids of sets that only Embargo has: a pack may be named after another set than the one that it is part of. */
async function withoutForeignIds(text: string, disId: string, seen: CallerCatalogue, area: Area): Promise<string> {
  const shown = new Map<string, boolean>([[disId, true]]);
  for (const [id] of text.matchAll(SET_ID)) {
    if (shown.has(id)) continue;
    const exists = await seen.check(area, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      },
    );
    shown.set(id, exists);
  }
  return text.replace(SET_ID, (id) => (shown.get(id) ? id : 'another set'));
}

/** @throws ApiError 404 for an unknown set and for one that is hidden from the caller in all these areas */
export async function readSetOverview(
  { database, snapshots, catalogue }: Stores,
  disId: string,
  mount: Pick<Mount, 'area' | 'base'>,
  { can }: Pick<Caller, 'can'>,
): Promise<SetOverview> {
  const seen = catalogue.seenBy(can);
  const rows = await refsOf(database, disId, mount.base ? AREAS : [mount.area]);
  const nameOf = (text: string, area: Area) =>
    can.upload || can.embargo ? seen.redactHidden(text) : withoutForeignIds(text, disId, seen, area);

  const packsOf = new Map<string, Promise<SnapshotPack[]>>();
  async function areaOf({ area: name, snapshotId, movedAt }: (typeof rows)[number]): Promise<AreaOfSet[]> {
    const area = name as Area;
    const hidden = (await (await catalogue.hidden(area)).sets()).get(disId);
    if (hidden && !can.admin) return [];
    const packs = packsOf.get(snapshotId) ?? listSnapshotPacks({ database, snapshots }, snapshotId);
    packsOf.set(snapshotId, packs);
    const [move, all] = await Promise.all([latestMove(database, disId, area), packs]);
    return [
      {
        area,
        since: new Date(Number(movedAt)).toISOString(),
        who: move?.who ?? null,
        reason: move?.reason ?? null,
        packs: await Promise.all(
          all.map(async ({ type, fileName, upload, pictures, metaFiles }) => ({
            type,
            fileName: await nameOf(fileName, area),
            uploadedAt: upload?.at.toISOString() ?? null,
            uploadedBy: upload?.by ?? null,
            size: upload?.size ?? 0,
            pictures,
            metaFiles: metaFiles.length,
          })),
        ),
        ...(hidden && { hidden: { reason: hidden.reason, from: hidden.from ?? null } }),
      },
    ];
  }

  const areas = (await Promise.all(rows.map(areaOf))).flat();
  if (areas.length === 0) throw notFound('unknown-set', `There is no image set ${disId}.`);
  areas.sort((a, b) => AREAS.indexOf(a.area) - AREAS.indexOf(b.area));
  if (!mount.base) return { disId, areas };
  const contents = rows.map(({ area, metaHash, pictureHash, modifiedAt }) => [
    area,
    { metaHash, pictureHash, modifiedAt: Number(modifiedAt) },
  ]);
  const pendingAreasOf = await readPendingAreas(database, 'dis');
  return { disId, areas, content: contentStates(Object.fromEntries(contents)), ...pendingAreasOf(disId) };
}
