/**
 * The painter: what stands between a paint plan and a picture. Layers, as tiles, and finished pictures are kept by
 * content, so nothing that it keeps can be out of date; identical requests at one time are painted once, and no longer
 * than somebody waits.
 *
 *   PAINT_VERSION
 *   PaintRequest, Painted, Painter, PainterState, PaintQueueFull
 *   createPainter
 */
import { availableParallelism } from 'node:os';
import { createGate } from './gate.ts';
import { type Canvas, createLayerCache, type LayerCache, type LayerSource } from './layerCache.ts';
import { createPictureCache, type DiskSettings, type PictureCache } from './pictureCache.ts';
import { createPool } from './pool.ts';
import { encode, type PaintFormat } from './raw.ts';
import { SLOTS } from './slots.ts';
import { createTiles } from './tiles.ts';

/** Grows when the same request would paint other bytes. */
export const PAINT_VERSION = 5;

export interface PaintRequest extends Canvas {
  /** bottom first */
  readonly layers: readonly LayerSource[];
  readonly format: PaintFormat;
}
export interface Painted {
  readonly bytes: Buffer;
  readonly from: 'memory' | 'disk' | 'painting';
  /** What the painting took: milliseconds; JPEG is encoded while it is painted. All 0 when it was known. */
  readonly times: { readonly wait: number; readonly load: number; readonly paint: number; readonly encode: number };
}
export interface PainterSettings {
  /** for layers and pictures together */
  readonly memoryBytes: number;
  /** painting threads; as many as there are processors, at most 8 */
  readonly workers?: number;
  /** paintings at once, with those that wait */
  readonly waiting?: number;
  /** keeps pictures there as well */
  readonly disk?: DiskSettings;
}
export interface PainterState {
  readonly layers: ReturnType<LayerCache['state']>;
  readonly pictures: ReturnType<PictureCache['state']>;
  /** paintings under way, with those that wait */
  readonly underWay: number;
}
export interface Painter {
  /**
   * @param signal ends the waiting, and the painting when nobody else waits for it
   * @throws PaintQueueFull, the signal's reason, or what loading and decoding throw
   */
  paint(request: PaintRequest, signal?: AbortSignal): Promise<Painted>;
  /** Forgets finished pictures, and layers too unless told otherwise; never needed for being right. */
  clear(what?: 'all' | 'pictures'): Promise<void>;
  /** What is kept, and what it was good for: for whoever watches. */
  state(): PainterState;
  /** Lets the kernel be compiled for speed before it is needed: the first picture would take ten times as long. */
  warm(): Promise<void>;
  /** Paintings under way fail. */
  close(): Promise<void>;
}

/** Too much is waiting; try again in a moment. */
export class PaintQueueFull extends Error {}

const MOST_WORKERS = 8;
const KNOWN = { wait: 0, load: 0, paint: 0, encode: 0 };

interface UnderWay {
  readonly painted: Promise<Painted>;
  readonly controller: AbortController;
  waiters: number;
}

export function createPainter(settings: PainterSettings): Painter {
  const { memoryBytes, waiting = 256, disk } = settings;
  const workers = settings.workers ?? Math.min(MOST_WORKERS, availableParallelism());
  const tiles = createTiles();
  const pool = createPool(tiles, workers);
  const layers = createLayerCache(tiles, memoryBytes * 0.75);
  const pictures = createPictureCache(memoryBytes * 0.25, disk);
  const gate = createGate(SLOTS);
  const underWay = new Map<string, UnderWay>();

  async function painted(key: string, request: PaintRequest, signal: AbortSignal): Promise<Painted> {
    const asked = performance.now();
    return gate(signal, async () => {
      const wait = performance.now() - asked;
      const known = await pictures.onDisk(key);
      if (known) return { bytes: known, from: 'disk', times: KNOWN };
      const painting = await fresh(request, signal);
      pictures.keep(key, painting.bytes);
      return { bytes: painting.bytes, from: 'painting', times: { wait, ...painting.times } };
    });
  }

  async function fresh({ layers: sources, width, height, format }: PaintRequest, signal: AbortSignal) {
    const start = performance.now();
    const found = await Promise.allSettled(sources.map((source) => layers.take(source, { width, height })));
    const held = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      const failed = found.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      const loaded = performance.now();
      const stack = { layers: held, width, height, signal };
      const result = format === 'jpeg' ? await pool.jpeg(stack) : await pool.pixels(stack, false);
      const laid = performance.now();
      const bytes = Buffer.isBuffer(result) ? result : await encode(result, format);
      const times = { load: loaded - start, paint: laid - loaded, encode: performance.now() - laid };
      return { bytes, times };
    } finally {
      for (const layer of held) layer.letGo();
    }
  }

  function begin(key: string, request: PaintRequest): UnderWay {
    if (underWay.size >= waiting) throw new PaintQueueFull('the paint queue is full');
    const controller = new AbortController();
    const one: UnderWay = { painted: painted(key, request, controller.signal), controller, waiters: 0 };
    underWay.set(key, one);
    const ended = (): void => {
      if (underWay.get(key) === one) underWay.delete(key);
    };
    one.painted.then(ended, ended);
    return one;
  }

  /** One more waits for it. */
  function join(key: string, one: UnderWay, signal: AbortSignal | undefined): Promise<Painted> {
    one.waiters++;
    if (!signal) return one.painted;
    return new Promise((resolve, reject) => {
      const gone = (): void => {
        reject(signal.reason);
        one.waiters--;
        if (one.waiters > 0) return;
        one.controller.abort(signal.reason);
        // Who asks from now on must not get what was given up.
        if (underWay.get(key) === one) underWay.delete(key);
      };
      signal.addEventListener('abort', gone);
      one.painted.then(resolve, reject).finally(() => signal.removeEventListener('abort', gone));
    });
  }

  return {
    async paint(request, signal) {
      signal?.throwIfAborted();
      const { width, height, format } = request;
      const key = [PAINT_VERSION, width, height, format, ...request.layers.map((source) => source.key)].join(' ');
      const known = pictures.inMemory(key);
      if (known) return { bytes: known, from: 'memory', times: KNOWN };
      return await join(key, underWay.get(key) ?? begin(key, request), signal);
    },
    async clear(what = 'all') {
      if (what === 'all') layers.clear();
      await pictures.clear();
    },
    state: () => ({ layers: layers.state(), pictures: pictures.state(), underWay: underWay.size }),
    warm: () => pool.warm(),
    async close() {
      await pool.close();
      await pictures.settled();
    },
  };
}
