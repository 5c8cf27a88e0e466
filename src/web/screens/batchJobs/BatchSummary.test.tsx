/** The batch summary: failed jobs first and counted, by state in the address, and a failure in full. */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { BatchRow } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { BatchSummary } from './BatchSummary.tsx';
import { BatchSearch } from './search.ts';

afterEach(cleanup);

const job = (id: string, jobStatus: BatchRow['jobStatus'], failure: string | null = null): BatchRow => ({
  id,
  jobName: 'pack',
  jobStatus,
  function: `Read ${id}.zip`,
  createdAt: '2026-01-02T10:00:00.000Z',
  startedAt: '2026-01-02T10:00:05.000Z',
  stoppedAt: null,
  progress: null,
  failure,
});
const REASON = `001/a.png: ${'this is not a PNG, '.repeat(20)}and nothing was changed.`;

describe('the batch summary', () => {
  it('shows no counts before they are known', async () => {
    await renderScreen(
      { path: '/admin/batch-summary', component: BatchSummary, search: BatchSearch },
      '/admin/batch-summary',
      { 'GET /api/v2/admin/getBatchSummary': () => new Promise(() => {}) },
    );
    const chips = within(await screen.findByRole('group', { name: 'Jobs by state' })).getAllByRole('button');
    expect(chips.map((chip) => chip.textContent)).toEqual([
      'All …',
      'FAILED …',
      'STARTED …',
      'CREATED …',
      'COMPLETED …',
    ]);
  });

  it('lists failed jobs first, counts each state, filters by it in the address, and shows a failure in full', async () => {
    const { address } = await renderScreen(
      { path: '/admin/batch-summary', component: BatchSummary, search: BatchSearch },
      '/admin/batch-summary',
      {
        'GET /api/v2/admin/getBatchSummary': () => [
          job('meta_a', 'COMPLETED'),
          job('meta_b', 'FAILED', REASON),
          job('meta_c', 'COMPLETED'),
          job('meta_d', 'STARTED'),
        ],
      },
    );
    await screen.findByText('Read meta_b.zip');
    const names = () => screen.getAllByText(/^Read meta_/).map((cell) => cell.textContent);
    expect(names()).toEqual(['Read meta_b.zip', 'Read meta_a.zip', 'Read meta_c.zip', 'Read meta_d.zip']);
    const chips = within(screen.getByRole('group', { name: 'Jobs by state' }));
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'All 4',
      'FAILED 1',
      'STARTED 1',
      'CREATED 0',
      'COMPLETED 2',
    ]);
    // Day and minute in the cell, the full date on hover.
    const row = screen.getByText('Read meta_b.zip').closest('tr') as HTMLElement;
    expect(within(row).getAllByText('02.01., 12:00')).toHaveLength(2);
    expect(within(row).getByTitle('02.01.2026, 12:00:00')).toBeDefined();

    await userEvent.click(chips.getByRole('button', { name: 'FAILED 1' }));
    expect(names()).toEqual(['Read meta_b.zip']);
    expect(address().search).toEqual({ status: 'FAILED' });
    await userEvent.click(screen.getByRole('button', { name: /^Expand / }));
    expect(screen.getAllByText(REASON.trim()).length).toBeGreaterThan(1);
    expect(address().search).toEqual({ status: 'FAILED', open: 'meta_b' });
  });
});
