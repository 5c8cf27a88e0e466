/**
 * What a pack changes in the catalogue: for every set it had a part in or gets one in, the next snapshot.
 *
 *   Change, plan         computed outside the transaction, from the refs as they are
 *   problemsOfSets       what is wrong with the sets that a refused pack would have changed
 *   apply                inside it; @throws RefMoved when a ref moved in between: the plan must be made again
 */
import type { Transaction } from 'kysely';
import type { Problem } from '../../contract/index.ts';
import { setProblems } from '../../engine/setProblems.ts';
import { mergeMeta } from '../catalogue/imageSets.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import { type MappingLine, mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { findRef, moveRef, type RefKind } from '../catalogue/refs.ts';
import type { SnapshotPart, Snapshots } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database, Tables } from '../schema.ts';
import { PROBLEMS_LISTED } from '../xmlFiles/formats.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import type { PackProblem } from './problems.ts';

export interface Contribution {
  readonly kind: RefKind;
  /** disId, or the static pack's file name */
  readonly key: string;
  readonly parts: readonly SnapshotPart[];
}

interface Change {
  kind: RefKind;
  key: string;
  /** the snapshot that the plan was made from; null: there was none */
  from: string | null;
  parts: SnapshotPart[];
  mapping: readonly MappingLine[];
}

export interface Plan {
  changes: Change[];
  problems: Problem[];
  /** problems beyond those */
  unlisted: number;
}

/** Uploads of live packs by file name: they order the parts of a snapshot. */
async function uploadOrder(database: Database, packs: readonly string[]): Promise<Map<string, number>> {
  if (packs.length === 0) return new Map();
  const rows = await database.read
    .selectFrom('packs')
    .select(['fileName', 'number'])
    .where('state', '=', 'live')
    .where('fileName', 'in', [...new Set(packs)])
    .execute();
  return new Map(rows.map((row) => [row.fileName, row.number]));
}

/** Whatever pack the file came with: what this one changes may be what another one's rules name. */
async function problemsOf(
  { blobs, xmlFiles }: { blobs: Blobs; xmlFiles: XmlFiles },
  pack: string,
  disId: string,
  manifests: readonly Manifest[],
): Promise<{ problems: PackProblem[]; unlisted: number }> {
  const ofSet = setProblems(mergeMeta(manifests.map(({ meta }) => meta ?? {})), PROBLEMS_LISTED);
  const found = Map.groupBy(ofSet.problems, ({ file }) => file);
  const problems: PackProblem[] = [];
  for (const [file, some] of found) {
    const source = manifests.findLast(({ entries }) => entries.some(({ path }) => path === file));
    const entry = source?.entries.find(({ path }) => path === file);
    if (!source || !entry) throw new Error(`${disId} has rules without a file`);
    const bytes = await readStoredFile(blobs, { ...entry, pack: source.pack, packSha256: source.packSha256 });
    const places = await xmlFiles.placesOf(file, bytes, some);
    const from = source.pack === pack ? '' : ` (${file} came with ${source.pack})`;
    for (const [i, problem] of some.entries()) {
      problems.push({
        entry: `${disId}/${file}`,
        ...places[i],
        reason: `${problem.reason}${from}`,
        ...(source.pack !== pack && { from: { fileName: source.pack, sha256: source.packSha256 } }),
      });
    }
  }
  return { problems, unlisted: ofSet.unlisted };
}

/** In the order in which their packs were uploaded. */
async function othersOf(
  { database, snapshots }: { database: Database; snapshots: Snapshots },
  pack: string,
  { kind, key }: { kind: RefKind; key: string },
): Promise<{
  snapshotId: string | undefined;
  others: readonly SnapshotPart[];
  uploaded: (part: SnapshotPart) => number;
}> {
  const ref = await findRef(database.read, 'embargo', kind, key);
  const current = ref ? (await snapshots.contentOf(ref.snapshotId)).parts : [];
  const others = current.filter((part) => part.pack !== pack);
  const order = await uploadOrder(
    database,
    others.map((part) => part.pack),
  );
  const uploaded = (part: SnapshotPart) => order.get(part.pack) ?? 0;
  return { snapshotId: ref?.snapshotId, others: inOrderOf(others, uploaded), uploaded };
}

