/**
 * Which rows of a table are visible, so that only these are drawn.
 *
 *   useVirtualRows
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const OVERSCAN = 10;
/** More rows than this are nothing to print. */
const MAX_PRINTED = 5000;

/** Whether the page is being printed: on paper nothing can be scrolled, so all rows are drawn. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    // The browser draws the page for the printer right after the event.
    const set = (next: boolean) => () => flushSync(() => setPrinting(next));
    window.addEventListener('beforeprint', set(true), { signal: end.signal });
    window.addEventListener('afterprint', set(false), { signal: end.signal });
    return () => end.abort();
  }, []);
  return printing;
}

export function useVirtualRows({
  scroll,
  count,
  rowHeight,
  openAt,
}: {
  /** the scrolling box around the table */
  scroll: RefObject<HTMLElement | null>;
  count: number;
  /** pixels, without an open detail */
  rowHeight: number;
  /** index of the row whose detail is open; -1 for none */
  openAt: number;
}) {
  const [detailHeight, setDetailHeight] = useState(0);
  const printing = usePrinting();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => rowHeight + (index === openAt ? detailHeight : 0),
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes change with these and with nothing else
  useEffect(() => virtual.measure(), [virtual, openAt, detailHeight, rowHeight]);
  const drawn = virtual.getVirtualItems();
  const items = printing ? Array.from({ length: Math.min(count, MAX_PRINTED) }, (_, index) => ({ index })) : drawn;
  return {
    items,
    /** pixels of the rows above and below those that are drawn */
    before: printing ? 0 : (drawn[0]?.start ?? 0),
    after: printing ? 0 : virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0),
    /** of all rows, those that a printed page leaves out */
    notPrinted: printing ? Math.max(0, count - MAX_PRINTED) : 0,
    /** where a row starts below the head, pixels */
    startOf: (index: number): number => virtual.measurementsCache[index]?.start ?? 0,
    onDetailHeight: setDetailHeight,
  };
}
