/**
 * Layers in the kernel's memory, by content and size, with a limit on the bytes of those that no painting uses. Concurrent
 * requests for a layer load it once.
 *
 *   LayerSource, LayerBytes, Canvas, ScaleLayer
 *   createLayerCache
 */
import { LRUCache } from 'lru-cache';
import { decodePicture } from './raw.ts';
import { CorruptRenderReady } from './renderReady.ts';
import type { TileLayer, Tiles } from './tiles.ts';

export interface Canvas {
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
}
export interface LayerSource {
  /** identifies the content */
  readonly key: string;
  /** The picture's own size. Without it, a stack cannot be blended before it is scaled. */
  readonly size?: Canvas;
  /**
   * Called only when the layer is not in memory. A render-ready form of the wanted size is best; one of the picture's own
   * size is scaled.
   */
  load(wanted: Canvas): Promise<LayerBytes>;
  /** Loads something else to paint from when the render-ready form was corrupt. Without it painting fails. */
  fallback?(found: CorruptRenderReady, wanted: Canvas): Promise<LayerBytes>;
}
/** `picture`: a PNG, or what else the decoder reads. */
export interface LayerBytes {
  readonly kind: 'renderReady' | 'picture';
  readonly bytes: Uint8Array;
}
export interface LayerCache {
  /** @returns the layer, retained for the caller, who releases it. @throws what loading and decoding throw */
  take(source: LayerSource, size: Canvas): Promise<TileLayer>;
  clear(): void;
  /** bytes cached; hits and misses */
  state(): { readonly bytes: number; readonly hits: number; readonly misses: number };
}

/** Paints a layer in another size. */
export type ScaleLayer = (layer: TileLayer, size: Canvas) => Promise<TileLayer>;

export function createLayerCache(tiles: Tiles, scale: ScaleLayer, maxSize: number): LayerCache {
  const layers = new LRUCache<string, TileLayer>({
    maxSize: Math.max(1, Math.ceil(maxSize)),
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (layer) => layer.release(),
  });
  let [hits, misses] = [0, 0];
  const loading = new Map<string, { layer: Promise<TileLayer>; users: number }>();

  /** When the memory's 4 GiB are full, drops the layers that no painting uses and tries again. */
  async function retryWhenFull<Made>(make: () => Made | Promise<Made>): Promise<Made> {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof RangeError) || layers.size === 0) throw error;
      layers.clear();
      return await make();
    }
  }

  async function fromBytes({ kind, bytes }: LayerBytes, { width, height }: Canvas): Promise<TileLayer> {
    const picture = kind === 'picture' ? await decodePicture(bytes) : undefined;
    const layer = await retryWhenFull(() => (picture ? tiles.add(picture) : tiles.addRenderReady(bytes)));
    if (layer.width === width && layer.height === height) return layer;
    try {
      return await retryWhenFull(() => scale(layer, { width, height }));
    } finally {
      layer.release();
    }
  }

  async function load(source: LayerSource, size: Canvas): Promise<TileLayer> {
    try {
      return await fromBytes(await source.load(size), size);
    } catch (error) {
      if (!(error instanceof CorruptRenderReady && source.fallback)) throw error;
      return await fromBytes(await source.fallback(error, size), size);
    }
  }

  return {
    take(source, size) {
      const key = `${source.key} ${size.width}x${size.height}`;
      const known = layers.get(key);
      if (known) {
        hits++;
        known.retain();
        return Promise.resolve(known);
      }
      const underWay = loading.get(key);
      if (underWay) {
        underWay.users++;
        return underWay.layer;
      }
      misses++;
      const own = { users: 1, layer: load(source, size) };
      loading.set(key, own);
      own.layer = own.layer
        .then((layer) => {
          for (let user = 0; user < own.users; user++) layer.retain();
          // The reference that the layer was made with passes to the cache, or is released here.
          if (layer.bytes <= layers.maxSize) layers.set(key, layer);
          else layer.release();
          return layer;
        })
        .finally(() => loading.delete(key));
      return own.layer;
    },
    clear: () => layers.clear(),
    state: () => ({ bytes: layers.calculatedSize, hits, misses }),
  };
}
