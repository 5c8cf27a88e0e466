/**
 * Reads zip files that nobody vouches for: yauzl reads the central directory, everything that it leaves unchecked is
 * checked here, before any byte is inflated. Problems are collected, so that a supplier sees all of them at once.
 *
 *   ZipEntry, ZipLimits, ZipProblem
 *   listEntries       the files of a zip with every problem found
 *   readStoredEntry, readStoredEntrySync   an entry's bytes by position, CRC checked
 */
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { BlobsUnavailable, type PositionalReader } from '../blobs/blobs.ts';

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
/** Folders, and what file managers leave behind. */
const isIgnored = (path: string): boolean =>
  path.endsWith('/') ||
  `/${path}`.includes('/__MACOSX/') ||
  ['.DS_Store', 'Thumbs.db'].includes(path.slice(path.lastIndexOf('/') + 1));
const UTF8_FLAG = 0x800;
const LOCAL_HEADER = 30;
const FILE_TYPES = 0xf000;
const REGULAR = [0, 0x8000];
const UNIX = 3;
const DEFLATED = 8;
const utf8 = new TextDecoder('utf-8', { fatal: true });

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

function nameProblem(path: string | undefined): string | undefined {
  if (path === undefined) return 'the name is not UTF-8';
  if (path === '') return 'the name is empty';
  if (path.includes('\\')) return 'the name has a backslash; folders are separated by /';
  if (/\p{Cc}/u.test(path)) return 'the name has a control character';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'the name is absolute';
  if (path.split('/').some((part) => part === '..' || part === '.' || part === '')) {
    return 'the name has an empty, . or .. folder';
  }
  if (path.length > 1000) return 'the name has more than 1,000 characters';
  return undefined;
}

function kindProblem(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'the entry is encrypted';
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

/** The local header must say what the directory says: a reader that trusts the other one would see another file. */
async function locate(zip: ZipFile, entry: Entry, end: number): Promise<number | string> {
  if (entry.relativeOffsetOfLocalHeader + LOCAL_HEADER > end) return 'the entry starts past the end of the file';
  const local = await zip.readLocalFileHeaderPromise(entry);
  if (!local.fileName.equals(entry.fileNameRaw)) return 'the name at the entry differs from the name in the directory';
  if (local.compressionMethod !== entry.compressionMethod)
    return 'the compression method at the entry differs from the directory';
  const described = (entry.generalPurposeBitFlag & 8) !== 0;
  if (!described) {
    const zip64 = local.compressedSize === 0xffffffff || local.uncompressedSize === 0xffffffff;
    if (local.crc32 !== entry.crc32) return 'the CRC at the entry differs from the directory';
    if (
      !zip64 &&
      (local.compressedSize !== entry.compressedSize || local.uncompressedSize !== entry.uncompressedSize)
    ) {
      return 'the size at the entry differs from the directory';
    }
  }
  if (local.fileDataStart + entry.compressedSize > end) return 'the entry ends past the end of the file';
  return local.fileDataStart;
}

/** Entries that share bytes are how small zips grow into terabytes. */
function overlaps(entries: readonly ZipEntry[], starts: ReadonlyMap<string, number>): ZipProblem[] {
  const sorted = [...entries].sort((a, b) => (starts.get(a.path) ?? 0) - (starts.get(b.path) ?? 0));
  return sorted.flatMap((entry, i) => {
    const next = sorted[i + 1];
    if (!next || entry.offset + entry.compressedSize <= (starts.get(next.path) ?? 0)) return [];
    return [{ entry: next.path, reason: `the entry shares bytes with ${entry.path}` }];
  });
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
  const starts = new Map<string, number>();
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
    if (error instanceof BlobsUnavailable) throw error;
    return { entries, problems: [{ entry: '', reason: `not a readable zip file: ${(error as Error).message}` }] };
  }
  if (zip.entryCount > limits.entries) {
    return {
      entries,
      problems: [{ entry: '', reason: `the zip has ${zip.entryCount} entries; ${limits.entries} are allowed` }],
    };
  }
  try {
    for await (const entry of zip.eachEntry()) {
      const path = decoded(entry.fileNameRaw, entry.generalPurposeBitFlag);
      const shown = path ?? entry.fileNameRaw.toString('latin1');
      if (path !== undefined && isIgnored(path) && !path.includes('..')) continue;
      const problem = nameProblem(path) ?? kindProblem(entry);
      if (problem !== undefined || path === undefined) {
        say(shown, problem ?? 'the name is not UTF-8');
        continue;
      }
      const key = path.normalize('NFC').toLowerCase();
      const twin = folded.get(key);
      if (twin !== undefined) {
        say(
          path,
          twin === path ? 'two entries have this name' : `the name differs from ${twin} only in case or spelling`,
        );
        continue;
      }
      folded.set(key, path);
      if (entry.uncompressedSize > limits.entryBytes) {
        say(path, `the entry has ${entry.uncompressedSize} bytes; ${limits.entryBytes} are allowed`);
        continue;
      }
      const offset = await locate(zip, entry, reader.size);
      if (typeof offset === 'string') {
        say(path, offset);
        continue;
      }
      total += entry.uncompressedSize;
      starts.set(path, entry.relativeOffsetOfLocalHeader);
      entries.push({
        path,
        offset,
        compressedSize: entry.compressedSize,
        method: entry.compressionMethod,
        crc32: entry.crc32,
        size: entry.uncompressedSize,
      });
    }
  } catch (error) {
    if (error instanceof BlobsUnavailable) throw error;
    say('', `the zip is damaged: ${(error as Error).message}`);
  }
  problems.push(...overlaps(entries, starts));
  if (total > reader.size * limits.ratio) {
    say('', `the entries would inflate to ${total} bytes, more than ${limits.ratio} times the zip`);
  }
  return { entries, problems };
}

