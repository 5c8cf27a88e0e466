/**
 * The size of a row of picture tiles (section 9 of the testing specification): the container is the element's width
 * less 49; a picture that is wider shrinks in proportion; 45 more for the title.
 *
 *   containerWidth, rowHeight   all in pixels
 *   useElementWidth             the width of an element as it changes
 */
import { useCallback, useState } from 'react';

const CONTAINER_LESS = 49;
const TITLE = 45;

export const containerWidth = (elementWidth: number): number => elementWidth - CONTAINER_LESS;

export function rowHeight(elementWidth: number, width: number, height: number): number {
  const container = containerWidth(elementWidth);
  return (container < width ? (container * height) / width : height) + TITLE;
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
