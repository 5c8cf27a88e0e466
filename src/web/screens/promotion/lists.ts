/**
 * The two lists of content that can be promoted. Status and promotion screens show the same rows.
 *
 *   ContentList
 *   IMAGE_SETS, STATIC_PACKS
 *   useListedContent   a list's rows that pass the filters by name and day
 */
import { useMemo } from 'react';
import type { SetStatus, StaticPackStatus } from '../../../contract/index.ts';
import { passesDates, passesName } from '../../../engine/promotionStatus.ts';
import { api } from '../../api/api.ts';
import type { Action } from '../../texts/failures.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { useTableRows } from '../../ui/useTableState.ts';
import type { Promotable } from './columns.tsx';
import type { ContentKind } from './content.ts';

export interface ContentList<T extends Promotable> {
  readonly kind: ContentKind;
  /** names the table */
  readonly label: string;
  readonly queryKey: readonly string[];
  readonly load: (signal: AbortSignal) => Promise<T[]>;
  /** the set's id or the pack's file name */
  readonly keyOf: (row: T) => string;
}

export const IMAGE_SETS: ContentList<SetStatus> = {
  kind: 'dis',
  label: promotionTexts.sets,
  queryKey: ['shortStatus'],
  load: (signal) => api().shortStatus({ signal }),
  keyOf: ({ disId }) => disId,
};

export const STATIC_PACKS: ContentList<StaticPackStatus> = {
  kind: 'static',
  label: promotionTexts.packs,
  queryKey: ['staticStatus'],
  load: (signal) => api().staticStatus({ signal }),
  keyOf: ({ fileName }) => fileName,
};

/** @param action what could not be done when the list does not load */
export function useListedContent<T extends Promotable>(
  { queryKey, load, keyOf }: ContentList<T>,
  action: Action,
  { name = '', from, to }: { name?: string | undefined; from?: string | undefined; to?: string | undefined },
) {
  const { rows: all, failure } = useTableRows({ queryKey, load, action, followsJobs: true });
  const passing = useMemo(
    () => all?.filter((row) => passesName(keyOf(row), name) && passesDates(row.lastModifiedDate, from, to)),
    [all, keyOf, name, from, to],
  );
  return { all, passing, failure };
}
