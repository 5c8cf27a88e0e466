/**
 * Threads that prepare delivered pictures, so that the main thread need not: they list packs, read and hash
 * entries, check and decode new pictures once, find the box of their visible pixels, and make the render-ready forms.
 *
 *   Prepared, PreparedStatic, Preparer
 *   openPreparer   a bounded pool of threads
 *   formKind       the kind that a render-ready form of a size is stored under
 *   isOutdated     whether this version no longer reads forms of a kind
 */
import { availableParallelism } from 'node:os';
import { createFairQueue } from '../../engine/fairQueue.ts';
import { type Canvas, RENDER_READY_VERSION } from '../../paint/index.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import type { Pieces } from '../platform/imageFiles/pieces.ts';
import type { PngLimits } from '../platform/imageFiles/png.ts';
import { openPool, ThreadEnded } from '../platform/threads/pool.ts';
import type { EntryBytes } from '../platform/zip/entryBytes.ts';
import type { Listing } from '../platform/zip/zip.ts';
import type { Digest, DigestTask, ListTask } from '../platform/zip/zipFile.ts';
import { PREVIEW_KINDS, type PreviewSize } from './previews.ts';
import { STRIPPED_KIND } from './strippedPictures.ts';

export interface PrepareTask {
  readonly picture: EntryBytes;
  /** absent: the picture was checked before */
  readonly limits?: PngLimits;
  /** besides the picture's own size, which is made first */
  readonly sizes: readonly Canvas[];
}
export interface StaticTask {
  readonly static: EntryBytes;
  readonly limits: PngLimits;
}
export interface ServeTask {
  readonly serve: EntryBytes;
}
export interface PreviewsTask {
  readonly preview: EntryBytes;
}
export interface Form extends Canvas {
  readonly bytes: Uint8Array;
}
export interface Prepared extends Canvas {
  readonly box: ManifestPicture['box'];
  readonly forms: readonly Form[];
}
type MadePreviews = Readonly<Record<PreviewSize, Uint8Array>>;
export interface PreparedStatic {
  readonly picture: ManifestPicture;
  readonly previews: MadePreviews;
  readonly served: Pieces;
}
export type PictureTask = ListTask | DigestTask | PrepareTask | StaticTask | ServeTask | PreviewsTask;
export type PictureAnswer = Listing | readonly Digest[] | Prepared | PreparedStatic | Pieces | MadePreviews;

export interface Preparer {
  /**
   * @param forCall for a call that waits: such tasks and those of packs take turns
   * @throws Error with a sentence for the supplier
   */
  prepare(task: PrepareTask, forCall?: 'forCall'): Promise<Prepared>;
  /** Checks a static picture and makes its previews. @throws Error with a sentence for the supplier */
  prepareStatic(task: StaticTask): Promise<PreparedStatic>;
  /** The previews of a picture, for a call that waits. @throws Error if the bytes are not a picture */
  previews(picture: EntryBytes): Promise<MadePreviews>;
  /** The pieces of a picture's file that are served. */
  servedPieces(picture: EntryBytes): Promise<Pieces>;
  /** Lists a zip in a local file. */
  list(task: ListTask): Promise<Listing>;
  /** Hashes entries of a zip in a local file. @returns in the order of the entries */
  digest(task: DigestTask): Promise<readonly Digest[]>;
  readonly threads: number;
  close(): Promise<void>;
}

/** Raise it when the same picture would be scaled to different pixels. */
const SCALED_VERSION = 2;

/** @param own the picture's own size */
export function formKind({ width, height }: Canvas, own: Canvas): string {
  const isOwn = width === own.width && height === own.height;
  return `${isOwn ? OWN : SCALED}${width}x${height}`;
}
const OWN = `renderReady.${RENDER_READY_VERSION}.`;
const SCALED = `scaled.${RENDER_READY_VERSION}.${SCALED_VERSION}.`;

/**
 * Facts about a picture, as JSON. Raise the number when the same picture would yield different facts or be refused. Existing
 * stores have rows with the prefix `learnt.`, so it cannot change.
 */
export const FACT_KINDS = { image: 'learnt.image.2', static: 'learnt.static.2' } as const;

/** The kinds that this version reads, by prefix. */
const CURRENT: Readonly<Record<string, string>> = {
  'renderReady.': OWN,
  'scaled.': SCALED,
  'thumb.': PREVIEW_KINDS.thumb,
  'print.': PREVIEW_KINDS.print,
  'served.': STRIPPED_KIND,
  'learnt.image.': FACT_KINDS.image,
  'learnt.static.': FACT_KINDS.static,
};
export const isOutdated = (kind: string): boolean =>
  Object.entries(CURRENT).some(([start, current]) => kind.startsWith(start) && !kind.startsWith(current));

/** More threads would only contend: each decodes and compresses its picture alone. */
const MAX_THREADS = 16;
/** bytes that large pictures may take together; the largest, of 100 million pixels at 16 bits, takes nearly all of it */
const LARGE_PICTURES_BYTES = 2 * 1024 ** 3;
/** The largest picture takes some 10 seconds, a JPEG in 200 passes two minutes */
const PICTURE_TIME_MS = 300_000;

/** @param pictureTime milliseconds that one task may take */
export function openPreparer({ pictureTime = PICTURE_TIME_MS } = {}): Preparer {
  const pool = openPool<PictureTask, PictureAnswer>(new URL('./prepareThread.ts', import.meta.url), {
    threads: Math.min(MAX_THREADS, availableParallelism()),
    createQueue: createFairQueue,
    taskTimeMs: pictureTime,
    budget: LARGE_PICTURES_BYTES,
  });
  const picture = <A extends PictureAnswer>(task: PictureTask, lane?: string): Promise<A> =>
    pool.run(task, lane).catch((error: unknown) => {
      if (!(error instanceof ThreadEnded) || error.reason !== 'time') throw error;
      const message = `reading the picture takes longer than ${pictureTime / 1000} seconds; make it smaller or simpler`;
      throw new Error(message, { cause: error });
    }) as Promise<A>;
  return {
    list: (task) => pool.run(task) as Promise<Listing>,
    prepare: (task, lane) => picture(task, lane),
    digest: (task) => pool.run(task) as Promise<readonly Digest[]>,
    prepareStatic: (task) => picture(task),
    previews: (preview) => picture({ preview }, 'forCall'),
    servedPieces: (serve) => picture({ serve }, 'forCall'),
    threads: pool.threads,
    close: pool.close,
  };
}
