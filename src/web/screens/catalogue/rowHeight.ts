/**
 * The size of a row of picture tiles (section 9 of the testing specification): the container is the element's width
 * less 49; a picture that is wider shrinks in proportion; 45 more for the title.
 *
 *   rowHeight          of a row of tiles, pixels
 *   elementWidth       the width that makes a row so high
 *   shownWidth         how wide a picture is that fills its row below its title, pixels
 *   TITLE_HEIGHT       of a tile
 *   useElementWidth    the width of an element as it changes
 */
import { useCallback, useState } from 'react';

const CONTAINER_LESS = 49;
const TITLE = 45;

const containerWidth = (elementWidth: number): number => elementWidth - CONTAINER_LESS;

export function rowHeight(elementWidth: number, width: number, height: number): number {
  const container = containerWidth(elementWidth);
  return (container < width ? (container * height) / width : height) + TITLE;
}

/** @returns the width of an element whose row is so high. It is the inverse of rowHeight for pictures that shrink */
export const elementWidth = (height: number, pictureWidth: number, pictureHeight: number): number =>
  (Math.max(0, height - TITLE) * pictureWidth) / pictureHeight + CONTAINER_LESS;

/** of a tile's title, pixels: less than the row leaves for it, so that the picture gets the rest */
export const TITLE_HEIGHT = 28;
/** of a tile's frame, top and bottom together, pixels */
const FRAME = 2;

/** As wide as the column and the row allow, never wider than the picture itself. */
export function shownWidth(elementWidth: number, width: number, height: number): number {
  const pictureHeight = rowHeight(elementWidth, width, height) - TITLE_HEIGHT - FRAME;
  return Math.min(elementWidth, width, Math.floor((pictureHeight * width) / height));
}

/** @returns a ref for the element, and its inner width in pixels; 0 until it was measured */
export function useElementWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
