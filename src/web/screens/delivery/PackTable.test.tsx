/** The list of packs: the outcome of each, and why one waits. */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Pack } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { PackTable } from './PackTable.tsx';
import { UploadSearch } from './search.ts';

afterEach(cleanup);

const pack = (fileName: string, more: Partial<Pack>): Pack => ({
  fileName,
  kind: 'meta',
  type: 'meta',
  disIds: [],
  size: 1,
  sha256: 'a',
  state: 'received',
  areas: [],
  uploadedBy: 'anna',
  lastModifiedDate: '2026-11-01T10:00:00.000Z',
  problems: [],
  problemCount: 0,
  ...more,
});

describe('the list of packs', () => {
  it('says that a pack is waiting, and why', async () => {
    const waitsFor = 'The disk is full.';
    await renderScreen({ path: '/upload', component: PackTable, search: UploadSearch }, '/upload', {
      'GET /api/v2/admin/files': () => [
        pack('meta_a.zip', { state: 'reading', waitsFor }),
        pack('meta_b.zip', { state: 'reading', progress: 40 }),
      ],
      'GET /api/v2/admin/batch/changes': () => new Promise(() => {}),
    });
    const waiting = (await screen.findByText('meta_a.zip')).closest('tr') as HTMLElement;
    within(waiting).getByText('waiting');
    within((await screen.findByText('meta_b.zip')).closest('tr') as HTMLElement).getByText('reading 40 %');
    await userEvent.click(within(waiting).getByRole('button', { name: /^Show why/ }));
    const dialog = await screen.findByRole('dialog', { name: 'meta_a.zip is waiting' });
    expect(within(dialog).getByRole('alert').textContent).toMatch(/^The disk is full\. The pack itself is fine/);
    expect(within(dialog).queryByRole('button', { name: 'Download' })).toBe(null);
  });
});
