/**
 * Reads zip files that nobody vouches for: yauzl reads the central directory, everything that it leaves unchecked is
 * checked here, before any byte is inflated. Problems are collected, so that the sender sees all of them at once.
 *
 *   ZipEntry, ZipLimits, ZipProblem
 *   listEntries       the files of a zip with every problem found
 *   readStoredEntry, readStoredEntrySync   an entry's bytes by position, CRC checked
 */
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { PositionalReader } from '../blobs/blobs.ts';
import { isTemporary } from '../unavailable.ts';
import { directoryProblem, layoutProblems, locate, type Span } from './layout.ts';
import { decodeName, isIgnored, nameProblem } from './names.ts';

export interface StoredEntry {
  /** of the data, bytes from the start of the zip */
  readonly offset: number;
  readonly compressedSize: number;
  /** 0 stored, 8 deflated */
  readonly method: number;
  readonly crc32: number;
  /** bytes when inflated */
  readonly size: number;
}
export interface ZipEntry extends StoredEntry {
  readonly path: string;
}
export interface ZipLimits {
  entries: number;
  /** bytes of one entry, inflated */
  entryBytes: number;
  /** inflated bytes of all entries for each byte of the zip */
  ratio: number;
}
export interface ZipProblem {
  entry: string;
  reason: string;
}

const inflate = promisify(inflateRaw);
const PATCHED = 0x20;
const FILE_TYPES = 0xf000;
const REGULAR = [0, 0x8000];
const UNIX = 3;
const DEFLATED = 8;

/** yauzl's way of asking for bytes, answered by a positional reader. */
class Source extends yauzl.RandomAccessReader {
  readonly #reader: PositionalReader;
  constructor(reader: PositionalReader) {
    super();
    this.#reader = reader;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const reader = this.#reader;
    return Readable.from(
      (async function* () {
        yield await reader.read(start, end - start);
      })(),
    );
  }
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#reader.read(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}

function kindProblem(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'the entry is encrypted';
  if ((entry.generalPurposeBitFlag & PATCHED) !== 0) return 'the entry is patch data for another file';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== DEFLATED) {
    return `compression method ${entry.compressionMethod} is not known; only stored and deflated entries are`;
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
  /** in the order of the directory, without folders and what file managers leave behind */
  entries: ZipEntry[];
  problems: ZipProblem[];
}

/** Never throws for what the zip holds; throws what the reader throws. */
export async function listEntries(reader: PositionalReader, limits: ZipLimits): Promise<Listing> {
  const problems: ZipProblem[] = [];
  const entries: ZipEntry[] = [];
  const spans: Span[] = [];
  const folded = new Map<string, string>();
  let total = 0;
  const say = (entry: string, reason: string) => problems.push({ entry, reason });

  let zip: ZipFile;
  try {
    zip = await yauzl.fromRandomAccessReaderPromise(new Source(reader), reader.size, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      // yauzl would end the listing at the first wrong size; kindProblem and readStoredEntry name each one.
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

  /** @returns why the entry is refused, besides its place */
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
      if (problem !== undefined) say(shown, problem);
      // Nothing, deflated, is two bytes.
      if (ignored && path.endsWith('/') && (entry.uncompressedSize > 0 || entry.compressedSize > 2)) {
        say(shown, 'a folder has content');
      }
      const span = await locate(reader, entry, shown);
      if (typeof span === 'string') {
        say(shown, span);
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
    // Where a header is wrong, what lies behind it is anybody's guess.
    if (spans.length === zip.entryCount)
      for (const { entry, reason } of layoutProblems(spans, directoryStart)) say(entry, reason);
    const directory = { start: directoryStart, end: cursorOf(zip) };
    const problem = await directoryProblem(reader, directory, zip.comment.length);
    if (problem !== undefined) say('', problem);
  } catch (error) {
    if (isTemporary(error)) throw error;
    const beyond = /past the end/.test((error as Error).message);
    say('', `the zip is damaged: ${beyond ? 'its directory ends past the end of the file' : (error as Error).message}`);
  }
  if (total > reader.size * limits.ratio) {
    say('', `the entries would inflate to ${total} bytes, more than ${limits.ratio} times the zip`);
  }
  return { entries, problems };
}

/** The commonest cause in plain words, others in those of yauzl. */
function unreadable(error: unknown): string {
  const { message } = error as Error;
  if (!message.startsWith('End of central directory')) return `not a readable zip file: ${message}`;
  return 'not a readable zip file: the end of a zip is missing. The file is cut off, or something else than a zip';
}

/** Where yauzl goes on reading: the directory's start before the first entry, its end after the last. */
const cursorOf = (zip: ZipFile): number => (zip as unknown as { readEntryCursor: number }).readEntryCursor;

/** In one piece, which is a good deal faster, unless an entry declares an unusual size. */
const ONE_PIECE = 16 * 1024 ** 2;
/** `info`: the answer also says how much of the input was needed, which the types do not know. */
const optionsOf = ({ size }: StoredEntry) => ({
  maxOutputLength: Math.max(1, size),
  chunkSize: Math.max(64, Math.min(size + 1, ONE_PIECE)),
  info: true,
});
interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}
export interface ReadOptions {
  /** Refuses bytes behind the end of the compressed data: for zips that are taken in. */
  exact?: boolean;
}

function notInflated(cause: unknown): never {
  throw new Error('the data cannot be inflated to its declared size', { cause });
}

function inflatedOf({ buffer, engine }: Inflated, entry: StoredEntry, { exact = false }: ReadOptions): Buffer {
  const rest = entry.compressedSize - engine.bytesWritten;
  if (exact && rest > 0) throw new Error(`${rest} bytes follow the end of the compressed data`);
  return checked(buffer, entry);
}

function checked(bytes: Buffer, entry: StoredEntry): Buffer {
  if (bytes.length !== entry.size) throw new Error(`the data has ${bytes.length} bytes, ${entry.size} are declared`);
  if (crc32(bytes) !== entry.crc32) throw new Error('the CRC does not fit the data');
  return bytes;
}

/** @throws Error with a sentence for the sender when the data is damaged or larger than declared */
export async function readStoredEntry(
  reader: PositionalReader,
  entry: StoredEntry,
  options: ReadOptions = {},
): Promise<Buffer> {
  const raw = await reader.read(entry.offset, entry.compressedSize);
  if (entry.method !== DEFLATED) return checked(raw, entry);
  const answer = await inflate(raw, optionsOf(entry)).catch(notInflated);
  return inflatedOf(answer as unknown as Inflated, entry, options);
}

/**
 * The same on the calling thread, from a file.
 * @param read exactly so many bytes of the file at a position; may be overwritten by the next call
 */
export function readStoredEntrySync(
  read: (position: number, length: number) => Buffer,
  entry: StoredEntry,
  options: ReadOptions = {},
): Buffer {
  const raw = read(entry.offset, entry.compressedSize);
  if (entry.method !== DEFLATED) return checked(raw, entry);
  let answer: Inflated;
  try {
    answer = inflateRawSync(raw, optionsOf(entry)) as unknown as Inflated;
  } catch (cause) {
    notInflated(cause);
  }
  return inflatedOf(answer, entry, options);
}
