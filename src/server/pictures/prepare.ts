/**
 * Preparing a delivered picture, off the thread that answers: decoded once, the box of what can be seen found, and
 * brought into the render-ready forms that are asked for.
 *
 *   Prepared, Prepare
 *   openPrepare      a bounded pool of threads
 *   formKind         under which a form of a size is kept
 */
import { availableParallelism } from 'node:os';
import { type Canvas, RENDER_READY_VERSION } from '../../paint/index.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import { openPool, type Pool } from '../platform/threads/pool.ts';

export interface PrepareTask {
  /** a PNG whose head was checked */
  readonly bytes: Uint8Array;
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
/** run throws an Error with a sentence for the supplier */
export type Prepare = Pool<PrepareTask, Prepared>;

export const formKind = ({ width, height }: Canvas): string => `renderReady.${RENDER_READY_VERSION}.${width}x${height}`;

/** More would wait for each other: a picture is decoded and compressed on its thread alone. */
const MOST_THREADS = 16;

export const openPrepare = (): Prepare =>
  openPool(new URL('./prepareThread.ts', import.meta.url), {
    threads: Math.min(MOST_THREADS, availableParallelism()),
  });
