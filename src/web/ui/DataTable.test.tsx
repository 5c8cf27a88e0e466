import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readXlsx } from 'hucre/xlsx';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DataTable } from './DataTable.tsx';
import type { DataTableProps } from './dataTableProps.ts';
import { NoticeProvider } from './Notices.tsx';
import { ReasonedButton } from './ReasonedButton.tsx';
import { RowButton } from './RowButton.tsx';
import type { Column } from './tableColumns.ts';

interface Row {
  id: string;
  label: string;
  count: number;
}
const columns: Column<Row>[] = [
  { accessorKey: 'id', header: 'Id', sortFn: 'basic' },
  { accessorKey: 'label', header: 'Label', sortFn: 'basic' },
  { accessorKey: 'count', header: 'Count', sortFn: 'basic' },
];
const few: Row[] = [
  { id: 'b', label: 'Blue', count: 2 },
  { id: 'a', label: 'Amber', count: 30 },
  { id: 'c', label: 'Coral', count: 1 },
];

// jsdom has no layout: the test tells the table that 600 pixels are visible.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 900 });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(cleanup);

function Held(props: Partial<DataTableProps<Row>> & { withSelection?: boolean; withDetail?: boolean }) {
  const { withSelection, withDetail, ...rest } = props;
  const [sorting, setSorting] = useState<DataTableProps<Row>['sorting']>([]);
  const [text, setText] = useState('');
  const [filters, setFilters] = useState<Record<string, string>>({});
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState('');
  return (
    <NoticeProvider>
      <DataTable
        label="Cars"
        rows={few}
        columns={columns}
        rowId={(row) => row.id}
        sorting={sorting}
        onSorting={setSorting}
        empty="No car yet."
        text={text}
        onText={setText}
        filters={filters}
        onFilter={(id, value) => setFilters((before) => ({ ...before, [id]: value }))}
        filteredColumns={['label']}
        {...(withSelection && { selected, onSelected: setSelected })}
        {...(withDetail && { detail: (row: Row) => <p>About {row.label}</p>, open, onOpen: setOpen })}
        {...rest}
      />
    </NoticeProvider>
  );
}
const table = () => screen.getByRole('table', { name: 'Cars' });
const ids = () =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('cell')[0]?.textContent)
    .filter((text) => text !== '');

/** A button in a cell that opens something, as that of the history does. */
function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <button type="button" onClick={() => setOpen(true)}>
      {open ? 'is open' : 'Open'}
    </button>
  );
}
const columnsWithOpener = (): Column<Row>[] => [...columns, { id: 'open', header: '', cell: () => <Opener /> }];

