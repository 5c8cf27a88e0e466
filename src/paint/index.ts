/** Layers in, picture out. Knows no cars. */
export {
  type Canvas,
  createPainter,
  type LayerSource,
  type Painter,
  PaintQueueFull,
  type PaintRequest,
} from './painter.ts';
export { decodePicture, type RawPicture } from './raw.ts';
