/**
 * The packs as lists show them: of each name the live upload, and the newest one if that is being read or was refused. Rows
 * are read in pages, so that a store of many packs does not hold up other requests.
 *
 *   PackFilter
 *   listPacks                   by name; of one name the newer upload first
 *   UploadRow, currentUploads   the same as rows of the table, without the areas
 */
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Pack } from '../../contract/index.ts';
import { packVisibilityOf, WITHHELD } from '../access/packVisibility.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { areasUsing } from '../catalogue/packUse.ts';
import type { Caller } from '../handlers.ts';
import type { Database, Tables } from '../schema.ts';
import { type PackProblem, problemsSeen } from './problems.ts';

export interface PackFilter {
  /** packs that have a part in the set in Embargo, or whose name contains it */
  readonly disId?: string | undefined;
  readonly fileName?: string | undefined;
  readonly kind?: Tables['packs']['kind'];
  /** uploaded then or later, epoch milliseconds */
  readonly since?: number | undefined;
}
export type UploadRow = Selectable<Tables['packs']>;

const PAGE = 500;
/** A literal, because with a parameter SQLite would not use the partial index of these rows. */
const isCurrent = sql<SqlBool>`"state" <> 'replaced'`;

/** @param uploads of one name, oldest first. @returns the newest and the live one */
function currentOf(uploads: readonly UploadRow[]): UploadRow[] {
  const newest = uploads.at(-1);
  const live = uploads.findLast(({ state }) => state === 'live');
  return [newest, live].filter((row, at, both) => row !== undefined && both.indexOf(row) === at) as UploadRow[];
}

async function* pages(database: Database, { fileName, kind, since }: PackFilter): AsyncGenerator<UploadRow[]> {
  let last: UploadRow | undefined;
  for (;;) {
    const after = last;
    let query = database.background.selectFrom('packs').selectAll().where(isCurrent);
    if (fileName !== undefined) query = query.where('fileName', '=', fileName);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (since !== undefined) query = query.where('uploadedAt', '>=', since);
    if (after)
      query = query.where((e) => e(e.refTuple('fileName', 'number'), '>', e.tuple(after.fileName, after.number)));
    const rows = await query.orderBy('fileName').orderBy('number').limit(PAGE).execute();
    yield rows;
    last = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

/** Yields the rows page by page. */
export async function* currentUploads(database: Database, filter: PackFilter = {}): AsyncGenerator<UploadRow[]> {
  let open: UploadRow[] = [];
  for await (const rows of pages(database, filter)) {
    const complete: UploadRow[] = [];
    for (const row of rows) {
      if (open.length > 0 && open[0]?.fileName !== row.fileName) {
        for (const current of currentOf(open)) complete.push(current);
        open = [];
      }
      open.push(row);
    }
    yield complete;
  }
  yield currentOf(open);
}

/** @returns the names of the packs that the set in Embargo has parts of */
async function packsOfSet(database: Database, disId: string): Promise<Set<string>> {
  const rows = await database.read
    .selectFrom('refs')
    .innerJoin('snapshotPacks', 'snapshotPacks.snapshotId', 'refs.snapshotId')
    .select('snapshotPacks.pack')
    .where('refs.area', '=', 'embargo')
    .where('refs.kind', '=', 'dis')
    .where('refs.key', '=', disId)
    .execute();
  return new Set(rows.map(({ pack }) => pack));
}

/** @returns by job: how far a pack is read, or why reading waits */
async function readingStates(
  database: Database,
  rows: readonly UploadRow[],
): Promise<Map<string, Pick<Pack, 'progress' | 'waitsFor'>>> {
  const jobIds = rows.flatMap(({ state, jobId }) =>
    (state === 'received' || state === 'reading') && jobId !== null ? [jobId] : [],
  );
  if (jobIds.length === 0) return new Map();
  const jobs = await database.read
    .selectFrom('jobs')
    .select(['id', 'state', 'progress', 'failure'])
    .where('id', 'in', jobIds)
    .where('state', 'in', ['CREATED', 'STARTED'])
    .execute();
  return new Map(
    jobs.map(({ id, state, progress, failure }) => [
      id,
      state === 'STARTED'
        ? { ...(progress !== null && { progress }) }
        : { ...(failure !== null && { waitsFor: failure }) },
    ]),
  );
}

/**
 * @param caller sees their own packs completely; of the packs of others only counts, and no sets that are hidden from them
 */
export async function listPacks(
  database: Database,
  catalogue: Catalogue,
  caller: Pick<Caller, 'username' | 'can'>,
  filter: PackFilter,
): Promise<Pack[]> {
  const { disId } = filter;
  const ofSet = disId === undefined ? undefined : await packsOfSet(database, disId);
  const packs: Pack[] = [];
  const seen = catalogue.seenBy(caller.can);
  const knownOf = async (ids: readonly string[]) => {
    const known = await Promise.all(ids.map((id) => seen.knows(id)));
    return ids.filter((_, i) => known[i]);
  };
  for await (const page of currentUploads(database, filter)) {
    const rows = page.filter(
      ({ fileName, disIds, state }) =>
        disId === undefined ||
        (JSON.parse(disIds) as string[]).includes(disId) ||
        (state === 'live' && ofSet?.has(fileName)),
    );
    const live = rows.filter(({ state }) => state === 'live');
    const problemsOf = new Map(rows.map((row) => [row, JSON.parse(row.problems) as PackProblem[]]));
    const quoted = [...problemsOf.values()].flatMap((problems) => problems.flatMap(({ from }) => from ?? []));
    const [reading, used, sees] = await Promise.all([
      readingStates(database, rows),
      areasUsing(
        database.read,
        live.map(({ fileName }) => fileName),
      ),
      packVisibilityOf(database, caller, [], [...rows, ...quoted]),
    ]);
    for (const [row, problems] of problemsOf) {
      const named = JSON.parse(row.disIds) as string[];
      const disIds = row.uploadedBy === caller.username ? named : await knownOf(named);
      if (disIds.length === 0 && named.length > 0) continue;
      const areas = row.state === 'live' ? (used.get(row.fileName) ?? []) : [];
      const { waitsFor, ...progress } = reading.get(row.jobId ?? '') ?? {};
      packs.push({
        fileName: row.fileName,
        kind: row.kind,
        type: row.type,
        disIds,
        size: Number(row.size),
        sha256: row.sha256,
        state: row.state === 'replaced' || (row.state === 'live' && areas.length === 0) ? 'unused' : row.state,
        areas,
        uploadedBy: row.uploadedBy,
        lastModifiedDate: new Date(Number(row.uploadedAt)).toISOString(),
        problems: sees(row) ? problemsSeen(problems, sees) : [],
        problemCount: problems.length,
        ...(problems.length > 0 && !sees(row) && { withheld: WITHHELD }),
        ...progress,
        // The sentence may contain names from the pack.
        ...(waitsFor !== undefined && sees(row) && { waitsFor }),
      });
    }
  }
  // In byte order, whatever the collation of the database.
  return packs.sort((a, b) => (a.fileName < b.fileName ? -1 : a.fileName > b.fileName ? 1 : 0));
}
