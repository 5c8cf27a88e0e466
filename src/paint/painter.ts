/**
 * The painter turns a paint plan into a picture. It caches layers, as tiles, and finished pictures by content, so no cache
 * entry can be out of date. Identical concurrent requests are painted once. A painting is cancelled when its last waiter
 * leaves.
 *
 *   PAINT_VERSION
 *   PaintRequest, PixelsRequest, Painted, Painter, PainterState
 *   createPainter
 */
import { availableParallelism } from 'node:os';
import { rowNames } from './jpegRows.ts';
import { type Canvas, createLayerCache, type LayerCache, type LayerSource, type ScaleLayer } from './layerCache.ts';
import { createFairLimiter } from './limiter.ts';
import { createPictureCache, type PictureCache } from './pictureCache.ts';
import type { DiskSettings } from './pictureFolder.ts';
import { createPool } from './pool.ts';
import { encode, type PaintFormat, type RawPicture, type SlowFormat } from './raw.ts';
import { createSharedPaintings, full, type SharedPainting } from './sharedPaintings.ts';
import { SLOTS } from './slots.ts';
import { createTiles, type Pixel, type Point, type TileLayer } from './tiles.ts';

/** Increase it when the same request would paint other bytes. */
export const PAINT_VERSION = 7;

export interface PaintRequest extends Canvas {
  /** bottom first */
  readonly layers: readonly LayerSource[];
  readonly format: PaintFormat;
  /** Scale the blended stack instead of each layer. It is always done where the picture is larger than its layers. */
  readonly exact?: boolean;
  /** It is only foreseen: it is refused where it would wait for other paintings, or hold them up. */
  readonly isAhead?: boolean;
}
export interface PixelsRequest extends Canvas {
  /** bottom first */
  readonly layers: readonly LayerSource[];
  readonly point: Point;
}
export interface Painted {
  readonly bytes: Buffer;
  /** for `known` */
  readonly key: string;
  readonly from: 'memory' | 'disk' | 'painting';
  /** Milliseconds of each step; JPEG and PNG are encoded while they are painted. All 0 for a cached picture. */
  readonly times: { readonly wait: number; readonly load: number; readonly paint: number; readonly encode: number };
}
export interface PainterSettings {
  /** for layers and pictures together */
  readonly memoryBytes: number;
  /** painting threads; by default as many as there are processors, at most 8 */
  readonly workers?: number;
  /** how many paintings may run and wait */
  readonly waiting?: number;
  /** caches pictures there as well */
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
   * @param signal ends the waiting, and cancels the painting when nobody else waits for it
   * @param account who asks for it: accounts take turns
   * @throws QueueFull, the signal's reason, or what loading and decoding throw
   */
  paint(request: PaintRequest, signal?: AbortSignal, account?: string): Promise<Painted>;
  /** A picture that is in memory. @param key of a painting */
  known(key: string): Buffer | undefined;
  /**
   * What each layer has at a point of the picture, bottom first. It takes turns with paintings, and paints nothing.
   * @param point inside the picture
   * @throws QueueFull, the signal's reason, or what loading and decoding throw
   */
  pixelsAt(request: PixelsRequest, signal: AbortSignal, account: string): Promise<readonly Pixel[]>;
  /** Drops finished pictures, and by default layers too. Results are correct without it. */
  clear(what?: 'all' | 'pictures'): Promise<void>;
  /** For metrics. */
  state(): PainterState;
  /** Has the kernel compiled for speed before it is needed: otherwise the first picture takes ten times as long. */
  warm(): Promise<void>;
  /** Paintings under way fail. */
  close(): Promise<void>;
}

const MAX_WORKERS = 8;
/**
 * Pictures in formats that libvips writes, at once. It works on the threads that files are read with, of which there are
 * four; and a picture of this kind takes ten to a hundred times as long as a JPEG.
 */
const MAX_ENCODINGS = 2;
/** Questions for the layers at a point, at once: they load layers like a painting, and never hold up more than these slots. */
const MAX_LOOK_UPS = 2;
/** Written by the kernel while it paints. */
const isQuick = (format: PaintFormat): format is Exclude<PaintFormat, SlowFormat> =>
  format === 'jpeg' || format === 'png';
const NO_TIMES = { wait: 0, load: 0, paint: 0, encode: 0 };

/**
 * The size in which the layers are blended. What is enlarged is blended before it is scaled: that is exact, and costs no more
 * than blending larger layers. What is reduced is scaled layer by layer unless the request wants it exact: scaled layers
 * are kept, and a picture of them costs as little as one in their own size.
 */
function blendSize({ layers, width, height, exact = false }: PaintRequest): Canvas {
  const own = layers[0]?.size;
  const same = own && layers.every(({ size }) => size?.width === own.width && size.height === own.height);
  if (!same) return { width, height };
  return exact || (width >= own.width && height >= own.height) ? own : { width, height };
}

