/**
 * Reads one pack whole and says what it holds or everything that is wrong with it.
 *
 *   PackReading, PROBLEMS_LISTED
 *   readPack
 */
import { hash } from 'node:crypto';
import type { Problem } from '../../contract/index.ts';
import type { Driver, SetMeta, Viewport } from '../../engine/meta.ts';
import type { PackName } from '../../engine/packNames.ts';
import { mergeMeta } from '../catalogue/imageSets.ts';
import type { Manifest, ManifestEntry } from '../catalogue/manifest.ts';
import type { PictureBytes } from '../pictures/prepare.ts';
import type { PositionalReader } from '../platform/blobs/blobs.ts';
import { PoolClosed, ThreadEnded } from '../platform/threads/pool.ts';
import { isTemporary } from '../platform/unavailable.ts';
import { type Listing, listEntries, readStoredEntry, type StoredEntry, type ZipEntry } from '../platform/zip/zip.ts';
import { type XmlFiles, XmlTooCostly } from '../xmlFiles/xmlFiles.ts';
import type { PackLimits } from './limits.ts';
import type { PictureForms } from './pictureForms.ts';
import { type Placement, place } from './placement.ts';

export const PROBLEMS_LISTED = 100;

export type PackReading =
  | { ok: true; manifests: Manifest[] }
  /** up to PROBLEMS_LISTED of `count` */
  | { ok: false; problems: Problem[]; count: number };

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
type Result = Found | Problem[];

/** A store that does not answer is no fault of the pack; nor, until it was tried again, is a thread that died. */
function problem({ zipEntry }: Item, error: unknown): Problem[] {
  if (isTemporary(error) || error instanceof PoolClosed) throw error;
  if (error instanceof ThreadEnded) throw new Error(`${zipEntry.path}: ${error.message}`, { cause: error });
  if (error instanceof XmlTooCostly) return [{ entry: zipEntry.path, line: 1, column: 1, reason: error.message }];
  return [{ entry: zipEntry.path, reason: (error as Error).message }];
}

const entryOf = ({ zipEntry, placement }: Item, sha256: string): ManifestEntry => {
  const { offset, compressedSize, method, crc32, size } = zipEntry;
  return { path: placement.path, sha256, size, at: { offset, compressedSize, method, crc32 } };
};

const sha256Of = (bytes: Buffer): string => hash('sha256', bytes);

/** What is not a layer: read here. */
async function readEntry({ reader }: PackSource, item: Item, { forms, xmlFiles }: ReadOptions): Promise<Result> {
  const { zipEntry, placement } = item;
  try {
    const bytes = await readStoredEntry(reader, zipEntry, { exact: true });
    const entry = entryOf(item, sha256Of(bytes));
    if (placement.kind !== 'meta') {
      return { placement, entry: { ...entry, picture: await forms.readStatic(entry.sha256, bytes) } };
    }
    const read = await xmlFiles.readMeta(placement.path, bytes, placement.disId);
    if (read.problems.length > 0) return read.problems.map((p) => ({ entry: zipEntry.path, ...p }));
    return { placement, entry, meta: read.meta };
  } catch (error) {
    return problem(item, error);
  }
}

/** Where a layer's bytes are, and their hash. */
type Content = { sha256: string; bytes: PictureBytes } | { problem: string };

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

/** Layers, many at a time: reading, hashing and asking what is known costs little each, going about it does not. */
async function readLayers(source: PackSource, items: readonly Item[], options: ReadOptions): Promise<Result[]> {
  const { forms, signal } = options;
  const contents = await contentsOf(source, items, forms);
  await forms.expect(contents.flatMap((content) => ('sha256' in content ? [content.sha256] : [])));
  const read = async (item: Item, content: Content): Promise<Result> => {
    if ('problem' in content) return problem(item, new Error(content.problem));
    try {
      const picture = await forms.readLayer(content.sha256, content.bytes);
      return { placement: item.placement, entry: { ...entryOf(item, content.sha256), picture } };
    } catch (error) {
      return problem(item, error);
    }
  };
  const results: Result[] = [];
  // Few wait for a thread, so that a picture that somebody looks at, or the end of the server, waits for few.
  await inTurn(items.entries(), forms.atOnce, async ([i, item]) => {
    signal.throwIfAborted();
    results[i] = await read(item, contents[i] as Content);
  });
  return results;
}

/** What is read at a time: one file, or layers up to either limit. */
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

/** Refuses or accepts the pack whole. Throws only what the store throws, or the signal's reason. */
export async function readPack(source: PackSource, options: ReadOptions): Promise<PackReading> {
  const problems: Problem[] = [];
  const { entries, problems: zipProblems } = await listingOf(source, options);
  problems.push(...zipProblems);
  const work: Item[] = [];
  for (const zipEntry of entries) {
    const placement = place(source.name, zipEntry.path);
    if ('reason' in placement) problems.push({ entry: zipEntry.path, reason: placement.reason });
    else work.push({ zipEntry, placement });
  }
  if (entries.length === 0 && problems.length === 0) problems.push({ entry: '', reason: 'the pack holds no file' });

  const found: Found[] = [];
  let done = 0;
  const take = (results: readonly Result[]) => {
    for (const result of results) {
      if (Array.isArray(result)) problems.push(...result);
      else found.push(result);
    }
    done += results.length;
    options.onProgress(done, work.length);
  };
  const isLayer = ({ placement }: Item) => placement.kind === 'image';
  await inTurn(batchesOf(work.filter(isLayer)), BATCHES_AT_ONCE, async (batch) => {
    options.signal.throwIfAborted();
    take(await readLayers(source, batch, options));
  });
  const others = work.filter((item) => !isLayer(item));
  await inTurn(others, options.forms.atOnce, async (item) => {
    options.signal.throwIfAborted();
    take([await readEntry(source, item, options)]);
  });
  found.sort((a, b) => (a.entry.path < b.entry.path ? -1 : a.entry.path > b.entry.path ? 1 : 0));
  problems.push(...sizeProblems(found, (one) => one.placement.shown));
  if (problems.length > 0) {
    problems.sort((a, b) => (a.entry < b.entry ? -1 : a.entry > b.entry ? 1 : (a.line ?? 0) - (b.line ?? 0)));
    return { ok: false, problems: problems.slice(0, PROBLEMS_LISTED), count: problems.length };
  }
  return { ok: true, manifests: manifestsOf(source, found) };
}
