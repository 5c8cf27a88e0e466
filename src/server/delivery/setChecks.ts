/**
 * Checks sets as a whole: the meta files of a pack must fit those of the other packs that the set has.
 *
 *   SetStores
 *   otherParts         the parts of a set that came with other packs
 *   checkSet           the problems of one set
 *   problemsOfSets     the problems of all sets that a refused pack would have changed
 */
import type { Problem } from '../../contract/index.ts';
import { setProblems } from '../../engine/setProblems.ts';
import { mergeMeta } from '../catalogue/imageSets.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import { findRef, type RefKind } from '../catalogue/refs.ts';
import type { SnapshotPart, Snapshots } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';
import { PROBLEMS_LISTED } from '../xmlFiles/formats.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import type { PackProblem } from './problems.ts';

export interface SetStores {
  readonly database: Database;
  readonly snapshots: Snapshots;
  readonly blobs: Blobs;
  readonly xmlFiles: XmlFiles;
}

export interface SetProblems {
  readonly problems: readonly PackProblem[];
  /** number of problems beyond those */
  readonly unlisted: number;
}

/** @returns the number of the live upload of each pack. Numbers grow with time, so they order the parts of a snapshot. */
async function uploadNumbers(database: Database, packs: readonly string[]): Promise<Map<string, number>> {
  if (packs.length === 0) return new Map();
  const rows = await database.read
    .selectFrom('packs')
    .select(['fileName', 'number'])
    .where('state', '=', 'live')
    .where('fileName', 'in', [...new Set(packs)])
    .execute();
  return new Map(rows.map((row) => [row.fileName, row.number]));
}

export interface OtherParts {
  /** of the set in Embargo; undefined: Embargo does not have it */
  readonly snapshotId: string | undefined;
  /** in the order in which their packs were uploaded */
  readonly parts: readonly SnapshotPart[];
  /** the upload number of a part's pack */
  readonly numberOf: (part: SnapshotPart) => number;
}

export async function otherParts(
  { database, snapshots }: Pick<SetStores, 'database' | 'snapshots'>,
  fileName: string,
  { kind, key }: { kind: RefKind; key: string },
): Promise<OtherParts> {
  const ref = await findRef(database.read, 'embargo', kind, key);
  const current = ref ? (await snapshots.contentOf(ref.snapshotId)).parts : [];
  const others = current.filter((part) => part.pack !== fileName);
  const numbers = await uploadNumbers(
    database,
    others.map((part) => part.pack),
  );
  const numberOf = (part: SnapshotPart) => numbers.get(part.pack) ?? 0;
  return { snapshotId: ref?.snapshotId, parts: others.toSorted((a, b) => numberOf(a) - numberOf(b)), numberOf };
}

/**
 * Finds what is wrong between the meta files of a set, whichever pack a file came with: what this pack changes may be what
 * the rules of another pack refer to.
 * @param fileName of the pack that is checked; problems in files of other packs name those
 * @param manifests of the set's meta parts, in the order of upload
 */
export async function checkSet(
  { blobs, xmlFiles }: Pick<SetStores, 'blobs' | 'xmlFiles'>,
  fileName: string,
  disId: string,
  manifests: readonly Manifest[],
): Promise<SetProblems> {
  const found = setProblems(mergeMeta(manifests.map(({ meta }) => meta ?? {})), PROBLEMS_LISTED);
  const problems: PackProblem[] = [];
  for (const [file, ofFile] of Map.groupBy(found.problems, ({ file }) => file)) {
    const source = manifests.findLast(({ entries }) => entries.some(({ path }) => path === file));
    const entry = source?.entries.find(({ path }) => path === file);
    if (!source || !entry) throw new Error(`${disId} has rules without a file`);
    const bytes = await readStoredFile(blobs, { ...entry, pack: source.pack, packSha256: source.packSha256 });
    const places = await xmlFiles.placesOf(file, bytes, ofFile);
    const isOther = source.pack !== fileName;
    const origin = isOther ? ` (${file} came with ${source.pack})` : '';
    for (const [i, problem] of ofFile.entries()) {
      problems.push({
        entry: `${disId}/${file}`,
        ...places[i],
        reason: `${problem.reason}${origin}`,
        ...(isOther && { from: { fileName: source.pack, sha256: source.packSha256 } }),
      });
    }
  }
  return { problems, unlisted: found.unlisted };
}

/**
 * A refused pack lists everything that is wrong with it, including where its files do not fit those of other packs. Rules are
 * not judged if they or the layers they choose could not be read.
 * @param refusedMeta meta files of the pack with problems: `<set id>/<file>`
 */
export async function problemsOfSets(
  stores: SetStores,
  fileName: string,
  manifests: readonly Manifest[],
  refusedMeta: ReadonlySet<string>,
): Promise<SetProblems> {
  const problems: Problem[] = [];
  let unlisted = 0;
  for (const own of manifests) {
    const { kind, disId } = own;
    if (kind !== 'meta' || disId === undefined) continue;
    const { parts } = await otherParts(stores, fileName, { kind: 'dis', key: disId });
    const others = await Promise.all(parts.filter((part) => part.kind === 'meta').map(stores.snapshots.manifestOf));
    const found = await checkSet(stores, fileName, disId, [...others, own]);
    const isJudged = ({ entry }: Problem) =>
      !refusedMeta.has(entry) && !refusedMeta.has(entry.replace('/rules-', '/layers-'));
    const judged = found.problems.filter(isJudged);
    for (const problem of judged) problems.push(problem);
    if (judged.length > 0) unlisted += found.unlisted;
  }
  return { problems, unlisted };
}
