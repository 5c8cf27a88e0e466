/** Static packs: a refused upload is shown beside the live pack, with a link to its problems (T 2.7, 2.8). */
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StaticPackStatus } from '../../../contract/index.ts';
import { openApp } from '../../testing/openApp.tsx';

const row = (fileName: string, part: Partial<StaticPackStatus>): StaticPackStatus => ({
  fileName,
  status: 'LIVE',
  lastModifiedDate: '2026-11-01T10:00:00.000Z',
  lastPreprodPromoteDate: null,
  lastProdPromoteDate: null,
  content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
  ...part,
});
const ROWS = [
  row('static_a.zip', { newerUpload: { status: 'REFUSED', uploadedAt: '2026-11-02T10:00:00.000Z' } }),
  row('static_b.zip', { newerUpload: { status: 'READING', uploadedAt: '2026-11-02T10:00:00.000Z' } }),
  row('static_c.zip', { status: 'UNUSED', content: { embargo: 'absent', preprod: 'absent', prod: 'absent' } }),
];
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

describe.each(['/status/static', '/promote/static'])('%s', (address) => {
  it('shows what is live, and the newer upload beside it', async () => {
    await openApp(address, { staticStatus: () => ROWS });
    const a = await rowOf('static_a.zip');
    expect(a.getByText('01.11.2026, 12:00:00')).toBeDefined();
    const link = a.getByRole('link', { name: 'newer upload refused' });
    expect(link.getAttribute('href')).toBe('/upload?problems=static_a.zip');
    expect((await rowOf('static_b.zip')).getByText('newer upload being read')).toBeDefined();
  });
});

it('T 2.7: a pack that no area has is not live', async () => {
  await openApp('/status/static', { staticStatus: () => ROWS });
  expect((await rowOf('static_c.zip')).getByText('NOT IN USE')).toBeDefined();
});
