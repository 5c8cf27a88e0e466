/**
 * One row of a table: its checkbox, its cells, and the detail that opens below it.
 *
 *   DataTableRow, RowCell
 */

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Collapse from '@mui/material/Collapse';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CARDS } from '../app/theme.ts';
import { widgetTexts } from '../texts/widgets.ts';
import { ExpandMoreIcon } from './icons/ExpandMore.tsx';
import { RowName } from './RowButton.tsx';
import { CARD_LINE } from './tableColumns.ts';
import { cellName } from './useCellKeys.ts';

const { table: texts } = widgetTexts;

/** how long a detail takes to open or close (section 9) */
const DETAIL_TRANSITION_MS = 225;

/** the aria-rowindex of the first row below the head */
const FIRST_INDEX = 2;
const CELL = {
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  // In a card each cell is a line that begins with its column's title.
  [CARDS]: {
    '&, &:first-of-type, &:last-of-type': {
      height: 'auto',
      minHeight: CARD_LINE,
      py: 0,
      px: 0,
      border: 0,
      lineHeight: `${CARD_LINE}px`,
    },
    '&&&[data-label]': { display: 'flex', alignItems: 'center' },
    // A menu, which needs no title, is at the right edge like the other controls.
    '&&&:not([data-label])': { position: 'absolute', right: 0, top: 8, width: 48, textAlign: 'center' },
    '&[data-label]::before': {
      content: 'attr(data-label)',
      flex: '0 0 40%',
      pr: 1,
      color: 'text.secondary',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      boxSizing: 'border-box',
      // Long titles take two lines: truncated, those of two areas would look the same.
      whiteSpace: 'normal',
      lineHeight: 1.3,
    },
  },
  '@media print': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '&:focus-visible': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;

/** In a card, a cell's content is beside its title, in its own box, so that an ellipsis shows where it is cut. */
const CONTENT = {
  display: 'contents',
  [CARDS]: {
    display: 'block',
    flex: '1 1 0',
    minWidth: 0,
    overflow: 'clip',
    overflowClipMargin: '4px',
    textOverflow: 'ellipsis',
    '& > svg': { verticalAlign: 'middle' },
    // A title with nothing beside it looks as if something were missing.
    '&:empty::after': { content: '"–"', color: 'text.secondary' },
  },
} as const;

/** In a card the controls are at its right edge. */
const CONTROL = (top: number) =>
  ({
    textAlign: 'center',
    [CARDS]: { '&&': { position: 'absolute', right: 0, top, width: 48, border: 0 } },
  }) as const;

export interface RowCell {
  id: string;
  /** the column's title */
  label: string;
  /** the whole text, for cells that are too narrow for it */
  text: string;
  content: ReactNode;
}

/** A click on a control in a row is meant for the control. */
const isOnControl = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('button, a, input, label') !== null;

/** A click that ends a text selection is not a click on the row. */
const isSelectingText = (): boolean => window.getSelection()?.isCollapsed === false;

export function DataTableRow({
  name,
  index,
  below,
  cells,
  selected,
  onSelect,
  detail,
  open,
  cardHeight,
  onToggle,
  onDetailHeight,
  onClick,
  onMenu,
}: {
  /** names the row for screen readers */
  name: string;
  /** index among the rows of the whole table, from 0 */
  index: number;
  /** whether the open detail, which is a row of its own, is above it */
  below: boolean;
  cells: readonly RowCell[];
  selected: boolean;
  onSelect: ((selected: boolean) => void) | undefined;
  detail: (() => ReactNode) | undefined;
  open: boolean;
  /** height in narrow windows, pixels */
  cardHeight: number;
  onToggle: () => void;
  /** height while the detail opens, pixels */
  onDetailHeight: (height: number) => void;
  /** for a row without a detail */
  onClick?: (() => void) | undefined;
  onMenu?: ((at: { top: number; left: number }) => void) | undefined;
}) {
  const act = detail ? onToggle : onClick;
  const columns = cells.length + (onSelect ? 1 : 0) + (detail ? 1 : 0);
  // A closed detail is not a row, because screen readers count rows.
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);
  return (
    <>
      <TableRow
        hover
        selected={selected}
        role="row"
        aria-rowindex={index + FIRST_INDEX + (below ? 1 : 0)}
        data-clickable={onClick ? '' : undefined}
        onClick={act ? (event) => isOnControl(event) || isSelectingText() || act() : undefined}
        onContextMenu={
          onMenu &&
          ((event) => {
            event.preventDefault();
            onMenu({ top: event.clientY, left: event.clientX });
          })
        }
        sx={{
          ...(act && { cursor: 'pointer' }),
          [CARDS]: {
            position: 'relative',
            height: cardHeight,
            overflow: 'hidden',
            py: 1,
            pl: 2,
            pr: onSelect || detail || cells.some(({ label }) => label === '') ? 6 : 2,
            borderBottom: 1,
            borderColor: 'divider',
          },
        }}
      >
        {onSelect && (
          <TableCell role="cell" padding="none" sx={CONTROL(detail ? 48 : 8)}>
            <Checkbox
              checked={selected}
              onChange={(event) => onSelect(event.target.checked)}
              slotProps={{ input: { 'aria-label': texts.select(name) } }}
            />
          </TableCell>
        )}
        {cells.map((cell, column) => (
          <TableCell
            key={cell.id}
            role="cell"
            data-label={cell.label || undefined}
            title={cell.text || undefined}
            tabIndex={-1}
            data-cell={cellName(index, column)}
            sx={CELL}
          >
            <Box component="span" sx={CONTENT}>
              <RowName value={name}>{cell.content}</RowName>
            </Box>
          </TableCell>
        ))}
        {detail && (
          <TableCell role="cell" padding="none" sx={CONTROL(8)}>
            <IconButton
              size="small"
              aria-expanded={open}
              aria-label={open ? texts.collapse(name) : texts.expand(name)}
              onClick={onToggle}
            >
              <ExpandMoreIcon
                fontSize="small"
                sx={{
                  transform: open ? 'rotate(180deg)' : 'none',
                  transition: `transform ${DETAIL_TRANSITION_MS}ms`,
                }}
              />
            </IconButton>
          </TableCell>
        )}
      </TableRow>
      {detail && drawn && (
        <TableRow role="row" aria-rowindex={index + FIRST_INDEX + 1}>
          <TableCell role="cell" colSpan={columns} padding="none" sx={{ height: 0, ...(!open && { border: 0 }) }}>
            <Collapse in={open} appear timeout={DETAIL_TRANSITION_MS} unmountOnExit onExited={() => setDrawn(false)}>
              <Measured onHeight={open ? onDetailHeight : undefined}>{detail()}</Measured>
            </Collapse>
          </TableCell>
        </TableRow>
      )}
    </>
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
