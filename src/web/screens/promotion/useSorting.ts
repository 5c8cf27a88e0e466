/** Sorting that lives in the address. */
import type { SortingState } from '@tanstack/react-table';
import { useMemo } from 'react';

export function useSorting(
  search: { sort?: string | undefined; desc?: boolean | undefined },
  change: (part: { sort: string | undefined; desc: true | undefined }) => void,
): [SortingState, (sorting: SortingState) => void] {
  const sorting = useMemo(
    () => (search.sort === undefined ? [] : [{ id: search.sort, desc: search.desc ?? false }]),
    [search.sort, search.desc],
  );
  return [sorting, ([first]) => change({ sort: first?.id, desc: first?.desc ? true : undefined })];
}
