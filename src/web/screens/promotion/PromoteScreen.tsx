/** What both promotion screens share (2.8): direction and filters, a table to select from, and the question before it. */
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { passesStatus, promotionState } from '../../../engine/promotionStatus.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import type { Action } from '../../texts/notices.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { DataTableProps } from '../../ui/dataTableProps.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useTableSorting } from '../../ui/useTableState.ts';
import { WithReason } from '../../ui/WithReason.tsx';
import type { Promotable } from './columns.tsx';
import type { PromotedPart } from './content.ts';
import { type ContentList, useListedContent } from './lists.ts';
import { PromoteDialog } from './PromoteDialog.tsx';
import { type Direction, PromoteFilters } from './PromoteFilters.tsx';
import { EMPTY_SEARCH, type PromoteSearch } from './search.ts';
import { type AreaPair, type Promotion, type PromotionCall, splitDirection, usePromotion } from './usePromotion.ts';

const NONE: ReadonlySet<string> = new Set();

export function PromoteScreen<T extends Promotable>({
  list,
  title,
  action,
  search,
  onChange,
  legend,
  directions,
  nameLabel,
  promoteLabel,
  columns,
  empty,
  callFor,
  widths,
}: {
  list: ContentList<T>;
  title: string;
  /** what could not be done when the list does not load */
  action: Action;
  search: PromoteSearch;
  onChange: (part: Partial<PromoteSearch>) => void;
  legend: string;
  /** the first one is chosen at first */
  directions: readonly [readonly [Direction, string], ...(readonly [Direction, string])[]];
  nameLabel: string;
  /** of the button that promotes the selected rows */
  promoteLabel: string;
  /** @param onPromote opens the question about one row */
  columns: (direction: AreaPair, onPromote: (key: string, part: PromotedPart) => void) => Column<T>[];
  /** shown before anything was delivered */
  empty: string;
  callFor: (promotion: Promotion) => PromotionCall;
} & Pick<DataTableProps<T>, 'widths'>) {
  const { kind, label, queryKey, keyOf } = list;
  const [confirming, setConfirming] = useState<{ keys: readonly string[]; part: PromotedPart }>();
  const [selected, setSelected] = useState(NONE);
  const send = usePromotion(queryKey);
  const { all, passing, failure } = useListedContent(list, action, search);
  const direction = directions.find(([id]) => id === search.direction)?.[0] ?? directions[0][0];
  const { source, target } = splitDirection(direction);

  const { notPromoted = true, toPreProd = true, toProd = true } = search;
  const rows = useMemo(
    () => passing?.filter((row) => passesStatus(promotionState(row), { notPromoted, toPreProd, toProd })),
    [passing, notPromoted, toPreProd, toProd],
  );
  const names = useMemo(() => (all ?? []).map(keyOf), [all, keyOf]);
  const columnsNow = useMemo(
    () => columns({ source, target }, (key, part) => setConfirming({ keys: [key], part })),
    [columns, source, target],
  );
  const chosen = (rows ?? []).map(keyOf).filter((key) => selected.has(key));
  const promote = async ({ keys, part }: { keys: readonly string[]; part: PromotedPart }, note: string | undefined) => {
    setConfirming(undefined);
    for (const key of keys) await send(callFor({ key, part, source, target, note }));
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
          onChange(EMPTY_SEARCH);
        }}
      >
        <WithReason reason={chosen.length === 0 ? promotionTexts.promote.selectFirst : undefined}>
          <Button
            variant="contained"
            size="medium"
            disabled={chosen.length === 0}
            onClick={() => setConfirming({ keys: chosen, part: 'all' })}
          >
            {promoteLabel}
          </Button>
        </WithReason>
      </PromoteFilters>
      <DataTable
        {...useTableSorting(search, onChange)}
        label={label}
        rows={rows}
        rowId={keyOf}
        columns={columnsNow}
        {...(widths && { widths })}
        selected={selected}
        onSelected={setSelected}
        failure={failure}
        empty={all?.length === 0 ? empty : promotionTexts.noMatch}
      />
      {confirming && (
        <PromoteDialog
          kind={kind}
          keys={confirming.keys}
          source={source}
          target={target}
          part={confirming.part}
          onPromote={(note) => void promote(confirming, note)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  );
}