export function createPainter(settings: PainterSettings): Painter {
  const { memoryBytes, waiting = 256, disk } = settings;
  const workers = settings.workers ?? Math.min(MAX_WORKERS, availableParallelism());
  const tiles = createTiles();
  const pool = createPool(tiles, workers);
  const scale: ScaleLayer = (layer, size) => pool.layer({ layers: [layer], from: layer, ...size });
  const layers = createLayerCache(tiles, scale, memoryBytes * 0.75);
  const pictures = createPictureCache(memoryBytes * 0.25, disk);
  const painting = createFairLimiter(SLOTS);
  const encoding = createFairLimiter(MAX_ENCODINGS);
  const lookingUp = createFairLimiter(MAX_LOOK_UPS, waiting);
  const shared = createSharedPaintings<PaintRequest, Painted>(waiting, painted);

  async function painted(request: PaintRequest, { key, signal, account, onBegin }: SharedPainting): Promise<Painted> {
    const start = performance.now();
    const paint = () =>
      painting.run(account, signal, async (): Promise<Painted> => {
        const wait = performance.now() - start;
        const known = await fromDisk(key);
        if (known) return known;
        onBegin();
        const made = await fresh(request, signal);
        pictures.keep(key, made.bytes, !isQuick(request.format), made.rows);
        return { bytes: made.bytes, key, from: 'painting', times: { wait, ...made.times } };
      });
    if (isQuick(request.format)) return paint();
    // Slow formats wait in a line of their own, so that they do not hold up fast ones.
    return (await fromDisk(key)) ?? encoding.run(account, signal, paint);
  }

  async function fromDisk(key: string): Promise<Painted | undefined> {
    const bytes = await pictures.onDisk(key);
    return bytes && { bytes, key, from: 'disk', times: NO_TIMES };
  }

  /** Loads the layers and releases them after the work. */
  async function withLayers<Result>(
    sources: readonly LayerSource[],
    size: Canvas,
    work: (held: readonly TileLayer[]) => Result | Promise<Result>,
  ): Promise<Result> {
    const found = await Promise.allSettled(sources.map((source) => layers.take(source, size)));
    const held = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      const failed = found.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return await work(held);
    } finally {
      for (const layer of held) layer.release();
    }
  }

  async function fresh(request: PaintRequest, signal: AbortSignal) {
    const { layers: sources, width, height, format } = request;
    const start = performance.now();
    const from = blendSize(request);
    return withLayers(sources, from, async (held) => {
      const loaded = performance.now();
      const stack = { layers: held, from, width, height, signal };
      let painted: number | undefined;
      const encodeHere = (slow: SlowFormat) => (picture: RawPicture) => {
        painted = performance.now();
        return encode(picture, slow);
      };
      // A row of a scaled picture follows from more than one row of its layers.
      const rows = format === 'jpeg' && from.width === width && from.height === height ? rowsOf(stack) : undefined;
      const bytes = await (isQuick(format) ? pool[format](stack, rows) : pool.pixels(stack, false, encodeHere(format)));
      const end = performance.now();
      const times = { load: loaded - start, paint: (painted ?? end) - loaded, encode: end - (painted ?? end) };
      return { bytes, times, rows: rows && { names: rows.names, bounds: rows.bounds } };
    });
  }

  /** Rows that other pictures had already, and the place for those of this one. */
  function rowsOf({ layers, ...size }: Canvas & { layers: readonly TileLayer[] }) {
    const names = rowNames(layers, size);
    return { names, found: pictures.findRows(names), bounds: new Uint32Array(names.length + 1) };
  }

  return {
    async paint(request, signal, account = '') {
      signal?.throwIfAborted();
      const { width, height, format, exact = false } = request;
      const key = [PAINT_VERSION, width, height, format, exact, ...request.layers.map((source) => source.key)].join(
        ' ',
      );
      const known = pictures.inMemory(key);
      if (known) return { bytes: known, key, from: 'memory', times: NO_TIMES };
      if (request.isAhead && shared.count() >= SLOTS && !shared.isUnderWay(key)) throw full();
      return await shared.join(key, request, account, signal);
    },
    known: pictures.inMemory,
    pixelsAt: ({ layers: sources, width, height, point }, signal, account) =>
      lookingUp.run(account, signal, () =>
        painting.run(account, signal, () =>
          withLayers(sources, { width, height }, (held) => held.map((layer) => tiles.pixelAt(layer, point))),
        ),
      ),
    async clear(what = 'all') {
      if (what === 'all') layers.clear();
      await pictures.clear();
    },
    state: () => ({ layers: layers.state(), pictures: pictures.state(), underWay: shared.count() }),
    warm: () => pool.warm(),
    async close() {
      await pool.close();
      await pictures.settled();
    },
  };
}
