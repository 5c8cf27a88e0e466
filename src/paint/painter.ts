/**
 * The painter: what stands between a paint plan and a picture. Layers, as tiles, and finished pictures are kept by
 * content, so nothing that it keeps can be out of date; identical requests at one time are painted once.
 *
 *   LayerSource, LayerBytes, PaintRequest, Painter, PaintQueueFull
 *   createPainter
 */
import { LRUCache } from 'lru-cache';
import { decodePicture, encode, type PaintFormat, scaled } from './raw.ts';
import { CorruptRenderReady } from './renderReady.ts';
import { createTiles, type TileLayer } from './tiles.ts';

export interface Canvas {
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
}
export interface LayerSource {
  /** names the content */
  readonly key: string;
  /**
   * Asked for only when the layer is not in memory. A render-ready form of the wanted size is best, one of the picture's
   * own size is scaled.
   */
  load(wanted: Canvas): Promise<LayerBytes>;
  /** What to paint from when the render-ready form that load gave was corrupt. Without it painting fails. */
  instead?(found: CorruptRenderReady, wanted: Canvas): Promise<LayerBytes>;
}
/** `picture`: a PNG, or what else the decoder reads. */
export interface LayerBytes {
  readonly kind: 'renderReady' | 'picture';
  readonly bytes: Uint8Array;
}
export interface PaintRequest extends Canvas {
  /** bottom first */
  readonly layers: readonly LayerSource[];
  readonly format: PaintFormat;
}
export interface Painter {
  /** @throws PaintQueueFull, or what decoding throws */
  paint(request: PaintRequest): Promise<Buffer>;
  /** Forgets finished pictures, and layers too unless told otherwise; never needed for being right. */
  clear(what?: 'all' | 'pictures'): void;
}

/** Too much is waiting; try again in a moment. */
export class PaintQueueFull extends Error {}

export function createPainter({ memoryBytes, waiting = 256 }: { memoryBytes: number; waiting?: number }): Painter {
  const tiles = createTiles();
  const layers = new LRUCache<string, TileLayer>({
    maxSize: Math.ceil(memoryBytes * 0.75),
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (layer) => layer.letGo(),
  });
  const pictures = new LRUCache<string, Buffer>({
    maxSize: Math.ceil(memoryBytes * 0.25),
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
  });
  const painting = new Map<string, Promise<Buffer>>();

  async function fromBytes({ kind, bytes }: LayerBytes, { width, height }: Canvas): Promise<TileLayer> {
    if (kind === 'picture') return tiles.add(await scaled(await decodePicture(bytes), width, height));
    const layer = await tiles.addRenderReady(bytes);
    if (layer.width === width && layer.height === height) return layer;
    const whole = tiles.paint([layer], layer.width, layer.height, false);
    layer.letGo();
    return tiles.add(await scaled(whole, width, height));
  }

  async function load(source: LayerSource, wanted: Canvas): Promise<TileLayer> {
    try {
      return await fromBytes(await source.load(wanted), wanted);
    } catch (error) {
      if (!(error instanceof CorruptRenderReady && source.instead)) throw error;
      return await fromBytes(await source.instead(error, wanted), wanted);
    }
  }

  /** @returns the layer, held: let go of it */
  async function layerOf(source: LayerSource, { width, height }: Canvas): Promise<TileLayer> {
    const key = `${source.key} ${width}x${height}`;
    const known = layers.get(key);
    if (known) {
      known.hold();
      return known;
    }
    const layer = await load(source, { width, height });
    if (layer.bytes <= layers.maxSize) {
      layer.hold();
      layers.set(key, layer);
    }
    return layer;
  }

  async function fresh(request: PaintRequest): Promise<Buffer> {
    const { width, height, format } = request;
    const found = await Promise.allSettled(request.layers.map((source) => layerOf(source, request)));
    const stack = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      const failed = found.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return await encode(tiles.paint(stack, width, height, format === 'jpeg'), format);
    } finally {
      for (const layer of stack) layer.letGo();
    }
  }

  return {
    async paint(request) {
      const { width, height, format } = request;
      const key = [width, height, format, ...request.layers.map((source) => source.key)].join(' ');
      const known = pictures.get(key);
      if (known) return known;
      const underWay = painting.get(key);
      if (underWay) return underWay;
      if (painting.size >= waiting) throw new PaintQueueFull('the paint queue is full');
      const picture = fresh(request).finally(() => painting.delete(key));
      painting.set(key, picture);
      const bytes = await picture;
      pictures.set(key, bytes);
      return bytes;
    },
    clear(what = 'all') {
      pictures.clear();
      if (what === 'all') layers.clear();
    },
  };
}
