/** What both status screens share (2.6, 2.7): filters by name, day and next promotion, above a table of what each area has. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Fragment, useMemo } from 'react';
import { waitsFor } from '../../../engine/contentState.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import type { Action } from '../../texts/failures.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { DataTableProps } from '../../ui/dataTableProps.ts';
import { FilterField } from '../../ui/FilterField.tsx';
import { useReset } from '../../ui/useReset.ts';
import { useTableSorting } from '../../ui/useTableState.ts';
import type { Promotable } from './columns.tsx';
import { DateFields } from './DateFields.tsx';
import { type ContentList, useListedContent } from './lists.ts';
import type { StatusSearch } from './search.ts';
import { WaitingFilter } from './WaitingFilter.tsx';

export function StatusScreen<T extends Promotable>({
  list,
  title,
  nameLabel,
  action,
  search,
  onChange,
  empty,
  ...table
}: {
  list: ContentList<T>;
  title: string;
  nameLabel: string;
  /** what could not be done when the list does not load */
  action: Action;
  search: StatusSearch;
  onChange: (part: Partial<StatusSearch>) => void;
  /** shown before anything was delivered */
  empty: string;
} & Pick<DataTableProps<T>, 'columns' | 'widths' | 'detail' | 'exportName'>) {
  const { name = '', from, to, waits, open = '' } = search;
  const { all, passing, failure } = useListedContent(list, action, search);
  const rows = useMemo(
    () => (waits ? passing?.filter((row) => waitsFor(row.content) === waits) : passing),
    [passing, waits],
  );
  const { fieldsKey, onReset } = useReset(() =>
    onChange({ name: undefined, from: undefined, to: undefined, waits: undefined }),
  );
  return (
    <>
      <ScreenBar title={title} />
      <Stack
        direction="row"
        useFlexGap
        spacing={2}
        sx={{ px: 2, py: 1.5, flexWrap: 'wrap', bgcolor: 'background.paper' }}
      >
        <Fragment key={fieldsKey}>
          <FilterField
            label={nameLabel}
            value={name}
            onChange={(next) => onChange({ name: next || undefined })}
            focusShortcut
            width={240}
          />
          <DateFields
            from={from}
            to={to}
            onChange={onChange}
            labels={[promotionTexts.status.from, promotionTexts.status.to]}
          />
        </Fragment>
        <Button size="medium" onClick={onReset}>
          {promotionTexts.reset}
        </Button>
        <WaitingFilter rows={passing} value={waits} onChange={(next) => onChange({ waits: next })} />
      </Stack>
      <DataTable
        {...table}
        {...useTableSorting(search, onChange)}
        label={list.label}
        rows={rows}
        rowId={list.keyOf}
        open={open}
        onOpen={(next) => onChange({ open: next || undefined })}
        failure={failure}
        empty={all?.length === 0 ? empty : promotionTexts.noMatch}
      />
    </>
  );
}
