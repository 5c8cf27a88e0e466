/**
 * The painter: what stands between a paint plan and a picture. Decoded layers and finished pictures are kept by content,
 * so nothing that it keeps can be out of date; identical requests at one time are painted once.
 *
 *   LayerSource, PaintRequest, Painter, PaintQueueFull
 *   createPainter
 */
import { LRUCache } from 'lru-cache';
import { blend } from './blend.ts';
import { decodePicture, encode, type PaintFormat, type RawPicture, scaled } from './raw.ts';

export interface Canvas {
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
}
export interface LayerSource {
  /** names the content */
  readonly key: string;
  /** the picture's bytes, asked for only when they are not known */
  load(): Promise<Uint8Array>;
}
export interface PaintRequest extends Canvas {
  /** bottom first */
  readonly layers: readonly LayerSource[];
  readonly format: PaintFormat;
}
export interface Painter {
  /** @throws PaintQueueFull, or what decoding throws */
  paint(request: PaintRequest): Promise<Buffer>;
  /** Forgets everything; never needed for being right. */
  clear(): void;
}

/** Too much is waiting; try again in a moment. */
export class PaintQueueFull extends Error {}

export function createPainter({ memoryBytes, waiting = 256 }: { memoryBytes: number; waiting?: number }): Painter {
  const layers = new LRUCache<string, RawPicture>({
    maxSize: Math.ceil(memoryBytes * 0.75),
    sizeCalculation: ({ rgba }) => Math.max(rgba.length, 1),
  });
  const pictures = new LRUCache<string, Buffer>({
    maxSize: Math.ceil(memoryBytes * 0.25),
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
  });
  const painting = new Map<string, Promise<Buffer>>();

  async function layerOf(source: LayerSource, { width, height }: Canvas): Promise<RawPicture> {
    const key = `${source.key} ${width}x${height}`;
    const known = layers.get(key);
    if (known) return known;
    const layer = await scaled(await decodePicture(await source.load()), width, height);
    layers.set(key, layer);
    return layer;
  }

  async function fresh(request: PaintRequest): Promise<Buffer> {
    const { width, height, format } = request;
    const stack = await Promise.all(request.layers.map((source) => layerOf(source, request)));
    return encode(blend(stack, width, height), format);
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
    clear() {
      layers.clear();
      pictures.clear();
    },
  };
}
