/** The page of a set as each role sees it, with made-up answers. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { AreaOfSet, Role, SetOverview } from '../../../contract/index.ts';
import { type Answers, openApp, picture } from '../../testing/openApp.tsx';

afterEach(cleanup);

const SET = '1PP2A5xxxxxxxxxx';
const VERSION = '1PP2A5QESFB0A0F4';
const date = '2026-03-01T10:00:00.000Z';
const pack = (fileName: string, pictures: number) => ({
  type: 'meta',
  fileName,
  uploadedAt: date,
  uploadedBy: 'ines',
  size: 1000,
  pictures,
  metaFiles: 9,
});
const areaOf = (area: AreaOfSet['area'], part: Partial<AreaOfSet> = {}): AreaOfSet => ({
  area,
  since: date,
  who: 'paul',
  reason: 'promote',
  packs: [pack(`meta-${SET}.zip`, 0)],
  ...part,
});
const OVERVIEW: SetOverview = {
  disId: SET,
  areas: [areaOf('embargo', { who: 'ines', reason: 'upload' }), areaOf('preprod')],
  content: { embargo: 'same', preprod: 'picturesOlder', prod: 'absent' },
};
const ANSWERS: Answers = {
  setOverview: () => OVERVIEW,
  sets: () => [SET],
  cars: () => [{ disId: SET, model: 'e-208', versions: 2, thumbnail: null, reason: 'No picture.' }],
  versions: () => [
    { versionId: VERSION, versionLabel: 'e-208 GT' },
    { versionId: '1PP2A5QESFB0A0F5', versionLabel: 'e-208 Allure' },
  ],
  validateViews: () => ({ isExteriorValid: true, isInteriorValid: true }),
  resolutions: () => [{ resolutionName: 'HD', angleNameList: ['001', '002', '003'], width: 320, height: 180 }],
  imageFromOptions: picture,
  setHistory: () => [
    {
      id: 7,
      area: 'preprod',
      movedAt: date,
      who: 'paul',
      reason: 'promote',
      note: 'for the fair',
      snapshot: 'a',
      restorable: true,
      current: true,
      comparable: true,
      packs: { added: [], replaced: [], removed: [] },
    },
  ],
  hiddenSets: () => [],
};
const open = (roles: Role[], answers: Answers = ANSWERS, search = '') =>
  openApp(`/sets/${SET}${search}`, answers, roles);
const linkTo = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name });

describe('the page of a set', () => {
  it('says why it could not be loaded, and tries again', async () => {
    let works = false;
    const setOverview = () => (works ? OVERVIEW : new Error('The database does not answer.'));
    await open(['ROLE_ADMIN'], { ...ANSWERS, setOverview });
    expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer.');
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Areas' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the car, what each area has of it and since when, its packs and its history', async () => {
    await open(['ROLE_ADMIN']);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(SET);
    expect(await screen.findByText('e-208 · 2 versions', { exact: false })).toBeDefined();
    const areas = screen.getByRole('list', { name: 'Areas' });
    const texts = within(areas)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(texts[0]).toMatch(/Embargo.*uploaded by ines.*0 pictures and 9 meta files from 1 pack/);
    expect(texts[1]).toMatch(/Pre-Prod.*pictures older.*promoted by paul/);
    const packs = screen.getByRole('table', { name: 'Packs in Embargo' });
    const file = within(packs).getByRole<HTMLAnchorElement>('link');
    expect(decodeURIComponent(file.href)).toContain(`/admin/file-browser?path=/packs&text=meta-${SET}.zip`);
    expect((await screen.findByRole('table', { name: 'History' })).textContent).toContain('for the fair');
  });

  it('turns the car by buttons and arrow keys; the address keeps area, version, viewport and angle', async () => {
    const app = await open(['ROLE_ADMIN']);
    const group = await screen.findByRole('group', { name: 'Picture' });
    await within(group).findByText('001, 1 of 3 angles');
    await userEvent.click(screen.getByRole('button', { name: 'Next angle' }));
    await within(group).findByText('002, 2 of 3 angles');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await within(group).findByText('001, 1 of 3 angles');
    await userEvent.keyboard('{ArrowLeft}');
    await within(group).findByText('003, 3 of 3 angles');
    await userEvent.click(screen.getByRole('button', { name: /Show 1PP2A5QESFB0A0F5/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Interior' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show Pre-Prod' }));
    await waitFor(() =>
      expect(Object.fromEntries(app.search())).toMatchObject({
        area: 'preprod',
        version: '1PP2A5QESFB0A0F5',
        viewport: 'interior',
      }),
    );
  });

  it('links to the tests, filled in, and offers what the user may do', async () => {
    await open(['ROLE_ADMIN'], ANSWERS, `?area=preprod`);
    await screen.findByText('001, 1 of 3 angles');
    const test = new URL(linkTo('Test mapping rules').href);
    expect(test.pathname).toBe('/dynamic/options');
    expect(Object.fromEntries(test.searchParams)).toMatchObject({ area: 'preprod', disId: SET, version: VERSION });
    expect(new URL(linkTo('Compare').href).searchParams.get('withArea')).toBe('embargo');
    for (const name of ['Validate completeness', 'Contact sheet', 'LCDV mapping', 'Promote']) {
      expect(linkTo(name).href).toContain(SET);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect((await screen.findByRole('dialog')).textContent).toContain(`Copy image set ${SET}`);
  });

  it('does not link to tests before the version is known', async () => {
    await open(['ROLE_ADMIN'], { ...ANSWERS, versions: () => new Promise(() => {}) as never });
    await screen.findByRole('link', { name: 'Promote' });
    for (const name of ['Test mapping rules', 'Validate completeness', 'Compare', 'Contact sheet']) {
      expect(screen.getByRole('link', { name }).getAttribute('aria-disabled')).toBe('true');
    }
  });

  it('an uploader without a test role sees areas and packs, and reads why there is no picture', async () => {
    const app = await open(['ROLE_UPLOAD']);
    expect(await screen.findByText(/shown to people with a test role/)).toBeDefined();
    expect(screen.getByRole('list', { name: 'Areas' }).textContent).toContain('Pre-Prod');
    expect(screen.queryByRole('link', { name: 'Test mapping rules' })).toBeNull();
    expect(linkTo('Promote')).toBeDefined();
    expect(app.requests.filter((call) => call.includes('image') || call.includes('/cars'))).toEqual([]);
  });

  it('a tester calls only their own areas, and can change nothing', async () => {
    let calls = 0;
    const answers = {
      ...ANSWERS,
      // One address serves all areas in these tests: the first call is that of Pre-Prod.
      setOverview: () => {
        calls += 1;
        return calls === 1
          ? { disId: SET, areas: [areaOf('preprod')] }
          : (Response.json({ errorMessage: 'There is no such set.' }, { status: 404 }) as never);
      },
    };
    const app = await open(['ROLE_TEST'], answers);
    await screen.findByText('001, 1 of 3 angles');
    expect(screen.getByRole('list', { name: 'Areas' }).children).toHaveLength(1);
    for (const name of ['Copy', 'Rename', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(calls).toBe(2);
    expect(app.requests.some((call) => call.includes('history'))).toBe(false);
  });

  it('says that there is no such set, and shows its history to uploaders', async () => {
    const none = { ...ANSWERS, setOverview: () => Response.json({ errorMessage: 'x' }, { status: 404 }) as never };
    await open(['ROLE_UPLOAD'], none);
    expect(await screen.findByText(new RegExp(`There is no image set ${SET}`))).toBeDefined();
    expect(await screen.findByRole('table', { name: 'History' })).toBeDefined();
  });

  it('says once that there never was such a set', async () => {
    const missing = () => Response.json({ errorMessage: 'x' }, { status: 404 }) as never;
    const app = await open(['ROLE_UPLOAD'], { ...ANSWERS, setOverview: missing, setHistory: missing });
    expect(await screen.findByText(new RegExp(`There is no image set ${SET}`))).toBeDefined();
    await waitFor(() => expect(app.requests.some((call) => call.includes('history'))).toBe(true));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(screen.queryByText(/Could not load history/)).toBeNull();
  });
});
