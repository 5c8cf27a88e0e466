/**
 * A table's sort and free text in the address.
 *
 *   tableSearch   the fields, for a route's search schema
 *   sortingOf     `-size` and `size` as the table takes them
 *   sortOf        the other way round
 */
import type { SortingState } from '@tanstack/react-table';
import { text } from './searchFields.ts';

export const tableSearch = {
  /** column id, with a minus in front for descending; absent: the screen's own order */
  sort: text,
  text,
};

export const sortingOf = (sort: string): SortingState =>
  sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];

export const sortOf = (sorting: SortingState): string => {
  const [first] = sorting;
  return first === undefined ? '' : `${first.desc ? '-' : ''}${first.id}`;
};
