/** The dynamic test screens as a tester uses them: paste, Enter, Tab, fast clicks, another viewport and back. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { OfferedFeature } from '../../../contract/index.ts';
import { type Answers, openApp, picture } from '../../testing/openApp.tsx';

const SET = '1PP2A5xxxxxxxxxx';
const OTHER = '1CB7A5xxxxxxxxxx';
const GT = '1PP2A5QESFB0A0F4';
const LIKE = '1PP2A5LDKPB0A0B0';
const ANGLES = ['001', '002', '003', '004', '005', '006', '007'];

const feature = (featureId: string, categoryName: string, chosen: string): OfferedFeature => ({
  featureId,
  featureLabel: `label of ${featureId}`,
  featureClass: featureId.slice(0, 2),
  familyLabel: '',
  categoryName,
  isSelected: chosen.split(',').includes(featureId),
  description: featureId === 'ZHYK' ? 'd'.repeat(100) : `about ${featureId}`,
});
const ANSWERS: Answers = {
  sets: () => [SET, OTHER],
  versions: () => [
    { versionId: GT, versionLabel: 'e-208 GT 156' },
    { versionId: LIKE, versionLabel: '208 Like' },
  ],
  validateViews: () => ({ isExteriorValid: true, isInteriorValid: true }),
  resolutions: () => [{ resolutionName: 'HD', angleNameList: ANGLES, width: 320, height: 180 }],
  targetNames: () => ({
    extLayerSourceDisId: SET,
    extRulesSourceDisId: SET,
    intLayerSourceDisId: SET,
    intRulesSourceDisId: SET,
  }),
  layers: () => [{ familyName: 'body', name: 'body_red', description: '' }],
  preselectedLayers: () => [{ familyName: 'body', name: 'body_red', description: '' }],
  standards: () => [],
  features: ({ searchParams }) => {
    const chosen = ['colour', 'trim', 'additionalOptions'].map((name) => searchParams.get(name) ?? '').join(',');
    return [
      feature('0MM00N9V', 'Exterior', chosen),
      feature('ZHYK', 'Exterior', chosen),
      feature('0PXA0RFX', 'Interior', chosen),
    ];
  },
  imageFromOptions: picture,
  image: picture,
};
const open = (address: string, more: Answers = {}) => openApp(address, { ...ANSWERS, ...more });
const setField = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Enter Dynamic Image Set Id' });
const versionField = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Select version' });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
/** Opens the form, which is folded behind a test. */
const unfold = async () => userEvent.setup().click(await screen.findByRole('button', { name: /angles$/ }));
const radio = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

describe('T 2.1: the set id', () => {
  it.each([
    ['Enter', '{Enter}'],
    ['Tab', '{Tab}'],
  ])('pasted, with %s: the set is there, nothing is submitted', async (_key, key) => {
    const app = await open('/dynamic/validate');
    const user = userEvent.setup();
    await user.click(await setField());
    await user.paste(` ${SET} `);
    await user.keyboard(key);
    await waitFor(() => expect(app.search().get('disId')).toBe(SET));
    expect(app.search().has('test')).toBe(false);
    const field = await setField();
    expect(field.value).toBe(SET);
    expect(field.disabled).toBe(false);
    await user.click(await button('Validate'));
    await waitFor(() => expect(field.disabled).toBe(true));
  });

  it('Enter with a text that matches no set or several, or without a text, submits nothing', async () => {
    const app = await open('/dynamic/validate');
    const user = userEvent.setup();
    for (const text of ['xxxx', 'nothing', '']) {
      await user.clear(await setField());
      if (text !== '') await user.type(await setField(), text);
      await user.keyboard('{Enter}');
      expect(app.search().has('test')).toBe(false);
      expect((await setField()).disabled).toBe(false);
    }
  });

  it('a link that was submitted without a set leaves the field open', async () => {
    await open('/dynamic/options?test=true');
    expect((await setField()).disabled).toBe(false);
    await userEvent.setup().type(await setField(), `${SET}{Enter}`);
    expect(await versionField()).toBeDefined();
  });
});

