/** The paint engine: layers in, picture out. It knows nothing about cars. */
export { boxOf } from './box.ts';
export { colourOf } from './colour.ts';
export type { Canvas, LayerBytes, LayerSource } from './layerCache.ts';
export { createFairLimiter, QueueFull } from './limiter.ts';
export {
  createPainter,
  PAINT_VERSION,
  type Painted,
  type Painter,
  type PainterState,
} from './painter.ts';
export { decodePlainPng } from './png.ts';
export { decodePicture, type RawPicture } from './raw.ts';
export { CorruptRenderReady, RENDER_READY_VERSION, toRenderReady } from './renderReady.ts';
export { createTiles, type Pixel, type Point } from './tiles.ts';