it('what is open in a cell stays open when the columns are made anew', async () => {
  const { rerender } = render(<Held rows={few.slice(0, 1)} columns={columnsWithOpener()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  rerender(<Held rows={few.slice(0, 1)} columns={columnsWithOpener()} />);
  expect(screen.getByRole('button', { name: 'is open' })).toBeDefined();
});

describe('DataTable', () => {
  it('sorts by click and by key, and says how', async () => {
    const user = userEvent.setup();
    render(<Held />);
    expect(ids()).toEqual(['b', 'a', 'c']);
    await user.click(screen.getByRole('button', { name: 'Id' }));
    expect(ids()).toEqual(['a', 'b', 'c']);
    screen.getByRole('button', { name: 'Id' }).focus();
    await user.keyboard('{Enter}');
    expect(ids()).toEqual(['c', 'b', 'a']);
    expect(screen.getByRole('columnheader', { name: /^Id/ }).getAttribute('aria-sort')).toBe('descending');
  });

  it('sorts ascending at the first click, numbers too', async () => {
    const user = userEvent.setup();
    render(<Held />);
    await user.click(screen.getByRole('button', { name: 'Count' }));
    expect(ids()).toEqual(['c', 'b', 'a']);
    expect(screen.getByRole('columnheader', { name: /^Count/ }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('filters while typing, in all columns and in one, and counts the rows', async () => {
    const user = userEvent.setup();
    render(<Held />);
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Filter' }));
    await user.keyboard('B');
    await waitFor(() => expect(ids()).toEqual(['b', 'a']));
    expect(screen.getByText('2 of 3 rows')).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search Label' }), 'am');
    await waitFor(() => expect(ids()).toEqual(['a']));
    await user.type(screen.getByRole('searchbox', { name: 'Search Label' }), 'zz');
    await waitFor(() => expect(screen.getByText('No data matching the filters')).toBeDefined());
  });

  it('selects one, all and none, and shows when some are selected', async () => {
    const user = userEvent.setup();
    render(<Held withSelection />);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
    await user.click(screen.getByRole('checkbox', { name: 'Select a' }));
    expect(all.dataset['indeterminate']).toBe('true');
    expect(screen.getByText('3 rows, 1 selected')).toBeDefined();
    await user.click(all);
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(4);
    await user.click(all);
    expect(screen.queryAllByRole('checkbox', { checked: true })).toHaveLength(0);
  });

  it('counts selected rows that a filter hides separately', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Held withSelection />);
    await user.click(screen.getByRole('checkbox', { name: 'Select a' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select b' }));
    await user.type(screen.getByRole('searchbox', { name: 'Filter' }), 'amber');
    await waitFor(() => expect(screen.getByText('1 of 3 rows, 1 selected, 1 more hidden by filters')).toBeDefined());
    // The screen's own filters take rows away before the table sees them.
    await user.clear(screen.getByRole('searchbox', { name: 'Filter' }));
    rerender(<Held withSelection rows={few.filter(({ id }) => id === 'c')} />);
    await waitFor(() => expect(screen.getByText('1 row, 0 selected, 2 more hidden by filters')).toBeDefined());
  });

  it('opens one row at a time, by click on the row or by its button', async () => {
    const user = userEvent.setup();
    render(<Held withDetail />);
    await user.click(screen.getByText('Blue'));
    expect(screen.getByText('About Blue')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Expand a' }));
    expect(screen.getByText('About Amber')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('About Blue')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Collapse a' }));
    await waitFor(() => expect(screen.queryByText('About Amber')).toBeNull());
  });

  it('draws only the visible ones of 50,000 rows', () => {
    render(<Held rows={Array.from({ length: 50_000 }, (_, i) => ({ id: `r${i}`, label: 'x', count: i }))} />);
    expect(ids()[0]).toBe('r0');
    expect(ids().length).toBeLessThan(60);
    expect(table().getAttribute('aria-rowcount')).toBe('50001');
    expect(screen.getByText('50.000 rows')).toBeDefined();
  });

  it('distinguishes loading, empty and failed', async () => {
    const user = userEvent.setup();
    const retry = vi.fn();
    const { rerender } = render(<Held rows={undefined} />);
    expect(screen.queryByText('No car yet.')).toBeNull();
    rerender(<Held rows={[]} />);
    expect(screen.getByText('No car yet.')).toBeDefined();
    rerender(<Held rows={undefined} failure={{ text: 'The cars could not be loaded.', retry }} />);
    expect(screen.queryByText('No car yet.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('exports what is shown, in the order shown, numbers as numbers', async () => {
    const user = userEvent.setup();
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return '#';
    };
    URL.revokeObjectURL = () => {};
    render(<Held exportName="Cars" />);
    await user.click(screen.getByRole('button', { name: 'Id' }));
    await user.type(screen.getByRole('searchbox', { name: 'Filter' }), 'b');
    await waitFor(() => expect(ids()).toEqual(['a', 'b']));
    await user.click(screen.getByRole('button', { name: 'Export to Excel' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const bytes = await new Promise<ArrayBuffer>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.readAsArrayBuffer(saved[0] as Blob);
    });
    const book = await readXlsx(new Uint8Array(bytes));
    expect(book.sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([
      [
        'Cars',
        [
          ['Id', 'Label', 'Count'],
          ['a', 'Amber', 30],
          ['b', 'Blue', 2],
        ],
      ],
    ]);
  });

  it('names the buttons of a row by what the row is about, in the column that names it', () => {
    const withButton: Column<Row>[] = [
      ...columns,
      { id: 'delete', header: '', cell: () => <RowButton>Delete</RowButton> },
      { id: 'why', header: '', cell: () => <ReasonedButton reason="Prod has it.">Copy</ReasonedButton> },
    ];
    render(<Held columns={withButton} />);
    const names = () => screen.getAllByRole('button', { name: /^(Delete|Copy)/ }).map((one) => one.ariaLabel);
    expect(names()).toEqual(['Delete b', 'Copy b', 'Delete a', 'Copy a', 'Delete c', 'Copy c']);
    cleanup();
    render(<Held columns={withButton} nameColumn="label" />);
    expect(names().slice(0, 2)).toEqual(['Delete Blue', 'Copy Blue']);
  });

  it('prints all rows, not only those in sight', () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ id: `row ${at}`, label: 'x', count: at }));
    render(<Held rows={many} />);
    expect(ids().length).toBeLessThan(100);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(ids()).toHaveLength(300);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(ids().length).toBeLessThan(100);
  });

  it('copies all rows when the selection is around the table, with tabs between the cells', () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ id: `row ${at}`, label: 'x', count: at }));
    render(<Held rows={many} />);
    window.getSelection()?.selectAllChildren(document.body);
    const copied = vi.fn();
    const event = new Event('copy', { cancelable: true });
    Object.assign(event, { clipboardData: { setData: copied } });
    document.dispatchEvent(event);
    const lines = String(copied.mock.calls[0]?.[1]).split('\n');
    expect(lines).toHaveLength(300);
    expect(lines[299]).toBe('row 299\tx\t299');
    window.getSelection()?.removeAllRanges();
  });

  it('names columns without their search boxes, and has a row only for an open detail', async () => {
    render(<Held withDetail />);
    expect(screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-label'))).toEqual([
      'Id',
      'Label',
      'Count',
      'Details',
    ]);
    expect(screen.getAllByRole('row')).toHaveLength(4);
    expect(table().getAttribute('aria-rowcount')).toBe('4');
    await userEvent.click(screen.getByRole('button', { name: 'Expand a' }));
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual([
      null,
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(table().getAttribute('aria-rowcount')).toBe('5');
  });
});
