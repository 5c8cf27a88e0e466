import { describe, expect, it } from 'vitest';
import { type Column, minTableWidth, tableWidth } from './tableColumns.ts';

const columns: Column<{ name: string; size: number }>[] = [
  { accessorKey: 'name', header: 'Name' },
  { accessorKey: 'size', header: 'Size' },
];

describe('tableWidth', () => {
  it('gives a column without a width of its own a line of text, at most', () => {
    expect(tableWidth(columns, { size: 110 }, 1)).toBe('min(100%, max(560px, 0px) + 110px + 48px)');
    expect(minTableWidth(columns, { size: 110 }, 1)).toBe('max(max(120px) + 110px + 48px)');
  });

  it('is the window where a column has a share of it, up to where the eye finds the next cell', () => {
    expect(tableWidth(columns, { size: '45%' }, 0)).toBe('min(100%, 1600px)');
  });
});
