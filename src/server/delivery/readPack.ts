/**
 * Reads one pack whole and says what it holds, and everything that is wrong with it: list, place, read and check, manifest.
 *
 *   PackReading
 *   readPack
 *   inOrder      problems by entry, line and column
 */
import { hash } from 'node:crypto';
import type { Problem } from '../../contract/index.ts';
import type { Driver, SetMeta, Viewport } from '../../engine/meta.ts';
import type { PackName } from '../../engine/packNames.ts';
import { mergeMeta } from '../catalogue/imageSets.ts';
import type { Manifest, ManifestEntry, ManifestPicture } from '../catalogue/manifest.ts';
import type { PositionalReader } from '../platform/blobs/blobs.ts';
import { PoolClosed, ThreadEnded } from '../platform/threads/pool.ts';
import { isTemporary } from '../platform/unavailable.ts';
import type { EntryBytes } from '../platform/zip/entryBytes.ts';
import { type Listing, listEntries, readStoredEntry, type StoredEntry, type ZipEntry } from '../platform/zip/zip.ts';
import { XML_BYTES } from '../xmlFiles/formats.ts';
import { type XmlFiles, XmlTooCostly } from '../xmlFiles/xmlFiles.ts';
import type { PackLimits } from './limits.ts';
import type { PictureForms } from './pictureForms.ts';
import { type Placement, place } from './placement.ts';

export interface PackReading {
  /** of what could be read */
  readonly manifests: readonly Manifest[];
  /** in order; a pack without any is taken */
  readonly problems: readonly Problem[];
  /** problems of files with very many, beyond those */
  readonly unlisted: number;
  /** meta files that do not hold: `<set id>/<file>` */
  readonly unread: ReadonlySet<string>;
}

export interface PackSource {
  fileName: string;
  name: PackName;
  sha256: string;
  reader: PositionalReader;
}
export interface ReadOptions {
  limits: PackLimits;
  signal: AbortSignal;
  /** entries done of all */
  onProgress: (done: number, all: number) => void;
  forms: PictureForms;
  xmlFiles: XmlFiles;
}

interface Found {
  placement: Placement;
  entry: ManifestEntry;
  meta?: Partial<SetMeta>;
}

/** A file of a pack that has its place. */
interface Item {
  readonly zipEntry: ZipEntry;
  readonly placement: Placement;
}
type Result = Found | Problems;

interface Problems {
  readonly problems: readonly Problem[];
  readonly unlisted: number;
}

/** A store that does not answer is no fault of the pack; nor, until it was tried again, is a thread that died. */
function problem({ zipEntry }: Item, error: unknown): Problems {
  if (isTemporary(error) || error instanceof PoolClosed) throw error;
  if (error instanceof ThreadEnded) throw new Error(`${zipEntry.path}: ${error.message}`, { cause: error });
  if (error instanceof XmlTooCostly) {
    return { problems: [{ entry: zipEntry.path, line: 1, column: 1, reason: error.message }], unlisted: 0 };
  }
  return { problems: [{ entry: zipEntry.path, reason: (error as Error).message }], unlisted: 0 };
}

const entryOf = ({ zipEntry, placement }: Item, sha256: string): ManifestEntry => {
  const { offset, compressedSize, method, crc32, size } = zipEntry;
  return { path: placement.path, sha256, size, at: { offset, compressedSize, method, crc32 } };
};

const sha256Of = (bytes: Buffer): string => hash('sha256', bytes);

/** Where an entry's bytes are, and their hash. */
type Content = { sha256: string; bytes: EntryBytes } | { problem: string };

