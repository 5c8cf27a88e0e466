/** The page of a quality report for users who are neither uploaders nor administrators. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { QualityFinding, QualityReportAnswer } from '../../../contract/index.ts';
import { openApp, picture } from '../../testing/openApp.tsx';

const SET = '1PP2A5xxxxxxxxxx';
const report = (area: string): QualityReportAnswer => ({
  disId: SET,
  area: area as 'preprod',
  state: 'made',
  madeAt: '2026-03-01T10:00:00.000Z',
  versions: 1,
  errors: 1,
  warnings: 0,
  findings: [
    { kind: 'angle-without-pictures', severity: 'error', place: 'asset-profile.xml', message: `Found in ${area}.` },
  ],
  text: '',
});

describe('the quality report of a tester', () => {
  it.each(['', '?area=embargo'])(
    'opens in Pre-Prod%s, and offers no area that the tester may not see',
    async (query) => {
      const app = await openApp(
        `/quality/${SET}${query}`,
        { qualityReport: ({ searchParams }) => report(searchParams.get('area') ?? '') },
        ['ROLE_TEST'],
      );
      await screen.findByText('Found in preprod.');
      expect(app.requests.filter((call) => call.includes('qualityReport') && !call.includes('area=preprod'))).toEqual(
        [],
      );
      expect(screen.queryByRole('radio', { name: 'Embargo' })).toBeNull();
    },
  );

  it('is linked from the test screens', async () => {
    await openApp(`/dynamic/options?area=prod&disId=${SET}`, { sets: () => [SET] }, ['ROLE_TEST']);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Quality report' }).getAttribute('href')).toBe(
        `/quality/${SET}?area=prod`,
      ),
    );
  });

  it('shows the pictures of a finding in the viewer, at the angles that it names', async () => {
    const finding: QualityFinding = {
      ...{ kind: 'layer-without-pictures', severity: 'error', viewport: 'exterior', angles: ['002', '003'] },
      ...{ place: 'layers-ext.xml', message: 'wheels has no picture.' },
      example: { version: '1PP2A5QESFB0A0F4', features: ['ZH8P'] },
    };
    const app = await openApp(
      `/quality/${SET}`,
      {
        qualityReport: () => ({ ...report('preprod'), findings: [finding] }),
        resolutions: () => [
          { resolutionName: 'thumb', angleNameList: ['001'], width: 4000, height: 2250 },
          { resolutionName: 'HD', angleNameList: ['001', '002', '003'], width: 1280, height: 720 },
        ],
        imageFromOptions: picture,
      },
      ['ROLE_TEST'],
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Enlarge the pictures of: wheels has no picture.' }));
    const viewer = await screen.findByRole('dialog', { name: 'Picture viewer' });
    expect(within(viewer).getByRole('heading').textContent).toBe('002');
    expect(viewer.textContent).toContain('1 of 2');
    await within(viewer).findByRole('img', { name: 'Exterior 002: 1PP2A5QESFB0A0F4, ZH8P' });
    expect(app.requests.find((call) => call.includes('view=002'))).toContain('size=HD');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
