/** Layers in, picture out. Knows no cars. */
export {
  type Canvas,
  createPainter,
  type LayerBytes,
  type LayerSource,
  type Painter,
  PaintQueueFull,
  type PaintRequest,
} from './painter.ts';
export { decodePicture, type RawPicture } from './raw.ts';
export { CorruptRenderReady, RENDER_READY_VERSION, toRenderReady } from './renderReady.ts';