/**
 * Names without the mark are UTF-8 too where their bytes are: macOS writes them so, and with its decomposed letters, which
 * no XML file that names the layer has. Bytes of an older code page are UTF-8 by the rarest accident only.
 */
function decoded(raw: Buffer, flags: number): string | undefined {
  try {
    const name = utf8.decode(raw);
    return (flags & UTF8_FLAG) === 0 ? name.normalize('NFC') : name;
  } catch {
    return undefined;
  }
}

/** In one piece, which is a good deal faster, unless somebody declares more than pictures have. */
const ONE_PIECE = 16 * 1024 ** 2;
const limitOf = ({ size }: StoredEntry) => ({
  maxOutputLength: Math.max(1, size),
  chunkSize: Math.max(64, Math.min(size + 1, ONE_PIECE)),
});

function notInflated(cause: unknown): never {
  throw new Error('the data cannot be inflated to its declared size', { cause });
}

function checked(bytes: Buffer, entry: StoredEntry): Buffer {
  if (bytes.length !== entry.size) throw new Error(`the data has ${bytes.length} bytes, ${entry.size} are declared`);
  if (crc32(bytes) !== entry.crc32) throw new Error('the CRC does not fit the data');
  return bytes;
}

/** @throws Error with a sentence for the supplier when the data is damaged or larger than declared */
export async function readStoredEntry(reader: PositionalReader, entry: StoredEntry): Promise<Buffer> {
  const raw = await reader.read(entry.offset, entry.compressedSize);
  return checked(entry.method === DEFLATED ? await inflate(raw, limitOf(entry)).catch(notInflated) : raw, entry);
}

/**
 * The same on the calling thread, from a file.
 * @param read exactly so many bytes of the file at a position; may be overwritten by the next call
 */
export function readStoredEntrySync(read: (position: number, length: number) => Buffer, entry: StoredEntry): Buffer {
  const raw = read(entry.offset, entry.compressedSize);
  if (entry.method !== DEFLATED) return checked(raw, entry);
  let bytes: Buffer;
  try {
    bytes = inflateRawSync(raw, limitOf(entry));
  } catch (cause) {
    notInflated(cause);
  }
  return checked(bytes, entry);
}
