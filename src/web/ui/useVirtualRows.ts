/**
 * Which rows of a table are visible, so that only these are drawn.
 *
 *   useVirtualRows
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';

const OVERSCAN = 10;

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
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => rowHeight + (index === openAt ? detailHeight : 0),
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes change with these and with nothing else
  useEffect(() => virtual.measure(), [virtual, openAt, detailHeight, rowHeight]);
  const items = virtual.getVirtualItems();
  return {
    items,
    /** pixels of the rows above and below those that are drawn */
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    /** where a row starts below the head, pixels */
    startOf: (index: number): number => virtual.measurementsCache[index]?.start ?? 0,
    onDetailHeight: setDetailHeight,
  };
}
