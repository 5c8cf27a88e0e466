/**
 * For every screen: no address breaks it, no button is disabled without a reason, and buttons in rows are named after their
 * rows.
 */
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../api/queryClient.ts';
import { type Answers, openApp, picture } from '../testing/openApp.tsx';
import { router } from './router.tsx';

const SET = '1PP2A5xxxxxxxxxx';
const VERSION = '1PP2A5QESFB0A0F4';
const date = '2026-03-01T10:00:00.000Z';
const promoted = { lastModifiedDate: date, lastPreprodPromoteDate: null, lastProdPromoteDate: null };
const sources = {
  extLayerSourceDisId: SET,
  extRulesSourceDisId: SET,
  intLayerSourceDisId: SET,
  intRulesSourceDisId: SET,
};
const criteria = () => ({
  colorFilters: [],
  trimFilters: [],
  featureFilters: [],
  dimensionFilters: [],
  co2Filters: [],
});
/** A store with an example of everything that addresses choose from. */
const ANSWERS: Answers = {
  sets: () => [SET],
  versions: () => [{ versionId: VERSION, versionLabel: 'GT' }],
  validateViews: () => ({ isExteriorValid: true, isInteriorValid: true }),
  resolutions: () => [{ resolutionName: 'HD', angleNameList: ['001', '002'], width: 320, height: 180 }],
  targetNames: () => sources,
  layers: () => [{ familyName: 'body', name: 'red', description: '' }],
  preselectedLayers: () => [{ familyName: 'body', name: 'red', description: '' }],
  standards: () => [],
  features: () => [
    {
      featureId: '0MM00N9V',
      featureLabel: 'Black',
      featureClass: '0M',
      familyLabel: 'Colour',
      categoryName: 'Colour',
      isSelected: false,
      description: '',
    },
  ],
  image: picture,
  imageFromOptions: picture,
  lcdvMapping: () => [{ disId: SET, versionId: VERSION, versionLabel: 'GT', redirectInfo: sources }],
  versionsCriteria: criteria,
  versionsStaticCriteria: criteria,
  imageInfo: () => [],
  shortStatus: () => [{ disId: SET, ...promoted }] as never,
  reprocessList: () => [
    {
      disId: SET,
      pathName: 'asset-profile.xml',
      content: '<a/>',
      reprocess: { jobStatus: 'STARTED', progress: 40, failure: null },
    },
  ],
  batchSummary: () => [
    {
      id: '1',
      jobName: 'readPack',
      jobStatus: 'FAILED',
      function: 'Read a.zip',
      createdAt: date,
      startedAt: date,
      stoppedAt: date,
      failure: 'The disk is full.',
      progress: null,
    },
  ],
  globalConfigs: () => [{ fileName: 'country_list_1.xml', content: '<countries/>' }],
};

/** The parameters that a route reads. */
function parametersOf(route: (typeof routes)[number]): string[] {
  const read = route.options.validateSearch as ((search: object) => unknown) | undefined;
  const requests = new Set<string>();
  read?.(
    new Proxy(
      {},
      {
        getOwnPropertyDescriptor: (_target, name) => {
          requests.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return [...requests];
}
const routes = Object.values(router.routesById).filter(({ id, path }) => id !== '__root__' && path !== '/');

const BENT = [
  '001',
  '',
  ',',
  '{"a":[1]}',
  '[1,null,{}]',
  '["a',
  'true',
  '-1',
  '1e999',
  '2026-99-99',
  'null',
  '%',
  '%00',
];

// Failed loads are logged to the console, and most calls fail here.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

describe('no address breaks', () => {
  it('the tried addresses', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.flatMap(parametersOf)).toEqual(expect.arrayContaining(['angles', 'shown', 'at', 'from', 'page']));
  });

  it.each(routes.map((route) => [route.fullPath, route] as const))('%s', async (path, route) => {
    const place = path.replace(/\$\w+/, SET);
    const names = parametersOf(route);
    const app = await openApp(place, ANSWERS, ['ROLE_ADMIN', 'ROLE_UPLOAD']);
    const opens = async (search: string) => {
      await app.go(`${place}?${search}`);
      await waitFor(() =>
        expect(queryClient.isFetching({ predicate: ({ queryKey }) => queryKey[0] !== 'jobs' })).toBe(0),
      );
      expect(screen.queryByText(/^This screen could not be shown/)?.textContent, search).toBeUndefined();
    };
    await opens('');
    const grey = [...document.querySelectorAll<HTMLButtonElement>('main button:disabled')];
    // Buttons that step through something need no reason when there is nothing further.
    const silent = grey.filter(
      (button) => !button.closest('[title]') && !/^(Go to|Previous|Next)/.test(button.ariaLabel ?? ''),
    );
    expect(silent.map((button) => button.textContent || button.ariaLabel)).toEqual([]);
    // Each button in a row has the words of a cell in its name: without them those of all rows would sound the same.
    const nameless = [...document.querySelectorAll<HTMLButtonElement>('[data-cell] button')].filter((button) => {
      const cells = [...(button.closest('tr')?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
      const name = button.ariaLabel ?? button.textContent;
      return !cells.some(({ title }) => title !== '' && name.includes(title));
    });
    expect(nameless.map((button) => button.ariaLabel ?? button.textContent)).toEqual([]);
    for (const value of names.length === 0 ? BENT.slice(0, 1) : BENT) {
      const bent = names.map((name) => `${name}=${value.startsWith('%') ? value : encodeURIComponent(value)}`);
      await opens([...bent, ...bent].join('&'));
      // With a set and a version, so that what depends on them is shown as well.
      const whole = bent.filter((part) => !/^(disId|version|test|withDisId|withVersion)=/.test(part));
      if (names.includes('disId')) await opens([`disId=${SET}&version=${VERSION}&test=true`, ...whole].join('&'));
    }
  });

  it.each(['/quality/%E0%A4%A', '/nowhere/%?%=%', '/dynamic/options/?&=&?', '//', '/start#%'])(
    '%s',
    async (address) => {
      await openApp(address, ANSWERS);
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByText(/^This screen could not be shown/)).toBeNull();
    },
  );
});
