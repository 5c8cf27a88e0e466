/** The static test screen as a tester uses it: fast typing, Enter, filter, sort, export. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, openApp } from '../../testing/openApp.tsx';

const criteria = () => ({
  colorFilters: [],
  trimFilters: [],
  featureFilters: [],
  dimensionFilters: [],
  co2Filters: [],
});
const FOLDER = 'colors/9SI1/B7';
const image = (name: string) => ({
  imageName: name,
  path: `${FOLDER}/${name}.png`,
  url: `http://localhost/${name}.png`,
});
const ANSWERS: Answers = {
  versionsCriteria: criteria,
  versionsStaticCriteria: criteria,
  imageInfo: () => ['b', 'a10', 'a9', 'other'].map(image) as never,
};
const SUBMITTED = `/static?shown=${encodeURIComponent('{"type":"colors","mode":"implicit"}')}`;
const field = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

afterEach(() => vi.useRealTimers());

describe('T 2.5: the form', () => {
  it('takes what is typed fast, and Enter right after it', async () => {
    const app = await openApp('/static', ANSWERS);
    const user = userEvent.setup({ delay: null });
    await user.type(await field('Model'), '9SI1');
    await user.type(await field('Bodystyle'), 'a5{Enter}');
    await waitFor(() => expect(app.requests.find((call) => call.includes('imageInfo'))).toBeDefined());
    expect(app.requests.find((call) => call.includes('imageInfo'))).toMatch(/familyCode=9SI1&bodyStyle=A5/);
    await waitFor(() => expect(app.search().get('model')).toBe('9SI1'));
    expect((await field('Bodystyle')).value).toBe('A5');
  });

  it.each(['another type', 'another area'])('empties what was typed just before %s is chosen', async (choice) => {
    const app = await openApp('/static', ANSWERS);
    const model = await field('Model');
    const openArea = () => fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Test area' }));
    if (choice === 'another area') openArea();
    const [role, name] = choice === 'another area' ? ['option', 'Prod area'] : ['button', 'CO2'];
    const pressed = screen.getByRole(role as 'option', { name });
    // Nothing is drawn in between, as on a busy machine.
    act(() => {
      fireEvent.change(model, { target: { value: '9SI1' } });
      fireEvent.click(pressed);
    });
    await waitFor(() => expect(app.search().size).toBe(1));
    expect((await field('Model')).value).toBe('');
  });

  it('takes a brand with a blank, typed in any case, as it is offered', async () => {
    const offered = {
      ...criteria(),
      dimensionFilters: [{ brand: 'ALFA ROMEO', carLine: '', majorMinorIndicator: '', bodyStyle: '' }],
    };
    const app = await openApp('/static?type=dimensions', {
      ...ANSWERS,
      versionsCriteria: () => offered,
      versionsStaticCriteria: () => offered,
    });
    const user = userEvent.setup({ delay: null });
    await user.type(await field('Brand'), 'alfa romeo{Enter}');
    await waitFor(() => expect(app.requests.find((call) => call.includes('imageInfo'))).toBeDefined());
    expect(app.requests.find((call) => call.includes('imageInfo'))).toMatch(/brand=ALFA(%20|\+)ROMEO/);
  });

  it.each([
    ['submitted before', true],
    ['submitted after', false],
  ])('takes names that are typed before it is known what is offered as they are offered: %s', async (_when, early) => {
    const known = Promise.withResolvers<void>();
    const colour = { brand: '', carLine: '9SI1', majorMinorIndicator: '', bodyStyle: 'A5' };
    const offered = { ...criteria(), colorFilters: [colour] };
    const app = await openApp('/static', { ...ANSWERS, versionsCriteria: () => known.promise.then(() => offered) });
    const user = userEvent.setup({ delay: null });
    await user.type(await field('Model'), '9si1');
    await user.type(await field('Bodystyle'), early ? 'a5{Enter}' : 'a5');
    known.resolve();
    if (!early) {
      await waitFor(async () => expect((await field('Model')).value).toBe('9SI1'));
      await user.keyboard('{Enter}');
    }
    await waitFor(() => expect(app.requests.find((call) => call.includes('imageInfo'))).toBeDefined());
    expect(app.requests.find((call) => call.includes('imageInfo'))).toMatch(/familyCode=9SI1&bodyStyle=A5/);
  });

  it.each([
    [' 9SI1 ', '\tb7\n'],
    ['9SI1', 'B7'],
  ])('takes codes that are pasted as they were copied: %j, %j', async (model, bodyStyle) => {
    const app = await openApp('/static', ANSWERS);
    const user = userEvent.setup({ delay: null });
    await user.click(await field('Model'));
    await user.paste(model);
    await user.click(await field('Bodystyle'));
    await user.paste(bodyStyle);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(app.requests.find((call) => call.includes('imageInfo'))).toBeDefined());
    expect(app.requests.find((call) => call.includes('imageInfo'))).toMatch(/familyCode=9SI1&bodyStyle=B7/);
  });

  it('a blank after a brand is not part of it', async () => {
    const app = await openApp('/static?type=dimensions', ANSWERS);
    await userEvent.setup({ delay: null }).type(await field('Brand'), 'ALFA ROM {Enter}');
    await waitFor(() => expect(app.requests.find((call) => call.includes('imageInfo'))).toBeDefined());
    expect(app.requests.find((call) => call.includes('imageInfo'))).toMatch(/brand=ALFA(%20|\+)ROM&/);
  });

  it('T 5: what cannot be submitted or printed says why', async () => {
    await openApp('/static?type=features&brand=O&model=12', ANSWERS);
    for (const name of ['Submit', 'PDF']) {
      const disabled = await button(name);
      expect(disabled.disabled).toBe(true);
      expect(disabled.closest('span')?.title).toBe('Correct Brand and Model first.');
    }
    expect((await button('Export to Excel')).closest('span')?.title).toBe(
      'There are no rows to export. Submit a search first.',
    );
  });

  it('the PDF of colors does not wait for a model, that of features asks for brand and model', async () => {
    await openApp('/static?model=12', ANSWERS);
    expect((await button('PDF')).disabled).toBe(false);
    await openApp('/static?type=features', ANSWERS);
    await userEvent.setup().click(await button('PDF'));
    expect(await screen.findByText('PDF Download: Please select brand and model')).toBeDefined();
  });
});

describe('T 7: Export to Excel', () => {
  const exported = async (address: string) => {
    const blobs: Blob[] = [];
    const names: string[] = [];
    await openApp(address, ANSWERS);
    const excel = await button('Export to Excel');
    await waitFor(() => expect(excel.disabled).toBe(false));
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob);
      return 'blob:sheet';
    };
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await userEvent.setup().click(excel);
    await waitFor(() => expect(names).toHaveLength(1));
    const book = await readXlsx(new Uint8Array(await (blobs[0] as Blob).arrayBuffer()));
    const rows = book.sheets[0]?.rows.slice(1).map((row) => row[0]);
    return { name: names[0], rows };
  };

  it('has the rows that the table shows, in its order', async () => {
    expect((await exported(`${SUBMITTED}&text=a&sort=-imageName`)).rows).toEqual(['a9', 'a10']);
    expect((await exported(`${SUBMITTED}&text=%20A1&sort=imageName`)).rows).toEqual(['a10']);
    expect((await exported(SUBMITTED)).rows).toEqual(['a10', 'a9', 'b', 'other']);
  });

  it('bears the time that the screens show', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-10T22:30:05Z') });
    expect((await exported(SUBMITTED)).name).toBe('TestStaticImagesV22026-01-11T00-30-05.xlsx');
  });
});
