/**
 * Reads one pack whole and says what it holds or everything that is wrong with it.
 *
 *   PackReading, PROBLEMS_LISTED
 *   readPack
 */
import { createHash } from 'node:crypto';
import type { Problem } from '../../contract/index.ts';
import type { Driver, SetMeta, Viewport } from '../../engine/meta.ts';
import type { PackName } from '../../engine/packNames.ts';
import { mergeMeta } from '../catalogue/imageSets.ts';
import type { Manifest, ManifestEntry } from '../catalogue/manifest.ts';
import { BlobsUnavailable, type PositionalReader } from '../platform/blobs/blobs.ts';
import { listEntries, readStoredEntry, type ZipEntry } from '../platform/zip/zip.ts';
import type { PackLimits } from './limits.ts';
import { readMetaFile } from './metaFiles.ts';
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
}

interface Found {
  placement: Placement;
  entry: ManifestEntry;
  meta?: Partial<SetMeta>;
}

async function readEntry(
  source: PackSource,
  zipEntry: ZipEntry,
  placement: Placement,
  options: ReadOptions,
): Promise<Found | Problem[]> {
  const problem = (reason: string): Problem[] => [{ entry: zipEntry.path, reason }];
  let bytes: Buffer;
  try {
    bytes = await readStoredEntry(source.reader, zipEntry);
  } catch (error) {
    if (error instanceof BlobsUnavailable) throw error;
    return problem((error as Error).message);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { offset, compressedSize, method, crc32 } = zipEntry;
  const entry = { path: placement.path, sha256, size: zipEntry.size, at: { offset, compressedSize, method, crc32 } };
  if (placement.kind === 'meta') {
    const read = readMetaFile(placement.path, bytes, placement.disId);
    if (read.problems.length > 0) return read.problems.map((p) => ({ entry: zipEntry.path, ...p }));
    return { placement, entry, meta: read.meta };
  }
  try {
    const picture = await options.forms.read(sha256, bytes, placement.kind);
    return { placement, entry: { ...entry, picture } };
  } catch (error) {
    if (error instanceof BlobsUnavailable) throw error;
    return problem((error as Error).message);
  }
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

/** Refuses or accepts the pack whole. Throws only what the store throws, or the signal's reason. */
export async function readPack(source: PackSource, options: ReadOptions): Promise<PackReading> {
  const problems: Problem[] = [];
  const { entries, problems: zipProblems } = await listEntries(source.reader, options.limits);
  problems.push(...zipProblems);
  const work: { zipEntry: ZipEntry; placement: Placement }[] = [];
  for (const zipEntry of entries) {
    const placement = place(source.name, zipEntry.path);
    if ('reason' in placement) problems.push({ entry: zipEntry.path, reason: placement.reason });
    else work.push({ zipEntry, placement });
  }
  if (entries.length === 0 && problems.length === 0) problems.push({ entry: '', reason: 'the pack holds no file' });

  const found: Found[] = [];
  let next = 0;
  let done = 0;
  const runner = async () => {
    for (let item = work[next++]; item; item = work[next++]) {
      options.signal.throwIfAborted();
      const read = await readEntry(source, item.zipEntry, item.placement, options);
      if (Array.isArray(read)) problems.push(...read);
      else found.push(read);
      done += 1;
      options.onProgress(done, work.length);
    }
  };
  await Promise.all(Array.from({ length: options.forms.atOnce }, runner));
  found.sort((a, b) => (a.entry.path < b.entry.path ? -1 : a.entry.path > b.entry.path ? 1 : 0));
  problems.push(...sizeProblems(found, (one) => one.placement.shown));
  if (problems.length > 0) {
    problems.sort((a, b) => (a.entry < b.entry ? -1 : a.entry > b.entry ? 1 : (a.line ?? 0) - (b.line ?? 0)));
    return { ok: false, problems: problems.slice(0, PROBLEMS_LISTED), count: problems.length };
  }
  return { ok: true, manifests: manifestsOf(source, found) };
}
