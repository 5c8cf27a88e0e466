/**
 * Lists the entries of zip files from untrusted senders. yauzl reads the central directory; what it leaves unchecked is
 * checked here, before any byte is inflated. Problems are collected, so that the sender sees all of them at once.
 *
 *   ZipEntry, ZipLimits, ZipProblem, Listing
 *   listEntries       the files of a zip with every problem found
 */
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { PositionalReader } from '../blobs/blobs.ts';
import { isTemporary } from '../unavailable.ts';
import { directoryProblem, layoutProblems, locate, type Span } from './layout.ts';
import { decodeName, isIgnored, nameProblem } from './names.ts';
import { ZipSource } from './source.ts';
import { DEFLATED, type StoredEntry } from './storedEntry.ts';

export interface ZipEntry extends StoredEntry {
  readonly path: string;
}
export interface ZipLimits {
  entries: number;
  /** bytes of one entry, inflated */
  entryBytes: number;
  /** inflated bytes of all entries per byte of the zip */
  ratio: number;
}
export interface ZipProblem {
  entry: string;
  reason: string;
}

const PATCHED = 0x20;
const FILE_TYPES = 0xf000;
const REGULAR = [0, 0x8000];
const UNIX = 3;

function kindProblem(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'the entry is encrypted';
  if ((entry.generalPurposeBitFlag & PATCHED) !== 0) return 'the entry is patch data for another file';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== DEFLATED) {
    return `compression method ${entry.compressionMethod} is not supported; only stored and deflated entries are`;
  }
  const mode = (entry.externalFileAttributes >>> 16) & FILE_TYPES;
  if (entry.versionMadeBy >>> 8 === UNIX && !REGULAR.includes(mode))
    return 'the entry is a link or a device, not a file';
  if (entry.compressionMethod === 0 && entry.compressedSize !== entry.uncompressedSize) {
    return 'a stored entry has two different sizes';
  }
  return undefined;
}

export interface Listing {
  /** in the order of the directory, without folders and files that file managers leave behind */
  entries: ZipEntry[];
  problems: ZipProblem[];
}

/** Never throws because of the zip's content; throws what the reader throws. */
export async function listEntries(reader: PositionalReader, limits: ZipLimits): Promise<Listing> {
  const problems: ZipProblem[] = [];
  const entries: ZipEntry[] = [];
  const spans: Span[] = [];
  const folded = new Map<string, string>();
  let total = 0;
  const report = (entry: string, reason: string) => problems.push({ entry, reason });

  let zip: ZipFile;
  try {
    zip = await yauzl.fromRandomAccessReaderPromise(new ZipSource(reader), reader.size, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      // yauzl would stop at the first wrong size; kindProblem and readStoredEntry report each one.
      validateEntrySizes: false,
    });
  } catch (error) {
    if (isTemporary(error)) throw error;
    return { entries, problems: [{ entry: '', reason: unreadable(error) }] };
  }
  if (zip.entryCount > limits.entries) {
    return {
      entries,
      problems: [{ entry: '', reason: `the zip has ${zip.entryCount} entries; ${limits.entries} are allowed` }],
    };
  }

  /** @returns why the entry is refused, apart from its position */
  function problemOf(entry: Entry, path: string | undefined): string | undefined {
    const problem = nameProblem(path) ?? kindProblem(entry);
    if (problem !== undefined || path === undefined) return problem;
    const key = path.normalize('NFC').toLowerCase();
    const twin = folded.get(key);
    if (twin === path) return 'two entries have this name';
    if (twin !== undefined) return `the name differs from ${twin} only in case or spelling`;
    folded.set(key, path);
    if (entry.uncompressedSize <= limits.entryBytes) return undefined;
    return `the entry has ${entry.uncompressedSize} bytes; ${limits.entryBytes} are allowed`;
  }

  const directoryStart = cursorOf(zip);
  try {
    for await (const entry of zip.eachEntry()) {
      const path = decodeName(entry.fileNameRaw, entry.generalPurposeBitFlag);
      const shown = path ?? entry.fileNameRaw.toString('latin1');
      const ignored = path !== undefined && isIgnored(path) && !path.includes('..');
      const problem = ignored ? undefined : problemOf(entry, path);
      if (problem !== undefined) report(shown, problem);
      // Deflate turns an empty file into two bytes.
      if (ignored && path.endsWith('/') && (entry.uncompressedSize > 0 || entry.compressedSize > 2)) {
        report(shown, 'a folder has content');
      }
      const span = await locate(reader, entry, shown);
      if (typeof span === 'string') {
        report(shown, span);
        continue;
      }
      spans.push(span);
      if (ignored || problem !== undefined || path === undefined) continue;
      total += entry.uncompressedSize;
      entries.push({
        path,
        offset: span.data,
        compressedSize: entry.compressedSize,
        method: entry.compressionMethod,
        crc32: entry.crc32,
        size: entry.uncompressedSize,
      });
    }
    // After a wrong header, there is no telling where the entry ends.
    if (spans.length === zip.entryCount)
      for (const { entry, reason } of layoutProblems(spans, directoryStart)) report(entry, reason);
    const directory = { start: directoryStart, end: cursorOf(zip) };
    const problem = await directoryProblem(reader, directory, zip.comment.length);
    if (problem !== undefined) report('', problem);
  } catch (error) {
    if (isTemporary(error)) throw error;
    const beyond = /past the end/.test((error as Error).message);
    report(
      '',
      `the zip is damaged: ${beyond ? 'its directory ends past the end of the file' : (error as Error).message}`,
    );
  }
  if (total > reader.size * limits.ratio) {
    report('', `the entries would inflate to ${total} bytes, more than ${limits.ratio} times the zip`);
  }
  return { entries, problems };
}

/** Explains the most common cause; passes on yauzl's message for others. */
function unreadable(error: unknown): string {
  const { message } = error as Error;
  if (!message.startsWith('End of central directory')) return `not a readable zip file: ${message}`;
  return 'not a readable zip file: the end of a zip is missing. The file is cut off or is not a zip';
}

/** Where yauzl reads next: the start of the directory before the first entry, its end after the last. */
const cursorOf = (zip: ZipFile): number => (zip as unknown as { readEntryCursor: number }).readEntryCursor;
