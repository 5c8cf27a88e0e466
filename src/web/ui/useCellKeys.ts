/**
 * A table's cells by keyboard: arrow keys, Home, End and the page keys move the focus, Ctrl+C copies a cell's whole text or
 * the selected rows, Enter presses what the cell holds (or opens the row), Escape returns to the table. The focused element
 * is the state, so moving the focus draws nothing again.
 *
 *   useCellKeys
 *   cellName     the value of a cell's attribute data-cell, by which it is found
 *   nextCell     where a key leads
 */
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

export const cellName = (row: number, column: number): string => `${row} ${column}`;

interface CellPosition {
  row: number;
  column: number;
}

/**
 * @param page rows that a page key moves by
 * @returns undefined for a key that does not move the focus
 */
export function nextCell(
  key: string,
  ctrl: boolean,
  { row, column }: CellPosition,
  size: { rows: number; columns: number },
  page: number,
): CellPosition | undefined {
  const to = (wantedRow: number, wantedColumn: number): CellPosition => ({
    row: Math.max(0, Math.min(size.rows - 1, wantedRow)),
    column: Math.max(0, Math.min(size.columns - 1, wantedColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(ctrl ? 0 : row - 1, column);
    case 'ArrowDown':
      return to(ctrl ? size.rows - 1 : row + 1, column);
    case 'ArrowLeft':
      return to(row, ctrl ? 0 : column - 1);
    case 'ArrowRight':
      return to(row, ctrl ? size.columns - 1 : column + 1);
    case 'Home':
      return to(ctrl ? 0 : row, 0);
    case 'End':
      return to(ctrl ? size.rows - 1 : row, size.columns - 1);
    case 'PageUp':
      return to(row - page, column);
    case 'PageDown':
      return to(row + page, column);
    default:
      return undefined;
  }
}

/**
 * The first and last row of a selection over several rows. Rows that are not drawn count, too: a selection that
 * encloses the table selects all rows.
 */
function selectedRows(box: HTMLElement | null, rows: number): [number, number] | undefined {
  const selection = window.getSelection();
  if (!box || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const numbers = [...box.querySelectorAll<HTMLElement>('[data-cell]')]
    .filter((cell) => range.intersectsNode(cell))
    .map((cell) => Number(cell.dataset['cell']?.split(' ')[0]));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (first >= last) return undefined;
  const isAround = range.commonAncestorContainer !== box && range.commonAncestorContainer.contains(box);
  return isAround ? [0, rows - 1] : [first, last];
}

/** Whether the element uses the keys itself, as text fields and menus do. */
const usesKeys = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [role=menu]') !== null;

export function useCellKeys({
  scroll,
  rows,
  columns,
  startOf,
  textOf,
}: {
  /** the scrolling box around the table */
  scroll: RefObject<HTMLElement | null>;
  rows: number;
  columns: number;
  /** where a row starts below the head, pixels */
  startOf: (row: number) => number;
  /** a cell's whole text */
  textOf: (row: number, column: number) => string;
}) {
  const [copied, setCopied] = useState('');
  /** a cell that gets the focus as soon as it is drawn */
  const wanted = useRef('');
  const cellOf = (target: EventTarget): [HTMLElement, CellPosition] | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    if (!cell || !scroll.current?.contains(cell)) return undefined;
    const [row = 0, column = 0] = (cell.dataset['cell'] ?? '').split(' ').map(Number);
    return [cell, { row, column }];
  };
  const focusWanted = () => {
    if (wanted.current === '') return;
    const cell = scroll.current?.querySelector<HTMLElement>(`[data-cell="${wanted.current}"]`);
    if (!cell) return;
    wanted.current = '';
    cell.focus({ preventScroll: true });
  };
  useEffect(focusWanted);

  const focusCell = ({ row, column }: CellPosition) => {
    const box = scroll.current;
    if (!box) return;
    const head = box.querySelector('thead')?.offsetHeight ?? 0;
    const start = startOf(row);
    const height = box.querySelector<HTMLElement>('tbody tr[aria-rowindex]')?.offsetHeight ?? 0;
    const visible = box.clientHeight - head;
    if (start < box.scrollTop) box.scrollTop = start;
    else if (start + height > box.scrollTop + visible) box.scrollTop = start + height - visible;
    wanted.current = cellName(row, column);
    focusWanted();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const box = scroll.current;
    if (!box || rows === 0 || event.altKey || usesKeys(event.target)) return;
    const at = cellOf(event.target);
    // In the head and in an open row the keys have their usual effect.
    if (!at && event.target !== box) return;
    if (at && event.key === 'Escape') return box.focus({ preventScroll: true });
    if (at && event.target === at[0] && event.key === 'Enter') {
      const row = at[0].closest('tr');
      const control = at[0].querySelector<HTMLElement>('button, a') ?? row?.querySelector('button[aria-expanded]');
      const clickable = row?.hasAttribute('data-clickable') ? row : undefined;
      ((control ?? clickable) as HTMLElement | null | undefined)?.click();
      return event.preventDefault();
    }
    if (at && event.target === at[0] && event.key === ' ') {
      at[0].closest('tr')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
      return event.preventDefault();
    }
    const height = box.querySelector<HTMLElement>('tbody tr[aria-rowindex]')?.offsetHeight || 1;
    const page = Math.max(1, Math.floor(box.clientHeight / height) - 2);
    // From the table itself an arrow key moves to the first visible row. The other keys scroll, as usual.
    if (!at && !event.key.startsWith('Arrow')) return;
    const aboveVisible = { row: Math.ceil(box.scrollTop / height) - 1, column: 0 };
    const next = nextCell(event.key, event.ctrlKey || event.metaKey, at?.[1] ?? aboveVisible, { rows, columns }, page);
    if (!next) return;
    event.preventDefault();
    focusCell(next);
  };
  // The browser sends `copy` to the element of the selection, not to the focused one, so the whole page listens.
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const lines = selectedRows(scroll.current, rows);
    if (lines && event.clipboardData) {
      const [first, last] = lines;
      const all = Array.from({ length: last - first + 1 }, (_, row) =>
        Array.from({ length: columns }, (_cell, column) => textOf(first + row, column)).join('\t'),
      );
      event.clipboardData.setData('text/plain', all.join('\n'));
      event.preventDefault();
      return;
    }
    const at = document.activeElement?.matches('[data-cell]') ? cellOf(document.activeElement) : undefined;
    // Selected text is copied as usual.
    if (!at || window.getSelection()?.isCollapsed === false) return;
    const text = textOf(at[1].row, at[1].column);
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    setCopied(text);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onCopy(event);
    document.addEventListener('copy', listen);
    return () => document.removeEventListener('copy', listen);
  }, []);
  return { copied, onKeyDown };
}
