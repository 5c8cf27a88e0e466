/** The page of a quality report for people who are neither uploaders nor administrators. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { QualityReportAnswer } from '../../../contract/index.ts';
import { openApp } from '../../testing/openApp.tsx';

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
      expect(app.asked.filter((call) => call.includes('qualityReport') && !call.includes('area=preprod'))).toEqual([]);
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
});