async function contentsOf(
  { reader }: PackSource,
  items: readonly Item[],
  forms: PictureForms,
): Promise<readonly Content[]> {
  const file = reader.path;
  const entries = items.map(({ zipEntry: { path: _, ...entry } }) => entry);
  if (file !== undefined) {
    const digests = await forms.threads.digest({ file, entries });
    return digests.map((digest, i) =>
      'problem' in digest ? digest : { ...digest, bytes: { file, entry: entries[i] as StoredEntry } },
    );
  }
  const contents: Content[] = [];
  for (const entry of entries) {
    try {
      const bytes = await readStoredEntry(reader, entry, { exact: true });
      contents.push({ sha256: sha256Of(bytes), bytes });
    } catch (error) {
      if (isTemporary(error)) throw error;
      contents.push({ problem: (error as Error).message });
    }
  }
  return contents;
}

const FORMATS: Readonly<Record<string, ManifestPicture['format']>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
};

/** The name says what its content is: other programs believe it. */
function checkEnding(path: string, { format }: ManifestPicture): void {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  if (FORMATS[ending] !== format)
    throw new Error(`the file is named .${ending}, its content is ${format.toUpperCase()}`);
}

async function readItem(item: Item, content: Content, { forms, xmlFiles }: ReadOptions): Promise<Result> {
  const { placement, zipEntry } = item;
  if ('problem' in content) return problem(item, new Error(content.problem));
  const { sha256, bytes } = content;
  const entry = entryOf(item, sha256);
  try {
    if (placement.kind === 'image')
      return { placement, entry: { ...entry, picture: await forms.readLayer(sha256, bytes) } };
    if (placement.kind === 'static') {
      const picture = await forms.readStatic(sha256, bytes);
      checkEnding(placement.path, picture);
      return { placement, entry: { ...entry, picture } };
    }
    if (zipEntry.size > XML_BYTES) throw new Error(`the file has ${zipEntry.size} bytes; ${XML_BYTES} are allowed`);
    const read = await xmlFiles.readMeta(placement.path, bytes, placement.disId);
    const { problems, unlisted } = read;
    if (problems.length > 0) return { problems: problems.map((p) => ({ entry: zipEntry.path, ...p })), unlisted };
    return { placement, entry, meta: read.meta };
  } catch (error) {
    return problem(item, error);
  }
}

/** Many at a time: reading, hashing and asking what is known costs little each, going about it does not. */
async function readBatch(source: PackSource, items: readonly Item[], options: ReadOptions): Promise<Result[]> {
  const { forms, signal } = options;
  const contents = await contentsOf(source, items, forms);
  await forms.expect(
    contents.flatMap((content, i) =>
      'sha256' in content && items[i]?.placement.kind === 'image' ? [content.sha256] : [],
    ),
  );
  const results: Result[] = [];
  // Few wait for a thread, so that a picture that somebody looks at, or the end of the server, waits for few.
  await inTurn(items.entries(), forms.atOnce, async ([i, item]) => {
    signal.throwIfAborted();
    results[i] = await readItem(item, contents[i] as Content, options);
  });
  return results;
}

/** What is read at a time: files up to either limit. */
const BATCH = 32;
const BATCH_BYTES = 8 * 1024 ** 2;
/** While the last pictures of one batch are made ready, the next one is hashed. */
const BATCHES_AT_ONCE = 2;

function* batchesOf(items: readonly Item[]): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    if (batch.length === BATCH || (batch.length > 0 && bytes + item.zipEntry.size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += item.zipEntry.size;
  }
  if (batch.length > 0) yield batch;
}

/** Does the work with so many at a time. */
async function inTurn<T>(list: Iterable<T>, atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = list[Symbol.iterator]();
  const runner = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
}

