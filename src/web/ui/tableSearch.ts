/**
 * A table's sorting and free text in the address.
 *
 *   sortSearch    the fields of the sorting, for a route's search schema
 *   tableSearch   those of the free text as well
 *   sortingOf     `-size` and `size` as the table's sorting
 *   sortOf        the other way round
 */
import type { SortingState } from '@tanstack/react-table';
import { flag, text } from './searchFields.ts';

export const sortSearch = {
  /** column id, with a minus in front for descending; absent: the screen's own order */
  sort: text,
  /** in older links, instead of the minus */
  desc: flag,
};
export const tableSearch = { ...sortSearch, text };

export const sortingOf = (sort: string): SortingState =>
  sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];

export const sortOf = (sorting: SortingState): string => {
  const [first] = sorting;
  return first === undefined ? '' : `${first.desc ? '-' : ''}${first.id}`;
};
