/**
 * What a pack changes in the catalogue: the next snapshot of every set that it has, or had, a part in.
 *
 *   Contribution, Plan
 *   plan       computed outside the transaction, from the refs as they are
 *   apply      inside the transaction. @throws RefMoved if a ref moved in between: make a new plan
 */
import type { Transaction } from 'kysely';
import { type MappingLine, mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { moveRef, type RefKind } from '../catalogue/refs.ts';
import type { SnapshotPart, Snapshots } from '../catalogue/snapshots.ts';
import type { Tables } from '../schema.ts';
import type { PackProblem } from './problems.ts';
import { checkSet, otherParts, type SetProblems, type SetStores } from './setChecks.ts';

interface SetKey {
  readonly kind: RefKind;
  /** disId, or the static pack's file name */
  readonly key: string;
}

export interface Contribution extends SetKey {
  readonly parts: readonly SnapshotPart[];
}

interface Change extends SetKey {
  /** the snapshot that the plan was made from; null: there was none */
  readonly from: string | null;
  readonly parts: readonly SnapshotPart[];
  readonly mapping: readonly MappingLine[];
}

export interface Plan extends SetProblems {
  readonly changes: readonly Change[];
}

/**
 * @param pack           the upload that is processed
 * @param previousKeys   sets that the live upload of the same name has a part in
 */
export async function plan(
  stores: SetStores,
  pack: { number: number; fileName: string },
  previousKeys: readonly SetKey[],
  contributions: readonly Contribution[],
): Promise<Plan> {
  const { snapshots } = stores;
  const keys = new Map<string, SetKey>();
  for (const { kind, key } of [...previousKeys, ...contributions]) keys.set(`${kind} ${key}`, { kind, key });
  const changes: Change[] = [];
  const problems: PackProblem[] = [];
  let unlisted = 0;
  // All packs change sets in the same order, so that two packs never wait for each other.
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  for (const { kind, key } of sorted) {
    const { snapshotId, parts: others, numberOf } = await otherParts(stores, pack.fileName, { kind, key });
    const own = contributions.find((c) => c.kind === kind && c.key === key)?.parts ?? [];
    const order = (part: SnapshotPart) => (part.pack === pack.fileName ? pack.number : numberOf(part));
    const parts = [...others, ...own].sort((a, b) => order(a) - order(b));
    if (kind === 'dis' && parts.length > 0) {
      const manifests = await Promise.all(parts.filter((part) => part.kind === 'meta').map(snapshots.manifestOf));
      const found = await checkSet(stores, pack.fileName, key, manifests);
      for (const problem of found.problems) problems.push(problem);
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
