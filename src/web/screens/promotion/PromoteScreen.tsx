/** What both promotion screens are (2.8): direction and filters, a table to select from, and the question before it. */
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Area } from '../../../contract/index.ts';
import { passesDates, passesName, passesStatus, promotionState } from '../../../engine/promotionStatus.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import type { Action } from '../../texts/notices.ts';
import { type Column, DataTable, type DataTableProps } from '../../ui/DataTable.tsx';
import { failureOf } from '../../ui/failure.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { WithReason } from '../../ui/WithReason.tsx';
import type { Promoted } from './columns.tsx';
import type { ContentKind } from './content.ts';
import { PromoteDialog } from './PromoteDialog.tsx';
import { type Direction, PromoteFilters } from './PromoteFilters.tsx';
import type { PromoteSearch } from './search.ts';
import { type AreaPair, splitDirection, usePromotion } from './usePromotion.ts';
import { useSorting } from './useSorting.ts';

const NONE: ReadonlySet<string> = new Set();

export type What = 'all' | 'metadata';
export interface Wish {
  key: string;
  what: What;
  source: Area;
  target: Area;
  /** for the history; undefined when none was written */
  note: string | undefined;
}
/** A promotion to ask for, what to say when it was taken, and what could not be done when it was not. */
export interface Request {
  send: () => Promise<string>;
  done: string;
  action: string;
}

export function PromoteScreen<T extends Promoted>({
  kind,
  title,
  queryKey,
  load,
  action,
  search,
  onChange,
  onReset,
  legend,
  directions,
  nameLabel,
  promoteLabel,
  columns,
  nothingYet,
  requestOf,
  ...table
}: {
  kind: ContentKind;
  title: string;
  queryKey: readonly string[];
  load: (signal: AbortSignal) => Promise<T[]>;
  /** what could not be done when it fails */
  action: Action;
  search: PromoteSearch;
  onChange: (part: Partial<PromoteSearch>) => void;
  onReset: () => void;
  legend: string;
  /** the first is the one at first */
  directions: readonly [readonly [Direction, string], ...(readonly [Direction, string])[]];
  nameLabel: string;
  /** of the button that promotes what is selected */
  promoteLabel: string;
  /** @param ask puts the question for one row */
  columns: (direction: AreaPair, ask: (key: string, what: What) => void) => Column<T>[];
  /** names a row for good: the set or the pack */
  rowId: (row: T) => string;
  /** what stands in place of rows before anything was delivered */
  nothingYet: string;
  requestOf: (wish: Wish) => Request;
} & Pick<DataTableProps<T>, 'label' | 'widths'>) {
  const [sorting, setSorting] = useSorting(search, onChange);
  const [asked, setAsked] = useState<{ keys: readonly string[]; what: What }>();
  const [selected, setSelected] = useState(NONE);
  const send = usePromotion(queryKey);
  const status = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) });
  useJobChanges(queryKey);
  useFailureNotice(status.error, action);
  const direction = directions.find(([id]) => id === search.direction)?.[0] ?? directions[0][0];
  const { source, target } = splitDirection(direction);

  const { rowId } = table;
  const { name = '', from, to, notPromoted = true, toPreProd = true, toProd = true } = search;
  const rows = useMemo(
    () =>
      status.data?.filter(
        (row) =>
          passesName(rowId(row), name) &&
          passesDates(row.lastModifiedDate, from, to) &&
          passesStatus(promotionState(row), { notPromoted, toPreProd, toProd }),
      ),
    [status.data, rowId, name, from, to, notPromoted, toPreProd, toProd],
  );
  const names = useMemo(() => (status.data ?? []).map(rowId), [status.data, rowId]);
  const all = useMemo(
    () => columns({ source, target }, (key, what) => setAsked({ keys: [key], what })),
    [columns, source, target],
  );
  const chosen = (rows ?? []).map(rowId).filter((key) => selected.has(key));
  const promote = async (note: string | undefined) => {
    if (!asked) return;
    setAsked(undefined);
    for (const key of asked.keys) {
      const request = requestOf({ key, what: asked.what, source, target, note });
      await send(request.send, request.done, request.action);
    }
    setSelected(NONE);
  };
  return (
    <>
      <ScreenBar title={title} area={target} />
      <PromoteFilters
        legend={legend}
        directions={directions}
        search={search}
        onChange={onChange}
        nameLabel={nameLabel}
        names={names}
        onReset={() => {
          setSelected(NONE);
          onReset();
        }}
      >
        <WithReason reason={chosen.length === 0 ? 'Select rows to promote first.' : undefined}>
          <Button
            variant="contained"
            size="medium"
            disabled={chosen.length === 0}
            onClick={() => setAsked({ keys: chosen, what: 'all' })}
          >
            {promoteLabel}
          </Button>
        </WithReason>
      </PromoteFilters>
      <DataTable
        {...table}
        rows={rows}
        columns={all}
        sorting={sorting}
        onSorting={setSorting}
        selected={selected}
        onSelected={setSelected}
        failure={failureOf(status)}
        empty={status.data?.length === 0 ? nothingYet : 'No data matching the filters'}
      />
      {asked && (
        <PromoteDialog
          kind={kind}
          keys={asked.keys}
          source={source}
          target={target}
          what={asked.what}
          onPromote={(note) => void promote(note)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
