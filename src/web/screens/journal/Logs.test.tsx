/** The two log screens: pages that do not exist, counts in German, the note of a shortened log, and the user of each line. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LogLine } from '../../../contract/index.ts';
import { jsonAnswer, renderScreen } from '../../testing/renderScreen.tsx';
import { DynamicImageLogs } from './DynamicImageLogs.tsx';
import { Logs } from './Logs.tsx';
import { DynamicLogSearch, LogSearch } from './search.ts';

const DYNAMIC = { path: '/admin/dynamic-image-logs', component: DynamicImageLogs, search: DynamicLogSearch };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

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
    'A 2: an invalid page (%s) becomes the first, also in the address',
    async (page) => {
      const { address } = await logs(`/logs?page=${page}`, 41);
      await screen.findByText('line 0');
      expect(screen.getByText('1–20 of 41')).toBeDefined();
      await waitFor(() => expect(address().search).toEqual({}));
    },
  );

  it('is filtered by level and day, beginning on the first page; the download has the same lines', async () => {
    const { address, requests } = await logs('/logs?page=3&size=50&filter=abc', 12_345);
    await screen.findByText('line 150');
    fireEvent.change(screen.getByRole('combobox', { name: 'Level' }), { target: { value: 'ERROR' } });
    await waitFor(() => expect(address().search).toEqual({ size: 50, filter: 'abc', level: 'ERROR' }));
    await screen.findByText('line 0');
    expect(requests.some((call) => call.includes('filter=abc&level=ERROR'))).toBe(true);
    cleanup();
    const day = await logs('/logs?day=2026-11-22&level=WARN', 0);
    await screen.findByText('No lines match the filters.');
    // A day is one of the displayed dates.
    const range = 'level=WARN&since=2026-11-21T22%3A00%3A00.000Z&before=2026-11-22T22%3A00%3A00.000Z';
    expect(day.requests.some((call) => call.includes(range))).toBe(true);
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toContain(range);
    cleanup();
    // A day that does not exist filters nothing.
    await logs('/logs?day=2026-99-99', 1);
    await screen.findByText('line 0');
  });

  it('says who did it', async () => {
    await logs('/logs', 1);
    const row = (await screen.findByText('line 0')).closest('tr') as HTMLElement;
    expect(within(row).getByText('by anna')).toBeDefined();
  });

  it('makes a call before it follows the link to the whole log: a refusal is reported, and nothing is saved', async () => {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function follow(this: HTMLAnchorElement) {
      followed.push(this.href);
    });
    let refuses = true;
    const { requests } = await renderScreen({ path: '/logs', component: Logs, search: LogSearch }, '/logs?filter=abc', {
      'GET /api/v2/admin/log': ({ searchParams }) =>
        searchParams.get('size') === '1' && refuses
          ? jsonAnswer(503, { errorMessage: 'The database is away.' })
          : { items: [line(0)], total: 1, more: false, page: 0, size: 20 },
    });
    await screen.findByText('line 0');
    fireEvent.click(screen.getByRole('link', { name: 'Download' }));
    await screen.findByText(/^Could not download the log: The database is away\./);
    expect(followed).toEqual([]);
    refuses = false;
    fireEvent.click(screen.getByRole('link', { name: 'Download' }));
    await waitFor(() => expect(followed.map((href) => new URL(href).search)).toEqual(['?filter=abc']));
    expect(requests.filter((call) => call.includes('size=1')).length).toBe(2);
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
    renderScreen(DYNAMIC, '/admin/dynamic-image-logs', {
      'GET /api/v2/admin/getspecificlog': () => Array.from({ length: count }, (_, i) => line(i)),
    });

  it('says that it shows only the newest 1,000 lines, and how to get the others', async () => {
    await dynamic(1000);
    await screen.findByText('line 999');
    expect(screen.getByRole('note').textContent).toBe(
      'Only the newest 1.000 lines are shown. Download has all of them.',
    );
  });

  it('A 2: its Version is the context, and it says who did it', async () => {
    await renderScreen(DYNAMIC, '/admin/dynamic-image-logs', {
      'GET /api/v2/admin/getspecificlog': () => [{ ...line(0), context: '1PP2A5QESFB0A0F4' }],
    });
    const row = (await screen.findByText('line 0')).closest('tr') as HTMLElement;
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Timestamp',
      'Status',
      'Version',
      'Message',
    ]);
    expect(within(row).getAllByRole('cell')[2]?.textContent).toBe('1PP2A5QESFB0A0F4by anna');
  });

  it('says nothing about it when it shows all lines', async () => {
    await dynamic(3);
    await screen.findByText('line 2');
    expect(screen.queryByRole('note')).toBeNull();
  });
});

describe('a search that finds nothing', () => {
  it('in the general log says how many lines of the other log have the text, and leads there', async () => {
    const { address } = await renderScreen(
      { path: '/logs', component: Logs, search: LogSearch, others: [DYNAMIC] },
      '/logs?filter=meta_a.zip',
      {
        'GET /api/v2/admin/log': () => ({ items: [], total: 0, more: false, page: 0, size: 20 }),
        'GET /api/v2/admin/getspecificlog': () => [
          { ...line(0), message: 'DynamicImageSet meta_a.zip is refused' },
          line(1),
        ],
      },
    );
    const hint = await screen.findByText(/1 line of the dynamic image log contains it/);
    expect(hint.textContent).toContain('No lines contain "meta_a.zip".');
    fireEvent.click(within(hint).getByRole('link', { name: 'Show them' }));
    await screen.findByText('DynamicImageSet meta_a.zip is refused');
    expect(screen.queryByText('line 1')).toBeNull();
    expect(address().search).toEqual({ filter: 'meta_a.zip' });
  });

  it('in the dynamic image log searches the general log; its lines are found by text, user, level and day', async () => {
    const { address, requests } = await renderScreen(
      { ...DYNAMIC, others: [{ path: '/logs', component: Logs, search: LogSearch }] },
      '/admin/dynamic-image-logs?level=ERROR&day=2026-11-22',
      {
        'GET /api/v2/admin/log': () => ({ items: [line(7)], total: 3, more: false, page: 0, size: 1 }),
        'GET /api/v2/admin/getspecificlog': () => [
          { ...line(0), status: 'ERROR', timestamp: '2026-11-21T23:30:00Z', who: 'bert' },
          { ...line(1), status: 'ERROR' },
          { ...line(2), timestamp: '2026-11-22T10:00:00Z' },
        ],
      },
    );
    // A day is one of the displayed dates.
    await screen.findByText('line 0');
    expect(screen.queryByText('line 1')).toBeNull();
    expect(screen.queryByText('line 2')).toBeNull();
    const field = screen.getByRole('searchbox', { name: 'Filter lines' });
    fireEvent.change(field, { target: { value: 'BERT' } });
    await waitFor(() => expect(address().search).toEqual({ level: 'ERROR', day: '2026-11-22', filter: 'BERT' }));
    expect(screen.getByText('line 0')).toBeDefined();
    fireEvent.change(field, { target: { value: 'nobody' } });
    const hint = await screen.findByText(/3 lines of the general log contain it/);
    expect(within(hint).getByRole('link', { name: 'Show them' }).getAttribute('href')).toBe('/logs?filter=nobody');
    expect(requests.some((call) => call.includes('/admin/log?page=0&size=1&filter=nobody'))).toBe(true);
  });
});
