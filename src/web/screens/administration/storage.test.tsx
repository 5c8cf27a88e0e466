/** The storage screen: sums by kind, use and area, sets by size, packs that can be deleted. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { DeletablePack, Storage, StoredSet } from '../../../contract/index.ts';
import { type Answers, openApp } from '../../testing/openApp.tsx';

const GB = 1e9;
const SET = '1PP2A5xxxxxxxxxx';
const pack = (fileName: string, part: Partial<DeletablePack> = {}): DeletablePack => ({
  fileName,
  path: `/packs/${fileName}`,
  state: 'refused',
  size: GB,
  frees: GB,
  keptBy: null,
  uploadedBy: 'supplier',
  uploadedAt: '2026-03-01T10:00:00.000Z',
  ...part,
});
const EMPTY: Storage = {
  measured: null,
  measuring: false,
  deletablePacks: [],
  server: { free: 80 * GB, reserve: GB, paintings: 0, paintingsLimit: 5 * GB },
  cleanUp: { at: null, graceDays: 7, historyDays: 90 },
};
const FULL: Storage = {
  ...EMPTY,
  measured: {
    at: '2026-03-02T10:00:00.000Z',
    report: {
      kinds: [
        { kind: 'image', bytes: 6 * GB, files: 12 },
        { kind: 'prepared', bytes: 2 * GB, files: 40 },
        { kind: 'unneeded', bytes: 0, files: 0 },
      ],
      packs: [
        { use: 'shown', bytes: 5 * GB, files: 10 },
        { use: 'refused', bytes: GB, files: 2 },
      ],
      areas: [
        { area: 'embargo', bytes: 5 * GB, own: 3 * GB },
        { area: 'preprod', bytes: 2 * GB, own: 0 },
        { area: 'prod', bytes: 0, own: 0 },
      ],
      shown: 5 * GB,
      database: { bytes: 40e6, logs: null },
      unreadable: 1,
    },
  },
  deletablePacks: [pack('image-ext-a.zip'), pack('image-ext-b.zip', { state: 'unused', frees: 0, keptBy: 'history' })],
  cleanUp: { at: '2026-03-02T03:00:00.000Z', graceDays: 7, historyDays: 90 },
};
const set = (key: string, shown: number): StoredSet => ({
  kind: 'dis',
  key,
  embargo: shown,
  preprod: 0,
  prod: 0,
  shown,
  shared: 0,
  older: 0,
});
const open = (address: string, storage: () => Storage, answers: Answers = {}) =>
  openApp(address, { storage, storedSets: () => [], jobChanges: () => new Promise<never>(() => {}), ...answers });
const block = (name: string) => screen.findByRole('region', { name });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('the storage screen', () => {
  it('says that there is no measurement yet, and requests one', async () => {
    let storage = EMPTY;
    const { requests } = await open('/admin/storage', () => storage, {
      measureStorage: () => {
        storage = { ...EMPTY, measuring: true };
        return { message: 'ok' };
      },
    });
    await screen.findByText(/has not been measured yet/);
    await block('Server and database');
    await userEvent.click(screen.getByRole('button', { name: 'Measure now' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Measuring …'));
    expect(requests).toContain('POST /api/v2/admin/storage/measure');
    expect(screen.getByRole('button', { name: /Measure now/ })).toHaveProperty('disabled', true);
  });

  it('shows sums by kind, use and area with their date, the disk, the database and the clean-up', async () => {
    await open('/admin/storage', () => FULL);
    const kinds = within(await block('Stored files'))
      .getAllByRole('row')
      .slice(1)
      .map(cells);
    expect(kinds[0]).toEqual(['Image packs', '12', '6,00 GB', '75 %']);
    expect(kinds[2]?.slice(1)).toEqual(['0', '0 B', '0 %']);
    within(await block('Stored files')).getByText(/8,00 GB in all, counted once/);
    expect(within(await block('Stored files')).getByRole('alert').textContent).toContain(
      '1 list of files could not be read',
    );
    const areas = within(await block('By area'))
      .getAllByRole('row')
      .slice(1)
      .map(cells);
    expect(areas).toEqual([
      ['Embargo', '5,00 GB', '3,00 GB'],
      ['Pre-Prod', '2,00 GB', '0 B'],
      ['Prod', '0 B', '0 B'],
    ]);
    const server = await block('Server and database');
    expect(server.textContent).toContain('80,00 GB');
    expect(server.textContent).toContain('not known');
    screen.getByText('Measured 02.03.2026, 12:00:00');
    expect((await block('Clean-up')).textContent).toContain('last ended on 02.03.2026, 05:00:00');
    const links = [await block('Packs as delivered'), await block('Clean-up')].flatMap((one) =>
      within(one)
        .getAllByRole('link')
        .map((link) => decodeURIComponent(link.getAttribute('href') ?? '')),
    );
    expect(links).toEqual([
      '/admin/storage?view=packs',
      '/admin/batch-summary?text=Delete garbage',
      '/logs?filter=Cleaned up',
    ]);
  });

  it('lists the sets, the largest first, with links to them', async () => {
    await open('/admin/storage?view=sets', () => FULL, {
      storedSets: () => [set('1PP2A6xxxxxxxxxx', GB), { ...set(SET, 3 * GB), older: 2 * GB }],
    });
    const link = await screen.findByRole('link', { name: SET });
    expect(link.getAttribute('href')).toBe(`/sets/${SET}`);
    const [, first] = screen.getAllByRole('row');
    expect(cells(first as HTMLElement)).toEqual([SET, '3,00 GB', '3,00 GB', '', '', '', '2,00 GB']);
  });

  it('deletes the selected packs, after a confirmation that says what it frees', async () => {
    let storage = FULL;
    const { requests } = await open('/admin/storage?view=packs', () => storage, {
      deleteFileElement: () => {
        storage = { ...FULL, deletablePacks: [] };
        return true;
      },
    });
    await screen.findByText('image-ext-a.zip');
    screen.getByText('nothing: sets can be rolled back to it');
    expect(screen.getByRole('link', { name: 'refused: problems of image-ext-a.zip' }).getAttribute('href')).toBe(
      '/upload?problems=image-ext-a.zip',
    );
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true);
    for (const box of screen.getAllByRole('checkbox').slice(1)) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Delete 2 packs' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete packs' }));
    dialog.getByText('This frees 1,00 GB, at the first clean-up when the uploads are 7 days old.');
    dialog.getByText(/1 pack of them stay/);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('2 packs were deleted.');
    await screen.findByText(/No pack can be deleted/);
    expect(requests.filter((one) => one.startsWith('DELETE')).map(decodeURIComponent)).toEqual([
      'DELETE /api/v2/admin/file-elements-delete?path=/packs/image-ext-a.zip',
      'DELETE /api/v2/admin/file-elements-delete?path=/packs/image-ext-b.zip',
    ]);
  });

  it('names a pack that could not be deleted, and deletes the others', async () => {
    await open('/admin/storage?view=packs', () => FULL, {
      deleteFileElement: (url) =>
        url.searchParams.get('path') === '/packs/image-ext-a.zip' ? new Error('It is in use.') : true,
    });
    await screen.findByText('image-ext-a.zip');
    for (const box of screen.getAllByRole('checkbox').slice(1)) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Delete 2 packs' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('1 pack was deleted.');
    screen.getByText(/image-ext-a.zip could not be deleted.*It is in use/s);
  });
});
