/**
 * Reads one pack completely and reports what it holds and everything that is wrong with it. Each step passes its result
 * to the next:
 *
 *   list        packReader.ts the entries of the zip
 *   place       placement.ts        where each belongs
 *   read        readFiles.ts        their contents, batch by batch
 *   check       checkFile.ts        each by its kind
 *   manifest    packManifests.ts    what the files are together
 *
 *   PackReading
 *   readPack
 */
import type { Problem } from '../../contract/index.ts';
import type { PackName } from '../../engine/packNames.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import type { Preparer } from '../pictures/prepare.ts';
import type { PositionalReader } from '../platform/blobs/blobs.ts';
import { withSpan } from '../platform/tracing.ts';
import type { PackLimits } from './limits.ts';
import { manifestsOf, sizeProblems } from './packManifests.ts';
import { openPackReader } from './packReader.ts';
import { placeEntries } from './placement.ts';
import { sortProblems } from './problems.ts';
import { type FileReaders, type FilesReading, readFiles } from './readFiles.ts';

export interface PackReading extends Pick<FilesReading, 'unlisted' | 'refusedMeta'> {
  /** of the files without problems */
  readonly manifests: readonly Manifest[];
  /** sorted; a pack without any is accepted */
  readonly problems: readonly Problem[];
}

export interface PackSource {
  readonly fileName: string;
  readonly name: PackName;
  readonly sha256: string;
  readonly reader: PositionalReader;
}

export interface ReadPackOptions extends FileReaders {
  readonly limits: PackLimits;
  /** read packs that are local files */
  readonly threads: Pick<Preparer, 'list' | 'digest'>;
}

/** @throws what the store throws, the signal's reason, and an error that names the file if a thread dies */
export async function readPack(pack: PackSource, options: ReadPackOptions): Promise<PackReading> {
  const reader = openPackReader(pack.reader, options.threads, options.limits);
  const listing = await withSpan('list the pack', {}, () => reader.list());
  const placing = placeEntries(pack.name, listing.entries);
  const files = { 'pack.files': placing.files.length };
  const reading = await withSpan('read its files', files, () => readFiles(reader, placing.files, options));
  const problems = [listing, placing, reading].flatMap((step) => step.problems).concat(sizeProblems(reading.files));
  if (listing.entries.length === 0 && problems.length === 0) {
    problems.push({ entry: '', reason: 'the pack holds no file' });
  }
  return {
    manifests: manifestsOf(pack, reading.files),
    problems: sortProblems(problems),
    unlisted: reading.unlisted,
    refusedMeta: reading.refusedMeta,
  };
}
