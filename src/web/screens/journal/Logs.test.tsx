/** The two log screens: pages that do not exist, counts in German, what a cut log says, and who did it. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LogLine } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { DynamicImageLogs } from './DynamicImageLogs.tsx';
import { Logs } from './Logs.tsx';
import { LogSearch } from './search.ts';

afterEach(cleanup);

const line = (n: number): LogLine => ({
  timestamp: '2026-11-21T10:00:00Z',
  status: 'INFO',
  context: 'upload',
  message: `line ${n}`,
  who: 'anna',
});

function logs(at: string, total: number) {
  return renderScreen({ path: '/logs', component: Logs, search: LogSearch }, at, {
    'GET /api/v2/admin/log': ({ searchParams }) => {
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
      const left = Math.max(0, Math.min(size, total - page * size));
      return { items: Array.from({ length: left }, (_, i) => line(page * size + i)), total, more: false, page, size };
    },
  });
}

describe('the general log', () => {
  it('A 2: goes to the last page when the address names one beyond it', async () => {
    const { address } = await logs('/logs?page=999', 12_345);
    await screen.findByText('line 12340');
    expect(screen.getByText('12.341–12.345 of 12.345')).toBeDefined();
    expect(address().search).toEqual({ page: 617 });
  });

  it.each(['-1', 'abc', '1.5', '%5B%5D'])(
    'A 2: a page that is none (%s) is the first, in the address too',
    async (page) => {
      const { address } = await logs(`/logs?page=${page}`, 41);
      await screen.findByText('line 0');
      expect(screen.getByText('1–20 of 41')).toBeDefined();
      await waitFor(() => expect(address().search).toEqual({}));
    },
  );

  it('says who did it', async () => {
    await logs('/logs', 1);
    const row = (await screen.findByText('line 0')).closest('tr') as HTMLElement;
    expect(within(row).getByText('by anna')).toBeDefined();
  });

  it('stays on the first page of an empty log', async () => {
    const { address } = await logs('/logs?page=3', 0);
    await screen.findByText('Nothing has been logged yet.');
    await waitFor(() => expect(address().search).toEqual({ page: 0 }));
    expect(screen.getByText('0–0 of 0')).toBeDefined();
  });
});

describe('the dynamic image log', () => {
  const dynamic = (count: number) =>
    renderScreen({ path: '/admin/dynamic-image-logs', component: DynamicImageLogs }, '/admin/dynamic-image-logs', {
      'GET /api/v2/admin/getspecificlog': () => Array.from({ length: count }, (_, i) => line(i)),
    });

  it('says that it shows only the newest 1,000 lines, and where the others are', async () => {
    await dynamic(1000);
    await screen.findByText('line 999');
    expect(screen.getByRole('note').textContent).toBe(
      'Only the newest 1.000 lines are shown. Download has all of them.',
    );
  });

  it('A 2: its Version is the context, and it says who did it', async () => {
    await renderScreen(
      { path: '/admin/dynamic-image-logs', component: DynamicImageLogs },
      '/admin/dynamic-image-logs',
      { 'GET /api/v2/admin/getspecificlog': () => [{ ...line(0), context: '1PP2A5QESFB0A0F4' }] },
    );
    const row = (await screen.findByText('line 0')).closest('tr') as HTMLElement;
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Timestamp',
      'Status',
      'Version',
      'Message',
    ]);
    expect(within(row).getAllByRole('cell')[2]?.textContent).toBe('1PP2A5QESFB0A0F4by anna');
  });

  it('says nothing of it when all are shown', async () => {
    await dynamic(3);
    await screen.findByText('line 2');
    expect(screen.queryByRole('note')).toBeNull();
  });
});
