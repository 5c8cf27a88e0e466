/**
 * What is done with the bytes of delivered pictures, off the thread that answers: they are found in the pack, read and
 * hashed; what is new is checked, decoded once, the box of what can be seen found, and brought into the render-ready
 * forms that are asked for.
 *
 *   Digest, Prepared, PreparedStatic, Prepare
 *   openPrepare      a bounded pool of threads
 *   formKind         under which a form of a size is kept
 *   isOutdated       whether a kind is of a version that nobody asks for any more
 */
import { availableParallelism } from 'node:os';
import { createFairQueue } from '../../engine/fairQueue.ts';
import { type Canvas, RENDER_READY_VERSION } from '../../paint/index.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import type { Pieces } from '../platform/imageFiles/pieces.ts';
import type { PngLimits } from '../platform/imageFiles/png.ts';
import { openPool, ThreadEnded } from '../platform/threads/pool.ts';
import type { EntryBytes } from '../platform/zip/entryBytes.ts';
import type { Listing, StoredEntry, ZipLimits } from '../platform/zip/zip.ts';
import { PREVIEW_KINDS, type PreviewSize } from './previews.ts';
import { SERVED_KIND } from './served.ts';

/** The content's hash, or a sentence for the supplier. */
export type Digest = { readonly sha256: string } | { readonly problem: string };

export interface DigestTask {
  /** a zip */
  readonly file: string;
  readonly entries: readonly StoredEntry[];
}
export interface ListTask {
  /** a zip */
  readonly file: string;
  readonly limits: ZipLimits;
}
export interface PrepareTask {
  readonly picture: EntryBytes;
  /** missing: it was checked before */
  readonly limits?: PngLimits;
  /** beside the picture's own; the own one is made first */
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

export interface Prepare {
  /**
   * @param forCall somebody waits for the answer: such tasks and those of packs take turns
   * @throws Error with a sentence for the supplier
   */
  prepare(task: PrepareTask, forCall?: 'forCall'): Promise<Prepared>;
  /** Checks a static picture and makes its small forms. @throws Error with a sentence for the supplier */
  prepareStatic(task: StaticTask): Promise<PreparedStatic>;
  /** The small forms of a picture, for a call that waits. @throws Error when the bytes are no picture */
  previews(picture: EntryBytes): Promise<MadePreviews>;
  /** What is served of a picture. */
  servedPieces(picture: EntryBytes): Promise<Pieces>;
  /** What listEntries says of the zip. */
  list(task: ListTask): Promise<Listing>;
  /** In the order of the entries. */
  digest(task: DigestTask): Promise<readonly Digest[]>;
  /** how many are worked on at once */
  readonly threads: number;
  close(): Promise<void>;
}

export const formKind = ({ width, height }: Canvas): string => `renderReady.${RENDER_READY_VERSION}.${width}x${height}`;

/** Facts about a picture, as JSON. The number grows when the same picture would yield other facts, or be refused. */
export const FACT_KINDS = { image: 'learnt.image.2', static: 'learnt.static.2' } as const;

/** By what a kind begins with. */
const CURRENT: Readonly<Record<string, string>> = {
  'renderReady.': `renderReady.${RENDER_READY_VERSION}.`,
  'thumb.': PREVIEW_KINDS.thumb,
  'print.': PREVIEW_KINDS.print,
  'served.': SERVED_KIND,
  'learnt.image.': FACT_KINDS.image,
  'learnt.static.': FACT_KINDS.static,
};
export const isOutdated = (kind: string): boolean =>
  Object.entries(CURRENT).some(([start, current]) => kind.startsWith(start) && !kind.startsWith(current));

/** More would wait for each other: a picture is decoded and compressed on its thread alone. */
const MOST_THREADS = 16;
/** bytes that large pictures may take at once; the largest, of 100 million pixels at 16 bits, takes nearly all of it */
const MEMORY = 2 * 1024 ** 3;
/** milliseconds; the largest picture takes some 10 seconds, a JPEG in 200 passes two minutes */
const PICTURE_TIME = 300_000;

/** @param pictureTime milliseconds that one task may take */
export function openPrepare({ pictureTime = PICTURE_TIME } = {}): Prepare {
  const pool = openPool<PictureTask, PictureAnswer>(new URL('./prepareThread.ts', import.meta.url), {
    threads: Math.min(MOST_THREADS, availableParallelism()),
    createQueue: createFairQueue,
    taskTime: pictureTime,
    room: MEMORY,
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
