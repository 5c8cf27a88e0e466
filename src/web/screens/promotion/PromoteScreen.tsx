/** What both promotion screens share (2.8): direction and filters, a table to select from, and the question before it. */
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { BULK_PROMOTION_KEYS } from '../../../contract/index.ts';
import { passesStatus, promotionState } from '../../../engine/promotionStatus.ts';
import { environment } from '../../app/environment.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import type { Action } from '../../texts/failures.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { DataTableProps } from '../../ui/dataTableProps.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useTableSorting } from '../../ui/useTableState.ts';
import { WithReason } from '../../ui/WithReason.tsx';
import { BulkButton } from './BulkButton.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import type { Promotable } from './columns.tsx';
import type { PromotedPart } from './content.ts';
import { type ContentList, useListedContent } from './lists.ts';
import { PromoteDialog } from './PromoteDialog.tsx';
import { type Direction, PromoteFilters } from './PromoteFilters.tsx';
import { type Quality, useQuality } from './quality.tsx';
import { EMPTY_SEARCH, type PromoteSearch } from './search.ts';
import {
  type AreaPair,
  type Promotion,
  type PromotionCall,
  splitDirection,
  useBulkPromotion,
  usePromotion,
} from './usePromotion.ts';

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
  columns: (direction: AreaPair, onPromote: (key: string, part: PromotedPart) => void, quality: Quality) => Column<T>[];
  /** shown before anything was delivered */
  empty: string;
  callFor: (promotion: Promotion) => PromotionCall;
} & Pick<DataTableProps<T>, 'widths'>) {
  const { kind, label, queryKey, keyOf } = list;
  const [confirming, setConfirming] = useState<{ keys: readonly string[]; part: PromotedPart }>();
  const [selected, setSelected] = useState(NONE);
  const send = usePromotion(queryKey);
  const show = (promotion: string | undefined) => onChange({ promotion });
  const sendMany = useBulkPromotion(kind, queryKey);
  const { all, passing, failure } = useListedContent(list, action, search);
  const direction = directions.find(([id]) => id === search.direction)?.[0] ?? directions[0][0];
  const { source, target } = splitDirection(direction);

  const { quality, isLoading } = useQuality(source, kind === 'dis');
  const { notPromoted = true, toPreProd = true, toProd = true } = search;
  const rows = useMemo(
    () =>
      passing?.filter(
        (row) =>
          passesStatus(promotionState(row), { notPromoted, toPreProd, toProd }) &&
          (search.errors !== true || (quality.get(keyOf(row))?.errors ?? 0) > 0),
      ),
    [passing, notPromoted, toPreProd, toProd, search.errors, quality, keyOf],
  );
  const names = useMemo(() => (all ?? []).map(keyOf), [all, keyOf]);
  const columnsNow = useMemo(
    () => columns({ source, target }, (key, part) => setConfirming({ keys: [key], part }), quality),
    [columns, source, target, quality],
  );
  const chosen = (rows ?? []).map(keyOf).filter((key) => selected.has(key));
  const reason =
    chosen.length === 0
      ? promotionTexts.promote.selectFirst
      : chosen.length > BULK_PROMOTION_KEYS
        ? promotionTexts.promote.tooMany(BULK_PROMOTION_KEYS)
        : undefined;
  const promote = async ({ keys, part }: { keys: readonly string[]; part: PromotedPart }, note: string | undefined) => {
    setConfirming(undefined);
    const [only] = keys;
    if (keys.length === 1 && only !== undefined) await send(callFor({ key: only, part, source, target, note }));
    // A refused request can be corrected and tried again.
    else if (!(await sendMany({ keys, part, source, target, note }))) return;
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
        hasQuality={kind === 'dis' && environment().FEATURE_QUALITY_REPORT_ENABLED}
        onReset={() => {
          setSelected(NONE);
          onChange(EMPTY_SEARCH);
        }}
      >
        <BulkButton onShow={show} />
        <WithReason reason={reason}>
          <Button
            variant="contained"
            size="medium"
            disabled={reason !== undefined}
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
      {search.promotion !== undefined && (
        <BulkDialog promotion={search.promotion} onShow={show} onClose={() => show(undefined)} />
      )}
      {confirming && (
        <PromoteDialog
          kind={kind}
          keys={confirming.keys}
          source={source}
          target={target}
          part={confirming.part}
          quality={quality}
          isLoading={isLoading}
          onHoldBack={(left) => {
            const keys = confirming.keys.filter((key) => !left.includes(key));
            setSelected(new Set(keys));
            setConfirming({ ...confirming, keys });
          }}
          onPromote={(note) => void promote(confirming, note)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  );
}
