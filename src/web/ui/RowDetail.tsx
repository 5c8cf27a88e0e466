/**
 * What opens below a row of a table, as a row of its own.
 *
 *   RowDetail, DETAIL_TRANSITION_MS
 */
import Collapse from '@mui/material/Collapse';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** how long a detail takes to open or close (section 9) */
export const DETAIL_TRANSITION_MS = 225;

export function RowDetail({
  detail,
  open,
  rowIndex,
  columns,
  onHeight,
}: {
  detail: () => ReactNode;
  open: boolean;
  /** its aria-rowindex */
  rowIndex: number;
  columns: number;
  /** height while it opens, pixels */
  onHeight: (height: number) => void;
}) {
  // A closed detail is not a row, because screen readers count rows.
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);
  if (!drawn) return null;
  return (
    <TableRow role="row" aria-rowindex={rowIndex}>
      <TableCell role="cell" colSpan={columns} padding="none" sx={{ height: 0, ...(!open && { border: 0 }) }}>
        <Collapse in={open} appear timeout={DETAIL_TRANSITION_MS} unmountOnExit onExited={() => setDrawn(false)}>
          <Measured onHeight={open ? onHeight : undefined}>{detail()}</Measured>
        </Collapse>
      </TableCell>
    </TableRow>
  );
}

/** Reports its height whenever it changes, because the positions of the rows below depend on it. */
function Measured({ onHeight, children }: { onHeight: ((height: number) => void) | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current || !onHeight) return;
    const observer = new ResizeObserver(([entry]) => entry && onHeight(entry.contentRect.height));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [onHeight]);
  return <div ref={box}>{children}</div>;
}
