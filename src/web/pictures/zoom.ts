/**
 * How large the viewer shows a picture. At 100 % a pixel of the picture is a pixel of the screen.
 *
 *   Zoom, ZOOMS, nextZoom
 *   shownSize     CSS pixels
 *   pointOf       the pixel of the picture at a place of the screen
 */
import type { Point } from './viewerPicture.ts';

export type Zoom = 'fit' | 1 | 2 | 4;
export const ZOOMS: readonly Zoom[] = ['fit', 1, 2, 4];

/** @param by 1: closer, -1: away */
export const nextZoom = (zoom: Zoom, by: 1 | -1): Zoom =>
  ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, ZOOMS.indexOf(zoom) + by))] ?? zoom;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** @param stage CSS pixels that there are; @param density device pixels per CSS pixel */
export function shownSize(picture: Size, stage: Size, zoom: Zoom, density: number): Size {
  const scale =
    zoom === 'fit'
      ? Math.min(stage.width / picture.width, stage.height / picture.height)
      : zoom / Math.max(density, 0.1);
  return { width: Math.floor(picture.width * scale), height: Math.floor(picture.height * scale) };
}

/** @param box of the picture on the screen */
export function pointOf(
  { clientX, clientY }: { clientX: number; clientY: number },
  box: { left: number; top: number; width: number; height: number },
  { width, height }: Size,
): Point {
  const inside = (share: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(share * length)));
  return {
    x: inside((clientX - box.left) / box.width, width),
    y: inside((clientY - box.top) / box.height, height),
  };
}
