/**
 * The log lines about the LCDV mapping: which versions the move of a set adds to an area, and which it removes.
 *
 *   mappingLines        call it before the transaction that moves the ref: a slow store must not hold that open
 *   writeMappingLines   call it inside
 */
import type { Transaction } from 'kysely';
import { AREA_NAMES } from '../../contract/index.ts';
import { type Line, write } from '../journal/journal.ts';
import type { Tables } from '../schema.ts';
import { mergeMeta } from './imageSets.ts';
import type { Move } from './refs.ts';
import type { SnapshotContent, Snapshots } from './snapshots.ts';

export type MappingLine = Omit<Line, 'who'>;
/** A snapshot's content or id; null: the area does not have the set. */
type Content = SnapshotContent | string | null;

/** Up to this many versions get a line each; more are combined into a few lines. */
const MAX_LINES = 20;
/** versions in such a line */
const VERSIONS_A_LINE = 200;

async function versionsOf(snapshots: Snapshots, content: Content): Promise<string[]> {
  if (content === null) return [];
  const { parts } = typeof content === 'string' ? await snapshots.contentOf(content) : content;
  const manifests = await Promise.all(parts.filter(({ kind }) => kind === 'meta').map(snapshots.manifestOf));
  return (mergeMeta(manifests.map(({ meta }) => meta ?? {})).versions ?? []).map(({ id }) => id);
}

/** `context` is what the dynamic image log shows as the version. */
function linesOf(versions: readonly string[], what: string): MappingLine[] {
  if (versions.length <= MAX_LINES) {
    return versions.map((version) => ({
      status: 'INFO',
      context: version,
      about: 'mapping',
      message: `version ${version} ${what}.`,
    }));
  }
  const lines: MappingLine[] = [];
  for (let at = 0; at < versions.length; at += VERSIONS_A_LINE) {
    const listed = versions.slice(at, at + VERSIONS_A_LINE);
    const message = `${listed.length} versions ${what}: ${listed.join(', ')}.`;
    lines.push({ status: 'INFO', context: 'mapping', about: 'mapping', message });
  }
  return lines;
}

export async function mappingLines(
  snapshots: Snapshots,
  { area, kind, key, from, to }: Pick<Move, 'area' | 'kind' | 'key'> & { from: Content; to: Content },
): Promise<MappingLine[]> {
  if (kind !== 'dis' || from === to) return [];
  const [before, after] = await Promise.all([versionsOf(snapshots, from), versionsOf(snapshots, to)]);
  const [had, has] = [new Set(before), new Set(after)];
  const added = after.filter((version) => !had.has(version));
  const removed = before.filter((version) => !has.has(version));
  const where = `set ${key} in ${AREA_NAMES[area]}`;
  return [...linesOf(added, `added to ${where}`), ...linesOf(removed, `removed from ${where}`)];
}

export async function writeMappingLines(
  trx: Transaction<Tables>,
  lines: readonly MappingLine[],
  who: string,
): Promise<void> {
  for (const line of lines) await write(trx, { ...line, who });
}
