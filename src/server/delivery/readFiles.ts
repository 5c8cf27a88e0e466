/**
 * Reads and checks the files of a pack, batch by batch.
 *
 *   readFiles
 */
import type { Problem } from '../../contract/index.ts';
import type { PictureForms } from '../pictures/pictureForms.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import { type CheckedFile, checkFile, type FileProblems } from './checkFile.ts';
import type { PackReader } from './packReader.ts';
import type { PlacedFile } from './placement.ts';

export interface FilesReading {
  /** files without problems, sorted by path */
  readonly files: readonly CheckedFile[];
  readonly problems: readonly Problem[];
  /** number of problems beyond those */
  readonly unlisted: number;
  /** meta files with problems: `<set id>/<file>` */
  readonly refusedMeta: ReadonlySet<string>;
}

export interface FileReaders {
  readonly forms: PictureForms;
  readonly xmlFiles: XmlFiles;
  readonly signal: AbortSignal;
  /** files done of all */
  readonly onProgress: (done: number, all: number) => void;
}

/** A batch ends at either limit. */
const BATCH_FILES = 32;
const BATCH_BYTES = 8 * 1024 ** 2;
/** The next batch is hashed while the last pictures of the one before are prepared. */
const CONCURRENT_BATCHES = 2;

function* batchesOf(files: readonly PlacedFile[]): Generator<readonly PlacedFile[]> {
  let batch: PlacedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length === BATCH_FILES || (batch.length > 0 && bytes + file.zipEntry.size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.zipEntry.size;
  }
  if (batch.length > 0) yield batch;
}

/** Reading, hashing and looking up cost little for each file and much for each round trip, so a batch shares them. */
async function readBatch(
  reader: PackReader,
  batch: readonly PlacedFile[],
  { forms, xmlFiles, signal }: FileReaders,
): Promise<(CheckedFile | FileProblems)[]> {
  const contents = await reader.read(batch.map(({ zipEntry }) => zipEntry));
  const pairs = batch.flatMap((file, i) => {
    const content = contents[i];
    return content ? [{ file, content, i }] : [];
  });
  await forms.preload(
    pairs.flatMap(({ file, content }) =>
      'sha256' in content && file.placement.kind === 'image' ? [content.sha256] : [],
    ),
  );
  const results: (CheckedFile | FileProblems)[] = [];
  // Only a few queue for a thread, so that a picture that a user waits for, and a shutdown, wait for only a few.
  await eachInTurns(
    pairs,
    async ({ file, content, i }) => {
      signal.throwIfAborted();
      results[i] = await checkFile(file, content, { forms, xmlFiles });
    },
    { concurrency: forms.concurrency },
  );
  return results;
}

/** @throws what the store throws, the signal's reason, and an error that names the file if a thread dies */
export async function readFiles(
  reader: PackReader,
  placed: readonly PlacedFile[],
  options: FileReaders,
): Promise<FilesReading> {
  const files: CheckedFile[] = [];
  const problems: Problem[] = [];
  const refusedMeta = new Set<string>();
  let unlisted = 0;
  let done = 0;
  await eachInTurns(
    batchesOf(placed),
    async (batch) => {
      options.signal.throwIfAborted();
      for (const [i, result] of (await readBatch(reader, batch, options)).entries()) {
        if (!('problems' in result)) {
          files.push(result);
          continue;
        }
        for (const problem of result.problems) problems.push(problem);
        unlisted += result.unlisted;
        const placement = batch[i]?.placement;
        if (placement?.kind === 'meta') refusedMeta.add(`${placement.disId}/${placement.path}`);
      }
      done += batch.length;
      options.onProgress(done, placed.length);
    },
    { concurrency: CONCURRENT_BATCHES },
  );
  files.sort((a, b) => (a.entry.path < b.entry.path ? -1 : a.entry.path > b.entry.path ? 1 : 0));
  return { files, problems, unlisted, refusedMeta };
}
