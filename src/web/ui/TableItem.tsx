/**
 * One row of a table: its checkbox, its cells, and the detail that opens below it.
 *
 *   TableItem, ItemCell
 */

import Checkbox from '@mui/material/Checkbox';
import Collapse from '@mui/material/Collapse';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { ExpandMoreIcon } from './icons/ExpandMore.tsx';
import { cellName } from './tableCells.ts';

/** of the opening and closing of a detail, milliseconds (section 9) */
const DETAIL_TIME = 225;

/** the position of the first row, below the head */
const FIRST = 2;
const CELL = {
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '&:focus-visible': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;

export interface ItemCell {
  id: string;
  /** the whole text, for what is cut off */
  text: string;
  content: ReactNode;
}

/** A click on a control in a row is meant for the control. */
const onControl = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('button, a, input, label') !== null;

/** The click that ends a selection of text is no click on the row. */
const isSelecting = (): boolean => window.getSelection()?.isCollapsed === false;

export function TableItem({
  name,
  position,
  cells,
  selected,
  onSelect,
  detail,
  open,
  onToggle,
  onDetailHeight,
  onAct,
  onMenu,
}: {
  /** says which row it is, to those who do not see it */
  name: string;
  /** in the table, from 1; the head is 1 */
  position: number;
  cells: readonly ItemCell[];
  selected: boolean;
  onSelect: ((selected: boolean) => void) | undefined;
  detail: (() => ReactNode) | undefined;
  open: boolean;
  onToggle: () => void;
  /** pixels, as the detail opens */
  onDetailHeight: (height: number) => void;
  /** what a click on the row does, where it opens no detail */
  onAct?: (() => void) | undefined;
  onMenu?: ((at: { top: number; left: number }) => void) | undefined;
}) {
  const act = detail ? onToggle : onAct;
  const columns = cells.length + (onSelect ? 1 : 0) + (detail ? 1 : 0);
  return (
    <>
      <TableRow
        hover
        selected={selected}
        aria-rowindex={position}
        data-row-acts={onAct ? '' : undefined}
        onClick={act ? (event) => onControl(event) || isSelecting() || act() : undefined}
        onContextMenu={
          onMenu &&
          ((event) => {
            event.preventDefault();
            onMenu({ top: event.clientY, left: event.clientX });
          })
        }
        sx={act ? { cursor: 'pointer' } : undefined}
      >
        {onSelect && (
          <TableCell padding="none" sx={{ textAlign: 'center' }}>
            <Checkbox
              checked={selected}
              onChange={(event) => onSelect(event.target.checked)}
              slotProps={{ input: { 'aria-label': `Select ${name}` } }}
            />
          </TableCell>
        )}
        {cells.map((cell, column) => (
          <TableCell
            key={cell.id}
            title={cell.text || undefined}
            tabIndex={-1}
            data-cell={cellName(position - FIRST, column)}
            sx={CELL}
          >
            {cell.content}
          </TableCell>
        ))}
        {detail && (
          <TableCell padding="none" sx={{ textAlign: 'center' }}>
            <IconButton
              size="small"
              aria-expanded={open}
              aria-label={`${open ? 'Collapse' : 'Expand'} ${name}`}
              onClick={onToggle}
            >
              <ExpandMoreIcon
                fontSize="small"
                sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: `transform ${DETAIL_TIME}ms` }}
              />
            </IconButton>
          </TableCell>
        )}
      </TableRow>
      {detail && (
        <TableRow>
          <TableCell colSpan={columns} padding="none" sx={{ height: 0, ...(!open && { border: 0 }) }}>
            <Collapse in={open} timeout={DETAIL_TIME} unmountOnExit>
              <Measured onHeight={open ? onDetailHeight : undefined}>{detail()}</Measured>
            </Collapse>
          </TableCell>
        </TableRow>
      )}
    </>
  );
}

/** Tells its height as it changes: the rows below must know where they stand. */
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
