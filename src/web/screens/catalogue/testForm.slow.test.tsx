/** The form and the trees of the test screens: folded, by keyboard, with a screen reader, and what a change keeps. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Explanation, OfferedFeature } from '../../../contract/index.ts';
import { type Answers, openApp, picture } from '../../testing/openApp.tsx';

const SET = '1PP2A5xxxxxxxxxx';
const GT = '1PP2A5QESFB0A0F4';
const LIKE = '1PP2A5LDKPB0A0B0';
const TESTED = `/dynamic/options?area=embargo&disId=${SET}&version=${GT}&test=true`;

const feature = (
  featureId: string,
  [featureClass, familyLabel, categoryName]: readonly [string, string, string],
  chosen: string | null,
): OfferedFeature => ({
  featureId,
  featureLabel: `label of ${featureId}`,
  featureClass,
  familyLabel,
  categoryName,
  isSelected: (chosen ?? '').split(',').includes(featureId),
  description: `label of ${featureId}, in full`,
});
const COLOUR = ['0M', 'Colour', 'Exterior'] as const;
const TRIM = ['0P', 'Trim', 'Cabin'] as const;
const explanation = (paint: string): Explanation =>
  ({
    disId: SET,
    version: GT,
    effectiveOptions: [paint === 'body_grey' ? '0MGREY' : '0MRED', 'ZZUNKNOWN'],
    families: [{ family: 'body', winner: { layer: paint, condition: 'true' }, tried: [] }],
  }) as unknown as Explanation;
const ANSWERS: Answers = {
  sets: () => [SET],
  versions: () => [
    { versionId: GT, versionLabel: 'GT' },
    { versionId: LIKE, versionLabel: 'Like' },
  ],
  validateViews: () => ({ isExteriorValid: true, isInteriorValid: true }),
  resolutions: () => [{ resolutionName: 'HD', angleNameList: ['001', '002'], width: 320, height: 180 }],
  targetNames: () => ({
    extLayerSourceDisId: SET,
    extRulesSourceDisId: SET,
    intLayerSourceDisId: SET,
    intRulesSourceDisId: SET,
  }),
  standards: () => [{ featureClass: '0M', featureId: '0MRED', featureLabel: 'Red' }],
  features: ({ pathname, searchParams }) => [
    ...['0MRED', '0MGREY', '0MBLUE']
      .filter((id) => pathname.includes(GT) || id !== '0MBLUE')
      .map((id) => feature(id, COLOUR, searchParams.get('colour'))),
    feature('0PLEATHER', TRIM, searchParams.get('trim')),
  ],
  optionImageInfo: ({ pathname }) => [
    { imageName: '0MGREY', path: 'colors/0MGREY.webp', url: `http://x${pathname.split('/test')[0]}/image/0MGREY.webp` },
  ],
  debugImageFromOptions: ({ searchParams }) =>
    Response.json(explanation(searchParams.get('color') === '0MGREY' ? 'body_grey' : 'body_red')),
  imageFromOptions: picture,
};
const radio = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('radio', { name });
const optionsOf = (app: { search: () => URLSearchParams }) => app.search().get('options');
const painted = (requests: readonly string[], colour: string) =>
  requests.filter((call) => call.includes('imageFromOptions?') && call.includes(`color=${colour}`));

afterEach(() => void vi.restoreAllMocks());

it('a submitted form is one line that shows its values, and opens again', async () => {
  const app = await openApp(TESTED.replace('&test=true', ''), ANSWERS);
  const user = userEvent.setup();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Test' }).disabled).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Test' }));
  const fold = await screen.findByRole('button', { name: /exterior · HD · 2 angles/ });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'interior' })).toBeNull());
  fold.focus();
  await user.keyboard('{Enter}');
  await user.click(await radio('interior'));
  await waitFor(() => expect(app.search().get('viewport')).toBe('interior'));
  // It stays as the user left it, and folds after the next test.
  expect(await radio('interior')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'interior' })).toBeNull());
});

it('a link to a set that is newer than the list opens folded, also while the list is being loaded again', async () => {
  let answer: (sets: string[]) => void = () => {};
  let listings = 0;
  const sets = () => {
    listings += 1;
    return listings === 1 ? ['1PP9A5xxxxxxxxxx'] : new Promise<string[]>((resolve) => (answer = resolve));
  };
  const app = await openApp('/dynamic/validate', { ...ANSWERS, sets });
  await waitFor(() => expect(listings).toBe(1));
  await app.go(TESTED);
  await waitFor(() => expect(listings).toBe(2));
  const fold = await screen.findByRole('button', { name: 'exterior' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('radio', { name: 'interior' })).toBeNull();
  answer([SET]);
  const whole = await screen.findByRole('button', { name: /exterior · HD · 2 angles/ });
  expect(whole.getAttribute('aria-expanded')).toBe('false');
});

it('families have their labels, the standard is marked, and features have small pictures', async () => {
  await openApp(TESTED, ANSWERS);
  const colours = within(await screen.findByRole('radiogroup', { name: 'Colour · 0M' }));
  expect((await radio(/^0MRED/)).closest('label')?.textContent).toBe('0MREDstandardlabel of 0MRED, in full');
  expect(colours.getAllByText('standard')).toHaveLength(1);
  const grey = (await radio(/^0MGREY/)).closest('label');
  await waitFor(() =>
    expect(grey?.querySelector('img')?.getAttribute('src')).toMatch(/\/image\/0MGREY\.webp\?size=thumb$/),
  );
});

it('the category of the viewport is first', async () => {
  const tree = () => within(screen.getByRole('complementary', { name: 'Features' }));
  const categories = () =>
    tree()
      .getAllByRole('group')
      .flatMap(({ ariaLabel }) => ariaLabel ?? []);
  await openApp(TESTED, ANSWERS);
  await radio(/^0MRED/);
  expect(categories()).toEqual(['Exterior', 'Cabin']);
  await openApp(`${TESTED}&viewport=interior`, ANSWERS);
  await radio(/^0MRED/);
  expect(categories()).toEqual(['Cabin', 'Exterior']);
});

it('a tree is searched and folded', async () => {
  const app = await openApp(TESTED, ANSWERS);
  const user = userEvent.setup();
  await radio(/^0MRED/);
  await user.type(screen.getByRole('searchbox', { name: 'Find in the tree' }), 'leath');
  await waitFor(() => expect(screen.queryByRole('radio', { name: /^0MRED/ })).toBeNull());
  expect(await radio(/^0PLEATHER/)).toBeDefined();
  await waitFor(() => expect(app.search().get('find')).toBe('leath'));
  await user.type(screen.getByRole('searchbox', { name: 'Find in the tree' }), 'xx');
  expect(await screen.findByText('Nothing contains “leathxx”.')).toBeDefined();
  await user.clear(screen.getByRole('searchbox', { name: 'Find in the tree' }));
  const family = (await radio(/^0MRED/)).closest('details');
  await user.click(screen.getByRole('button', { name: 'Fold all' }));
  expect(family?.open).toBe(false);
  expect(family?.parentElement?.closest('details')?.open).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Unfold all' }));
  expect(family?.open).toBe(true);
});

it('arrow keys move over options; only the one that they rest on is chosen and painted', async () => {
  const app = await openApp(TESTED, ANSWERS);
  const user = userEvent.setup({ delay: null });
  await user.click(await radio(/^0MRED/));
  await waitFor(() => expect(optionsOf(app)).toBe('0MRED'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect((await radio(/^0MBLUE/)).checked).toBe(true);
  await waitFor(() => expect(optionsOf(app)).toBe('0MBLUE'));
  expect(painted(app.requests, '0MGREY')).toEqual([]);
});

it('what was painted is announced once, with what changed; during painting the pictures are busy', async () => {
  let paint: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    paint = resolve;
  });
  await openApp(TESTED, {
    ...ANSWERS,
    imageFromOptions: async ({ searchParams }) => {
      if (searchParams.get('color') === '0MGREY') await held;
      return picture();
    },
  });
  const pictures = (await screen.findByRole('heading', { level: 2, name: 'Pictures' })).closest('section');
  const announced = () => pictures?.querySelector('[role=status]')?.textContent;
  await waitFor(() => expect(announced()).toBe('Painted 2 pictures.'));
  expect(screen.getByText('Nothing has been clicked yet.')).toBeDefined();
  const user = userEvent.setup();
  await user.click(await radio(/^0MGREY/));
  await waitFor(() => expect(pictures?.getAttribute('aria-busy')).toBe('true'));
  expect(announced()).toBe('Painted 2 pictures.');
  paint();
  await waitFor(() =>
    expect(announced()).toBe(
      'Painted 2 pictures: Colour label of 0MGREY instead of label of 0MRED. Layers changed: body.',
    ),
  );
  const changed = within(screen.getByRole('region', { name: 'Changed by the last click' }));
  expect(changed.getByText('label of 0MGREY (0MGREY)').closest('p')?.textContent).toMatch(
    /^Colour: label of 0MRED \(0MRED\)/,
  );
  await user.click(screen.getByRole('button', { name: 'Why these layers?' }));
  await screen.findByText('Effective options: label of 0MGREY (0MGREY), ZZUNKNOWN');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(pictures?.getAttribute('aria-busy')).toBe('false'));
});

it('another version resets the choice, or keeps the options if asked to, and names those that are not offered', async () => {
  const app = await openApp(`${TESTED}&options=0MBLUE,0PLEATHER`, ANSWERS);
  const user = userEvent.setup();
  const keep = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Keep my options' });
  expect(keep.checked).toBe(false);
  await user.click(keep);
  await waitFor(() => expect(app.search().get('keep')).toBe('true'));
  const other = async () => {
    const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Next version' });
    await user.click(next.disabled ? await screen.findByRole('button', { name: 'Previous version' }) : next);
  };
  await other();
  await waitFor(() => expect(app.search().get('version')).toBe(LIKE));
  expect(optionsOf(app)).toBe('0MBLUE,0PLEATHER');
  expect(await screen.findByText('No longer offered, so dropped: 0MBLUE')).toBeDefined();
  await user.click(keep);
  await other();
  await waitFor(() => expect(app.search().get('version')).toBe(GT));
  expect(optionsOf(app)).toBeNull();
});

it('Back goes to before the clicks, not through each of them; after a pause a new step begins', async () => {
  const app = await openApp(TESTED, ANSWERS);
  const user = userEvent.setup({ delay: null });
  const clock = vi.spyOn(Date, 'now');
  let now = 1_800_000_000_000;
  clock.mockImplementation(() => now);
  const steps = app.steps();
  for (const id of ['0MRED', '0MGREY', '0MBLUE', '0PLEATHER']) await user.click(await radio(new RegExp(`^${id}`)));
  await waitFor(() => expect(optionsOf(app)).toBe('0MBLUE,0PLEATHER'));
  expect(app.steps()).toBe(steps + 1);
  now += 60_000;
  await user.click(await radio(/^0MRED/));
  await waitFor(() => expect(optionsOf(app)).toBe('0MRED,0PLEATHER'));
  expect(app.steps()).toBe(steps + 2);
});

it('Validate announces what a layer shows, and its name only where the description does not tell', async () => {
  const body = (name: string, description: string) => ({ familyName: 'body', name, description });
  await openApp(TESTED.replace('options', 'validate'), {
    ...ANSWERS,
    layers: () => [body('B_01', 'Elixir Red'), body('B_02', 'Artense Grey'), body('B_03', 'Artense Grey')],
    preselectedLayers: () => [body('B_01', 'Elixir Red')],
    image: picture,
  });
  const pictures = (await screen.findByRole('heading', { level: 2, name: 'Pictures' })).closest('section');
  const expectSaid = (text: string) =>
    waitFor(() => expect(pictures?.querySelector('[role=status]')?.textContent).toBe(text));
  await expectSaid('Painted 2 pictures.');
  const user = userEvent.setup();
  await user.click(await radio(/^B_02/));
  await expectSaid('Painted 2 pictures: body Artense Grey instead of Elixir Red.');
  await user.click(await radio(/^B_03/));
  await expectSaid('Painted 2 pictures: body B_03 instead of B_02.');
});