const inOrderOf = (parts: readonly SnapshotPart[], uploaded: (part: SnapshotPart) => number): SnapshotPart[] =>
  parts.toSorted((a, b) => uploaded(a) - uploaded(b));

/**
 * A pack that is refused says all that is wrong with it, also where its files do not fit those of other packs. Rules and
 * layers of which one could not be read are not judged.
 */
export async function problemsOfSets(
  { database, snapshots, ...stores }: { database: Database; snapshots: Snapshots; blobs: Blobs; xmlFiles: XmlFiles },
  pack: string,
  manifests: readonly Manifest[],
  refusedMeta: ReadonlySet<string>,
): Promise<Pick<Plan, 'problems' | 'unlisted'>> {
  const problems: Problem[] = [];
  let unlisted = 0;
  for (const mine of manifests) {
    const { kind, disId } = mine;
    if (kind !== 'meta' || disId === undefined) continue;
    const { others } = await othersOf({ database, snapshots }, pack, { kind: 'dis', key: disId });
    const theirs = await Promise.all(others.filter((part) => part.kind === 'meta').map(snapshots.manifestOf));
    const found = await problemsOf(stores, pack, disId, [...theirs, mine]);
    const isJudged = ({ entry }: Problem) =>
      !refusedMeta.has(entry) && !refusedMeta.has(entry.replace('/rules-', '/layers-'));
    const judged = found.problems.filter(isJudged);
    problems.push(...judged);
    if (judged.length > 0) unlisted += found.unlisted;
  }
  return { problems, unlisted };
}

/**
 * @param pack the upload that is taken in
 * @param had  keys that an earlier upload of the same name had a part in
 */
export async function plan(
  { database, snapshots, ...stores }: { database: Database; snapshots: Snapshots; blobs: Blobs; xmlFiles: XmlFiles },
  pack: { number: number; fileName: string },
  had: readonly { kind: RefKind; key: string }[],
  contributions: readonly Contribution[],
): Promise<Plan> {
  const keys = new Map<string, { kind: RefKind; key: string }>();
  for (const { kind, key } of [...had, ...contributions]) keys.set(`${kind} ${key}`, { kind, key });
  const changes: Change[] = [];
  const problems: Problem[] = [];
  let unlisted = 0;
  // In one order for all packs: two that change the same sets never wait for each other.
  const inOrder = [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  for (const { kind, key } of inOrder) {
    const { snapshotId, others, uploaded } = await othersOf({ database, snapshots }, pack.fileName, { kind, key });
    const mine = contributions.find((c) => c.kind === kind && c.key === key)?.parts ?? [];
    const parts = inOrderOf([...others, ...mine], (part) =>
      part.pack === pack.fileName ? pack.number : uploaded(part),
    );
    if (kind === 'dis' && parts.length > 0) {
      const manifests = await Promise.all(parts.filter((part) => part.kind === 'meta').map(snapshots.manifestOf));
      const found = await problemsOf(stores, pack.fileName, key, manifests);
      problems.push(...found.problems);
      unlisted += found.unlisted;
    }
    const from = snapshotId ?? null;
    const to = parts.length === 0 ? null : { kind, parts };
    const mapping = await mappingLines(snapshots, { area: 'embargo', kind, key, from, to });
    changes.push({ kind, key, from, parts, mapping });
  }
  return { changes, problems, unlisted };
}

export async function apply(
  trx: Transaction<Tables>,
  snapshots: Snapshots,
  { changes }: Plan,
  who: string,
): Promise<void> {
  for (const { kind, key, from, parts, mapping } of changes) {
    if (parts.length === 0 && from === null) continue;
    const to = parts.length === 0 ? null : await snapshots.putSnapshot(trx, { kind, parts });
    await moveRef(trx, { area: 'embargo', kind, key, from, to, who, reason: 'upload' });
    await writeMappingLines(trx, mapping, who);
  }
}