describe('cars to choose from', () => {
  const car = (disId: string) => ({ disId, model: '208', versions: 2, thumbnail: null, reason: 'Not painted yet' });
  const offered = () => screen.findByRole('list', { name: 'Image sets' });

  it('are offered while no set is chosen; a press chooses one and submits nothing', async () => {
    const app = await open('/dynamic/options?model=RHD', { cars: () => [car(SET), car(OTHER)] });
    const list = await offered();
    expect(within(list).getAllByRole('button')).toHaveLength(2);
    await userEvent.setup().click(within(list).getByRole('button', { name: new RegExp(SET) }));
    await waitFor(() => expect(app.search().get('disId')).toBe(SET));
    expect(app.search().get('model')).toBe('RHD');
    expect(app.search().has('test')).toBe(false);
    expect(screen.queryByRole('list', { name: 'Image sets' })).toBeNull();
    expect((await versionField()).disabled).toBe(false);
  });

  it('are 48 at most; a sentence mentions the others', async () => {
    const cars = Array.from({ length: 50 }, (_, at) => car(`SET${at}`));
    await open('/dynamic/validate', { sets: () => cars.map(({ disId }) => disId), cars: () => cars });
    expect(within(await offered()).getAllByRole('button')).toHaveLength(48);
    expect(screen.getByText('Find 2 more sets with the field above.')).toBeDefined();
  });
});

