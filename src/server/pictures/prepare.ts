/**
 * What is done with the bytes of delivered pictures, off the thread that answers: they are found in the pack, read and
 * hashed; what is new is checked, decoded once, the box of what can be seen found, and brought into the render-ready
 * forms that are asked for.
 *
 *   PictureBytes, Digest, Prepared, Prepare
 *   openPrepare      a bounded pool of threads
 *   formKind         under which a form of a size is kept
 *   isOutdated       whether a kind is of a version that nobody asks for any more
 */
import { availableParallelism } from 'node:os';
import { type Canvas, RENDER_READY_VERSION } from '../../paint/index.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import type { PngLimits } from '../platform/png/png.ts';
import { openPool } from '../platform/threads/pool.ts';
import type { Listing, StoredEntry, ZipLimits } from '../platform/zip/zip.ts';

/** As they are, or where a thread finds them: an entry of a zip, read and checked there, costs no copy. */
export type PictureBytes = Uint8Array | { readonly file: string; readonly entry: StoredEntry };

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
  readonly picture: PictureBytes;
  /** missing: it was checked before */
  readonly limits?: PngLimits;
  /** beside the picture's own; the own one is made first */
  readonly sizes: readonly Canvas[];
}
export interface Form extends Canvas {
  readonly bytes: Uint8Array;
}
export interface Prepared extends Canvas {
  readonly box: ManifestPicture['box'];
  readonly forms: readonly Form[];
}
export type PictureTask = ListTask | DigestTask | PrepareTask;
export type PictureAnswer = Listing | readonly Digest[] | Prepared;

export interface Prepare {
  /** @throws Error with a sentence for the supplier */
  prepare(task: PrepareTask): Promise<Prepared>;
  /** What listEntries says of the zip. */
  list(task: ListTask): Promise<Listing>;
  /** In the order of the entries. */
  digest(task: DigestTask): Promise<readonly Digest[]>;
  /** how many are worked on at once */
  readonly threads: number;
  close(): Promise<void>;
}

export const formKind = ({ width, height }: Canvas): string => `renderReady.${RENDER_READY_VERSION}.${width}x${height}`;

export const isOutdated = (kind: string): boolean =>
  kind.startsWith('renderReady.') && !kind.startsWith(`renderReady.${RENDER_READY_VERSION}.`);

/** More would wait for each other: a picture is decoded and compressed on its thread alone. */
const MOST_THREADS = 16;

export function openPrepare(): Prepare {
  const pool = openPool<PictureTask, PictureAnswer>(new URL('./prepareThread.ts', import.meta.url), {
    threads: Math.min(MOST_THREADS, availableParallelism()),
  });
  return {
    list: (task) => pool.run(task) as Promise<Listing>,
    prepare: (task) => pool.run(task) as Promise<Prepared>,
    digest: (task) => pool.run(task) as Promise<readonly Digest[]>,
    threads: pool.threads,
    close: pool.close,
  };
}
