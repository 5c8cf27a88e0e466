/**
 * One row of a table: its checkbox, its cells, and the detail that opens below it.
 *
 *   DataTableRow, RowCell
 */

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { MouseEvent, ReactNode } from 'react';
import { CARDS } from '../app/theme.ts';
import { widgetTexts } from '../texts/widgets.ts';
import { ExpandMoreIcon } from './icons/ExpandMore.tsx';
import { RowName } from './RowButton.tsx';
import { DETAIL_TRANSITION_MS, RowDetail } from './RowDetail.tsx';
import { CELL, CONTENT, CONTROL } from './tableStyles.ts';
import { cellName } from './useCellKeys.ts';

const { table: texts } = widgetTexts;

/** the aria-rowindex of the first row below the head */
const FIRST_INDEX = 2;
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
      {detail && (
        <RowDetail
          detail={detail}
          open={open}
          rowIndex={index + FIRST_INDEX + 1}
          columns={columns}
          onHeight={onDetailHeight}
        />
      )}
    </>
  );
}
