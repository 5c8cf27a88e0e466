/**
 * How many columns of tiles make the pictures largest in the space that the window has.
 *
 *   tileLayout     @returns columns, and the width of each, pixels
 *   GAP            between tiles, pixels
 *   useSpace        the width of an element, and the height from its top to the window's bottom, as they change
 */
import { useCallback, useState } from 'react';
import { elementWidth, rowHeight, shownWidth } from './rowHeight.ts';

export const GAP = 12;
/** Pictures are not shrunk below this to avoid scrolling, pixels. */
const SMALLEST = 280;
/** kept free at the bottom of the window, pixels */
const BELOW = 16;

export interface Space {
  readonly width: number;
  readonly height: number;
}
interface Picture {
  readonly width: number;
  readonly height: number;
}

export function tileLayout(
  count: number,
  space: Space,
  { width, height }: Picture,
): { columns: number; column: number } {
  const all = Array.from({ length: Math.max(1, count) }, (_, i) => {
    const columns = i + 1;
    const column = (space.width - GAP * i) / columns;
    const rows = Math.ceil(count / columns);
    const most = (space.height - GAP * (rows - 1)) / rows;
    const fitting = rowHeight(column, width, height) <= most ? column : elementWidth(most, width, height);
    return { columns, column: fitting, shown: shownWidth(fitting, width, height) };
  });
  const best = all.reduce((a, b) => (b.shown > a.shown ? b : a));
  const smallest = Math.min(SMALLEST, width, space.width);
  if (best.shown >= smallest) return best;
  // The page scrolls.
  const columns = Math.min(count, Math.max(1, Math.floor((space.width + GAP) / (smallest + GAP))));
  return { columns, column: (space.width - GAP * (columns - 1)) / columns };
}

/** @returns a ref for the element, and its space; undefined until it was measured */
export function useSpace(): [(element: HTMLElement | null) => (() => void) | undefined, Space | undefined] {
  const [space, setSpace] = useState<Space>();
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const height = Math.max(0, window.innerHeight - (top + window.scrollY) - BELOW);
      setSpace((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    // The page becomes higher or lower when the form above does.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
  return [ref, space];
}
