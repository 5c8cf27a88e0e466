import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useTableState } from './useTableState.ts';

const setup = (search: Parameters<typeof useTableState>[0], initial?: string) => {
  const change = vi.fn();
  return { change, table: renderHook(() => useTableState(search, change, initial)).result.current };
};

describe('useTableState', () => {
  it('sorts as the address says, else in the order of the screen', () => {
    expect(setup({ sort: '-size' }, 'name').table.sorting).toEqual([{ id: 'size', desc: true }]);
    expect(setup({}, 'name').table.sorting).toEqual([{ id: 'name', desc: false }]);
    expect(setup({ sort: '' }, 'name').table.sorting).toEqual([]);
    expect(setup({}).table.sorting).toEqual([]);
  });

  it('reads links of older versions, and writes them as all others', () => {
    const { table, change } = setup({ sort: 'disId', desc: true });
    expect(table.sorting).toEqual([{ id: 'disId', desc: true }]);
    table.onSorting([{ id: 'lastModifiedDate', desc: true }]);
    expect(change).toHaveBeenCalledWith({ sort: '-lastModifiedDate', desc: undefined });
  });

  it('leaves out of the address what the screen has at first', () => {
    const { table, change } = setup({ sort: '-size', text: 'a' }, 'name');
    table.onSorting([{ id: 'name', desc: false }]);
    expect(change).toHaveBeenLastCalledWith({ sort: undefined, desc: undefined });
    table.onSorting([]);
    expect(change).toHaveBeenLastCalledWith({ sort: '', desc: undefined });
    table.onText('');
    expect(change).toHaveBeenLastCalledWith({ text: undefined });
  });
});