describe('what could not be loaded', () => {
  it.each([
    ['the sets', '/dynamic/validate', { sets: ANSWERS.sets }, 'Choose an image set to see what it is made of.'],
    ['the resolutions', `/dynamic/validate?disId=${SET}`, { resolutions: ANSWERS.resolutions }, /^Press Validate/],
    [
      'the versions',
      `/dynamic/options?disId=${SET}`,
      { versions: ANSWERS.versions },
      'Choose a version, then press Test.',
    ],
  ])('%s: the screen says why in place of what to do next, and tries again', async (_what, address, answers, hint) => {
    let works = false;
    const failing = Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [
        name,
        (url: URL) => (works ? (answer as (url: URL) => unknown)(url) : new Error('The database does not answer.')),
      ]),
    );
    await open(address, failing as Answers);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(again.parentElement?.parentElement?.textContent).toMatch(/^The database does not answer/);
    expect(screen.queryByText(hint)).toBeNull();
    works = true;
    await userEvent.setup().click(again);
    await screen.findByText(hint);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('a set that the area lacks', () => {
  it('is requested again: it may have been delivered since the list was read', async () => {
    let delivered = false;
    const sets = () => (delivered ? [SET, OTHER] : [OTHER]);
    const app = await open(`/dynamic/validate?disId=${OTHER}`, { sets });
    await versionField();
    delivered = true;
    await app.go(`/dynamic/options?disId=${SET}`);
    await waitFor(() => expect(app.requests.some((call) => call.includes(`versions?disId=${SET}`))).toBe(true));
  });

  it.each([
    ['/dynamic/validate', 'Validate'],
    ['/dynamic/options', 'Test'],
    ['/dynamic/compare', 'Compare'],
    ['/dynamic/sheet', 'Show'],
  ])('%s says so once, asks nothing of it, and lets another one be chosen', async (address, submit) => {
    const app = await open(`${address}?area=prod&disId=9ZZ9A5xxxxxxxxxx&version=${GT}&test=true`);
    await screen.findByText('Prod has no image set 9ZZ9A5xxxxxxxxxx. Choose another one, or another area.');
    expect(screen.queryAllByRole('alert')).toEqual([]);
    expect(app.requests.filter((call) => call.includes('9ZZ9A5'))).toEqual([]);
    expect((await button(submit)).closest('span')?.title).toBe('Prod has no image set 9ZZ9A5xxxxxxxxxx.');
    const user = userEvent.setup();
    await user.clear(await setField());
    await user.paste(SET);
    await waitFor(() => expect(app.search().get('disId')).toBe(SET));
    expect(await versionField()).toBeDefined();
  });
});

describe('T 5: the version', () => {
  it.each([
    ['pasted whole', `${GT} - e-208 GT 156`],
    ['pasted with another label', `${GT} - GT of last year`],
    ['as an id', GT],
    ['in small letters', GT.toLowerCase()],
  ])('%s can be submitted at once', async (_how, pasted) => {
    const app = await open(`/dynamic/options?disId=${SET}`);
    const user = userEvent.setup();
    await user.click(await versionField());
    await user.paste(pasted);
    await waitFor(() => expect(app.search().get('version')).toBe(GT));
    await user.click(await button('Test'));
    await waitFor(() => expect(app.search().get('test')).toBe('true'));
    expect((await versionField()).value).toBe(`${GT} - e-208 GT 156`);
  });

  it('typed in part is accepted on leaving the field', async () => {
    const app = await open(`/dynamic/options?disId=${SET}`);
    const user = userEvent.setup();
    await user.type(await versionField(), 'like');
    await user.tab();
    await waitFor(() => expect(app.search().get('version')).toBe(LIKE));
  });

  it('that the set does not have cannot be submitted, and the button says why', async () => {
    await open(`/dynamic/options?disId=${SET}&version=9XX9XXQESFB0A0F4`);
    const submit = await button('Test');
    await waitFor(() => expect(submit.closest('span')?.title).toBe('Choose a version first.'));
    expect(submit.disabled).toBe(true);
  });

  it.each(['/dynamic/options', '/dynamic/validate', '/dynamic/compare', '/dynamic/sheet'])(
    '%s of a link says in one sentence that the set lacks its version, and asks for nothing of it',
    async (path) => {
      const app = await open(`${path}?disId=${SET}&version=ZZZ&area=preprod&test=true`);
      await screen.findByText(`In Pre-Prod, ${SET} has no version ZZZ. Choose another one, or another area.`);
      expect(app.requests.filter((call) => call.includes('ZZZ'))).toEqual([]);
    },
  );

  it('is left to choose: the hint names the button alone once there is one', async () => {
    await open(`/dynamic/options?disId=${SET}&version=${GT}`);
    await screen.findByText('Press Test to see the pictures and the options.');
  });

  it('with options in a link that are no codes is tested with the others: the calls would refuse all of them', async () => {
    const app = await open(`/dynamic/options?disId=${SET}&version=${GT}&test=true&options=A,ZHYK,%25zz`);
    await waitFor(async () => expect((await radio(/^ZHYK/)).checked).toBe(true));
    expect(app.requests.filter((call) => call.includes('zz'))).toEqual([]);
  });

  it('of a link whose angles are all unknown shows those of the resolution', async () => {
    await open(`/dynamic/options?disId=${SET}&version=${GT}&test=true&angles=foo`);
    await screen.findByRole('link', { name: /^Exterior 001/ });
  });

  it.each([
    ['/dynamic/options', 'Test'],
    ['/dynamic/compare', 'Compare'],
    ['/dynamic/sheet', 'Show'],
  ])('%s of a set without versions cannot be submitted', async (path, submit) => {
    await open(`${path}?disId=${SET}`, { versions: () => [] });
    await waitFor(async () => expect((await button(submit)).closest('span')?.title).toBe('Choose a version first.'));
    expect((await button(submit)).disabled).toBe(true);
  });

  it('T 4.1: cannot be chosen where no view is valid', async () => {
    await open(`/dynamic/options?disId=${SET}`, {
      validateViews: () => ({ isExteriorValid: false, isInteriorValid: false }),
    });
    await screen.findByText(`Insufficient data was uploaded for exterior / interior view for ${SET}`);
    expect((await versionField()).disabled).toBe(true);
    for (const name of ['Previous version', 'Next version', 'Test']) expect((await button(name)).disabled).toBe(true);
  });
});

describe('T 4.2: what a change keeps', () => {
  const submitted = `/dynamic/options?disId=${SET}&version=${GT}&test=true`;

  it('another viewport keeps the features, another version resets them', async () => {
    const app = await open(submitted);
    const user = userEvent.setup();
    await user.click(await radio(/^0PXA0RFX/));
    await waitFor(() => expect(app.search().get('options')).toContain('0PXA0RFX'));
    await unfold();
    await user.click(await radio('interior'));
    await waitFor(() => expect(app.search().get('viewport')).toBe('interior'));
    expect(app.search().get('options')).toContain('0PXA0RFX');
    await waitFor(() => expect(app.requests.at(-1)).toBeDefined());
    await waitFor(() =>
      expect(app.requests.some((call) => /imageFromOptions\?.*viewport=int&.*trim=0PXA0RFX/.test(call))).toBe(true),
    );
    await user.click(await button('Next version').then((next) => (next.disabled ? button('Previous version') : next)));
    await waitFor(() => expect(app.search().get('version')).toBe(LIKE));
    expect(app.search().has('options')).toBe(false);
  });

  it('a second click on a feature leaves it chosen, a double click chooses it', async () => {
    const app = await open(submitted);
    const user = userEvent.setup();
    await user.dblClick(await radio(/^ZHYK/));
    await waitFor(() => expect(app.search().get('options')).toContain('ZHYK'));
    await waitFor(async () => expect((await radio(/^ZHYK/)).checked).toBe(true));
    await user.click(await radio(/^ZHYK/));
    expect((await radio(/^ZHYK/)).checked).toBe(true);
    expect(app.search().get('options')).toContain('ZHYK');
  });

  it('pressing a feature asks for its pictures, and the release for nothing more', async () => {
    const app = await open(submitted);
    const user = userEvent.setup();
    const leaf = await radio(/^ZHYK/);
    const pictures = () => app.requests.filter((call) => call.includes('format=jpeg') && call.includes('ZHYK'));
    await user.pointer({ keys: '[MouseLeft>]', target: leaf });
    await waitFor(() => expect(pictures()).toHaveLength(6));
    expect(app.search().has('options')).toBe(false);
    await user.pointer({ keys: '[/MouseLeft]', target: leaf });
    await waitFor(() => expect(app.search().get('options')).toBe('ZHYK'));
    expect(leaf.checked).toBe(true);
    expect(pictures()).toHaveLength(6);
  });

  it('a finger on a feature asks for nothing: it may only want to scroll', async () => {
    const app = await open(submitted);
    const user = userEvent.setup();
    const leaf = await radio(/^ZHYK/);
    const before = app.requests.length;
    await user.pointer({ keys: '[TouchA>]', target: leaf });
    expect(app.requests.slice(before).filter((call) => call.includes('ZHYK'))).toEqual([]);
  });

  it('no fast click is lost: features, layers, angles', async () => {
    const app = await open(submitted);
    const user = userEvent.setup({ delay: null });
    const leaves = [await radio(/^0MM00N9V/), await radio(/^ZHYK/), await radio(/^0PXA0RFX/)];
    for (const leaf of leaves) await user.click(leaf);
    await waitFor(() => expect(app.search().get('options')).toBe('0MM00N9V,0PXA0RFX,ZHYK'));
    await unfold();
    await user.click(await screen.findByRole('combobox', { name: 'Select preview angles' }));
    const angles = within(screen.getByRole('listbox')).getAllByRole('option');
    for (const angle of angles.slice(0, 2)) await user.click(angle);
    await waitFor(() => expect(app.search().get('angles')).toBe('003,004,005,006'));
  });

  it('T 2.3: the tooltip of a feature is its description, cut to 80 characters', async () => {
    await open(submitted);
    expect((await radio(/^ZHYK/)).closest('label')?.title).toBe(`${'d'.repeat(80)}...`);
    expect((await radio(/^0MM00N9V/)).closest('label')?.title).toBe('about 0MM00N9V');
  });
});

describe('T 2.1, 9: preview angles', () => {
  it('a seventh is disabled, with the reason, until another is taken away', async () => {
    const app = await open(`/dynamic/validate?disId=${SET}`);
    const user = userEvent.setup();
    const field = await screen.findByRole('combobox', { name: 'Select preview angles' });
    await waitFor(() => expect(field.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(field);
    const angle = (name: string) => within(screen.getByRole('listbox')).getByRole('option', { name: new RegExp(name) });
    expect(angle('007').getAttribute('aria-disabled')).toBe('true');
    expect(angle('007').textContent).toContain('At most 6 at a time');
    expect(angle('006').getAttribute('aria-disabled')).toBeNull();
    await user.click(angle('006'));
    await waitFor(() => expect(angle('007').getAttribute('aria-disabled')).toBeNull());
    await user.click(angle('007'));
    await waitFor(() => expect(app.search().get('angles')).toContain('007'));
    expect(app.search().get('angles')).not.toContain('006');
  });

  it('more of them in a link are cut to six', async () => {
    const app = await open(`/dynamic/options?disId=${SET}&version=${GT}&test=true&angles=${JSON.stringify(ANGLES)}`);
    await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(6));
    expect(app.requests.some((call) => call.includes('view=007'))).toBe(false);
  });
});

describe('T 2.1: the model', () => {
  it('is not offered by the options test', async () => {
    await open(`/dynamic/options?disId=${SET}`);
    await radio('exterior');
    expect(screen.queryByRole('radio', { name: 'RHD' })).toBeNull();
  });

  it('is, where a link from the layers test brought it along and it changes the pictures', async () => {
    const app = await open(`/dynamic/options?disId=${SET}&version=${GT}&test=true&model=RHD`);
    await unfold();
    expect((await radio('RHD')).checked).toBe(true);
    await userEvent.setup().click(await radio('LHD'));
    await waitFor(() => expect(app.requests.some((call) => /imageFromOptions.*driverType=LHD/.test(call))).toBe(true));
    expect((await radio('LHD')).checked).toBe(true);
  });
});
