/** What both status screens are (2.6, 2.7): filters by name, days and what waits, above a table of what each area has. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { waitsFor } from '../../../engine/contentState.ts';
import { passesDates, passesName } from '../../../engine/promotionStatus.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import type { Action } from '../../texts/notices.ts';
import { DataTable, type DataTableProps } from '../../ui/DataTable.tsx';
import { failureOf } from '../../ui/failure.ts';
import { FilterField } from '../../ui/TableBar.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import type { Promoted } from './columns.tsx';
import { DateFields } from './DateFields.tsx';
import type { StatusSearch } from './search.ts';
import { useSorting } from './useSorting.ts';
import { WaitingFilter } from './WaitingFilter.tsx';

export function StatusScreen<T extends Promoted>({
  title,
  nameLabel,
  queryKey,
  load,
  action,
  search,
  onChange,
  ...table
}: {
  title: string;
  nameLabel: string;
  queryKey: readonly string[];
  load: (signal: AbortSignal) => Promise<T[]>;
  /** what could not be done when it fails */
  action: Action;
  search: StatusSearch;
  onChange: (part: Partial<StatusSearch>) => void;
  /** names a row for good: the set or the pack */
  rowId: (row: T) => string;
  /** what stands in place of rows before anything was delivered */
  empty: string;
} & Pick<DataTableProps<T>, 'label' | 'columns' | 'widths' | 'detail' | 'exportName'>) {
  const [sorting, setSorting] = useSorting(search, onChange);
  const status = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) });
  useJobChanges(queryKey);
  useFailureNotice(status.error, action);
  const { name = '', from, to, waits } = search;
  const { rowId } = table;
  const passing = useMemo(
    () => status.data?.filter((row) => passesName(rowId(row), name) && passesDates(row.lastModifiedDate, from, to)),
    [status.data, rowId, name, from, to],
  );
  const rows = useMemo(
    () => (waits ? passing?.filter((row) => waitsFor(row.content) === waits) : passing),
    [passing, waits],
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
        <FilterField
          label={nameLabel}
          value={name}
          onChange={(next) => onChange({ name: next || undefined })}
          focusShortcut
          width={240}
        />
        <DateFields from={from} to={to} onChange={onChange} labels={['From Date', 'To Date']} />
        <Button
          size="medium"
          onClick={() => onChange({ name: undefined, from: undefined, to: undefined, waits: undefined })}
        >
          Reset
        </Button>
        <WaitingFilter rows={passing} value={waits} onChange={(next) => onChange({ waits: next })} />
      </Stack>
      <DataTable
        {...table}
        rows={rows}
        sorting={sorting}
        onSorting={setSorting}
        open={search.open ?? ''}
        onOpen={(open) => onChange({ open: open || undefined })}
        failure={failureOf(status)}
        empty={status.data?.length === 0 ? table.empty : 'No data matching the filters'}
      />
    </>
  );
}
