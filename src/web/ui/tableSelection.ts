/**
 * The selected rows of a table.
 *
 *   selectionOf
 */
import type { RowData } from '@tanstack/react-table';
import type { DataTableProps } from './dataTableProps.ts';
import type { SelectAll } from './TableHeader.tsx';

/**
 * @param shown the rows that pass the filters
 * @returns undefined for a table whose rows cannot be selected
 */
export function selectionOf<T extends RowData>(
  { selected, onSelected }: DataTableProps<T>,
  shown: readonly T[],
  idAt: (index: number) => string,
) {
  if (selected === undefined || onSelected === undefined) return undefined;
  const select = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onSelected(next);
  };
  const count = shown.filter((_, index) => selected.has(idAt(index))).length;
  const all: SelectAll = {
    state: count === 0 ? 'none' : count === shown.length ? 'all' : 'some',
    disabled: shown.length === 0,
    onChange: (on) =>
      select(
        shown.map((_, index) => idAt(index)),
        on,
      ),
  };
  return {
    select,
    all,
    has: (id: string) => selected.has(id),
    counts: { shown: count, hidden: selected.size - count },
  };
}