/** All masters of one angle must have one size; hand-made pictures of a resolution among themselves too. */
function sizeProblems(found: readonly Found[], shown: (found: Found) => string): Problem[] {
  const first = new Map<string, Found>();
  return found.flatMap((one): Problem[] => {
    const { picture, path } = one.entry;
    if (one.placement.kind !== 'image' || !picture) return [];
    const folder = `${one.placement.disId} ${one.placement.viewport} ${path.slice(0, path.lastIndexOf('/'))}`;
    const other = first.get(folder);
    if (!other?.entry.picture) {
      first.set(folder, one);
      return [];
    }
    const { width, height } = other.entry.picture;
    if (picture.width === width && picture.height === height) return [];
    return [
      {
        entry: shown(one),
        reason: `the picture is ${picture.width} x ${picture.height}, ${shown(other)} is ${width} x ${height}; pictures of one angle have one size`,
      },
    ];
  });
}

const keyOf = (p: Placement) => [p.kind, p.disId, p.viewport ?? '', p.driver ?? ''].join(' ');

function manifestsOf(source: PackSource, found: readonly Found[]): Manifest[] {
  return [...Map.groupBy(found, (one) => keyOf(one.placement)).values()].map((group) => {
    const { kind, disId, viewport, driver } = (group[0] as Found).placement;
    const metas = group.flatMap((one) => (one.meta ? [one.meta] : []));
    return {
      pack: source.fileName,
      packSha256: source.sha256,
      kind,
      ...(viewport !== undefined && { viewport: viewport as Viewport }),
      ...(driver !== undefined && { driver: driver as Driver }),
      ...(disId !== '' && { disId }),
      entries: group.map((one) => one.entry).sort((a, b) => (a.path < b.path ? -1 : 1)),
      ...(metas.length > 0 && { meta: mergeMeta(metas) }),
    };
  });
}

async function listingOf({ reader }: PackSource, { limits, forms }: ReadOptions): Promise<Listing> {
  if (reader.path === undefined) return listEntries(reader, limits);
  const { entries, entryBytes, ratio } = limits;
  return forms.threads.list({ file: reader.path, limits: { entries, entryBytes, ratio } });
}

export const inOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted(
    (a, b) =>
      (a.entry < b.entry ? -1 : a.entry > b.entry ? 1 : 0) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );

/** Throws only what the store throws, or the signal's reason, or what a thread died of. */
export async function readPack(source: PackSource, options: ReadOptions): Promise<PackReading> {
  const { entries, problems: zipProblems } = await listingOf(source, options);
  const problems: Problem[] = [...zipProblems];
  const work: Item[] = [];
  const placed = new Map<string, string>();
  for (const zipEntry of entries) {
    const placement = place(source.name, zipEntry.path);
    if ('reason' in placement) {
      problems.push({ entry: zipEntry.path, reason: placement.reason });
      continue;
    }
    work.push({ zipEntry, placement });
    const key = `${keyOf(placement)} ${placement.path}`;
    const other = placed.get(key);
    if (other !== undefined)
      problems.push({ entry: zipEntry.path, reason: `this and ${other} are one file of the set` });
    placed.set(key, zipEntry.path);
  }
  if (entries.length === 0 && problems.length === 0) problems.push({ entry: '', reason: 'the pack holds no file' });

  const found: Found[] = [];
  const unread = new Set<string>();
  let unlisted = 0;
  let done = 0;
  await inTurn(batchesOf(work), BATCHES_AT_ONCE, async (batch) => {
    options.signal.throwIfAborted();
    const results = await readBatch(source, batch, options);
    for (const [i, result] of results.entries()) {
      if (!('problems' in result)) {
        found.push(result);
        continue;
      }
      problems.push(...result.problems);
      unlisted += result.unlisted;
      const { kind, disId, path } = (batch[i] as Item).placement;
      if (kind === 'meta') unread.add(`${disId}/${path}`);
    }
    done += results.length;
    options.onProgress(done, work.length);
  });
  found.sort((a, b) => (a.entry.path < b.entry.path ? -1 : a.entry.path > b.entry.path ? 1 : 0));
  // There may be more of them than a call has arguments.
  const all = problems.concat(sizeProblems(found, (one) => one.placement.shown));
  return { manifests: manifestsOf(source, found), problems: inOrder(all), unlisted, unread };
}
