/** A table that is too long to print says so on paper. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DataTable } from './DataTable.tsx';
import { NoticeProvider } from './Notices.tsx';

afterEach(cleanup);

it('prints 5,000 rows, and above them how many there are', () => {
  const rows = Array.from({ length: 5002 }, (_, at) => ({ id: `row ${at}` }));
  render(
    <NoticeProvider>
      <DataTable
        label="Cars"
        rows={rows}
        columns={[{ accessorKey: 'id', header: 'Id' }]}
        rowId={({ id }) => id}
        sorting={[]}
        onSorting={() => {}}
        empty=""
        exportName="Cars"
      />
    </NoticeProvider>,
  );
  const note = () => screen.queryByText(/rows are printed/)?.textContent;
  expect(note()).toBeUndefined();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(note()).toBe('Only the first 5.000 of 5.002 rows are printed. The export to Excel has all of them.');
  expect(document.querySelectorAll('tbody tr[aria-rowindex]')).toHaveLength(5000);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(note()).toBeUndefined();
});
