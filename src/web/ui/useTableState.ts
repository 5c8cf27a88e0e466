/**
 * The state of a screen's table: sorting and filter from the address, rows from the server.
 *
 *   useTableSorting   the sorting
 *   useTableState     the sorting and the free text
 *   useTableRows      the rows, or why there are none
 */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { useMemo } from 'react';
import { useJobChanges } from '../api/jobChanges.ts';
import type { Action } from '../texts/failures.ts';
import { type Failure, failureOf } from './failure.ts';
import { sortingOf, sortOf } from './tableSearch.ts';
import { useFailureNotice } from './useFailureNotice.ts';

interface Sort {
  sort?: string | undefined;
  desc?: boolean | undefined;
}
interface SortAndText extends Sort {
  text?: string | undefined;
}

/** @param initial the order while the address has none, such as `-size` */
export function useTableSorting(
  { sort, desc = false }: Sort,
  change: (part: Sort) => void,
  initial = '',
): { sorting: SortingState; onSorting: (sorting: SortingState) => void } {
  const wanted = sort === undefined ? initial : `${desc ? '-' : ''}${sort}`;
  const sorting = useMemo(() => sortingOf(wanted), [wanted]);
  const onSorting = (next: SortingState) => {
    const written = sortOf(next);
    change({ sort: written === initial ? undefined : written, desc: undefined });
  };
  return { sorting, onSorting };
}

/** @param initial the order while the address has none, such as `-size` */
export function useTableState(search: SortAndText, change: (part: SortAndText) => void, initial?: string) {
  return {
    ...useTableSorting(search, change, initial),
    text: search.text ?? '',
    onText: (text: string) => change({ text: text || undefined }),
  };
}

/**
 * @param action what could not be done when the call fails, or the whole notice
 * @param followsJobs whether jobs change the rows: they are then loaded again whenever a job moves on
 */
export function useTableRows<T>({
  queryKey,
  load,
  action,
  followsJobs = false,
}: {
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<T[]>;
  action: Action | ((error: unknown) => string);
  followsJobs?: boolean;
}): { rows: T[] | undefined; failure: Failure | undefined; isFetching: boolean } {
  const query = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) });
  useJobChanges(followsJobs ? queryKey : undefined);
  useFailureNotice(query.error, action);
  return { rows: query.data, failure: failureOf(query), isFetching: query.isFetching };
}
