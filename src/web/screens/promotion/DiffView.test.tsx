/** What a promotion would change, for users who may see its content and for those who may not. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ContentDiff, PaintedDiff, PaintedState } from '../../../contract/index.ts';
import { picture } from '../../testing/openApp.tsx';
import { type Answers, renderScreen } from '../../testing/renderScreen.tsx';
import { DiffView } from './DiffView.tsx';

afterEach(cleanup);

const SET = '1PP2A5xxxxxxxxxx';
const content = { kind: 'dis', key: SET } as const;
const change = { source: 'embargo', target: 'preprod', what: 'all' } as const;
const diff: ContentDiff = {
  before: null,
  after: 'a'.repeat(64),
  added: 2,
  replaced: 0,
  removed: 0,
  textsChanged: 3,
  pictures: [{ path: 'exterior/001/body.png', before: null, after: 'b'.repeat(64) }],
  texts: [],
};
const show = (answer: ContentDiff, painted?: PaintedDiff, answers: Answers = {}) =>
  renderScreen({ path: '/', component: () => <DiffView content={content} change={change} /> }, '/', {
    [`GET /api/v2/admin/dis/${SET}/diff`]: () => answer,
    [`GET /api/v2/admin/dis/${SET}/diff/painted`]: () => painted ?? { viewport: 'exterior', before: null, after: null },
    [`GET /api/v2/admin/dis/${SET}/diff/painted/picture`]: picture,
    ...answers,
  });
const state = (part: Partial<PaintedState> = {}): PaintedState => ({
  ...{ reason: null, version: '1PP2A5QESFB0A0F4', label: 'e-208 GT', angles: ['001', '002'] },
  resolutions: [
    { name: 'thumb', width: 320, height: 180 },
    { name: 'HD', width: 1280, height: 720 },
    { name: 'only', width: 640, height: 360, angles: ['002'] },
  ],
  ...part,
});

describe('DiffView', () => {
  it('says how much would change and why there are no pictures of it', async () => {
    await show({ ...diff, pictures: [], withheld: 'Only for embargo testers.' });
    await screen.findByText('2 pictures added, 3 changes in meta files');
    expect(screen.getByText('Only for embargo testers.')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('shows the pictures to users who may see them, without a reason', async () => {
    await show(diff);
    await screen.findByRole('img', { name: 'exterior/001/body.png after' });
    expect(screen.queryByText(/Only for/)).toBeNull();
  });

  it('a replaced picture has two tiles, an added one has one; enlarged, before and after are in the same position', async () => {
    const [a, b, c] = ['b', 'c', 'd'].map((letter) => letter.repeat(64)) as [string, string, string];
    const pictureOf = (snapshot: string, sha256: string) =>
      `GET /api/v2/admin/dis/${SET}/pictures/${snapshot}/${sha256}`;
    const { requests } = await show(
      {
        ...diff,
        ...{ before: 'e'.repeat(64), added: 1, replaced: 1 },
        pictures: [
          { path: 'exterior/001/body.png', before: a, after: b },
          { path: 'exterior/001/wheel.png', before: null, after: c },
        ],
      },
      undefined,
      {
        [pictureOf('e'.repeat(64), a)]: picture,
        [pictureOf(diff.after, b)]: picture,
        [pictureOf(diff.after, c)]: picture,
      },
    );
    const user = userEvent.setup();
    const body = await screen.findByRole('button', { name: /^Enlarge exterior\/001\/body\.png: / });
    expect(within(body).getAllByRole('img')).toHaveLength(2);
    expect(within(screen.getByRole('button', { name: /wheel/ })).getAllByRole('img')).toHaveLength(1);
    await user.click(body);
    const viewer = await screen.findByRole('dialog', { name: 'Picture viewer' });
    const heading = () => within(viewer).getByRole('heading').textContent;
    expect(heading()).toBe('exterior/001/body.png · after');
    await within(viewer).findByRole('img', { name: 'exterior/001/body.png after' });
    expect(requests.some((call) => call.includes(`${b}?size=print`))).toBe(true);
    await user.keyboard(' ');
    expect(heading()).toBe('exterior/001/body.png · before');
    await within(viewer).findByRole('img', { name: 'exterior/001/body.png before' });
    await user.keyboard('{ArrowRight}');
    expect(heading()).toBe('exterior/001/wheel.png · before');
    await within(viewer).findByText('This picture was not there before.');
    await user.keyboard(' ');
    await within(viewer).findByRole('img', { name: 'exterior/001/wheel.png after' });
    expect(within(viewer).getByRole('status').textContent).toBe('exterior/001/wheel.png · after, 2 of 2, Fit');
  });

  it('paints the car before and after, in the size that fits, and swaps them; the viewer has every angle', async () => {
    const { requests } = await show(diff, { viewport: 'exterior', before: state(), after: state() });
    const user = userEvent.setup();
    const cars = await screen.findByRole('region', { name: 'The car before and after' });
    const before = await within(cars).findByRole('img', { name: 'Exterior 001: e-208 GT, before' });
    await within(cars).findByRole('img', { name: 'Exterior 001: e-208 GT, after' });
    const ofPictures = () => requests.filter((call) => call.includes('painted/picture'));
    // A tile of 464 pixels: the smallest that is wide enough and delivered for the angle.
    expect(ofPictures().every((call) => call.includes('view=001') && call.includes('size=HD'))).toBe(true);

    await user.click(within(cars).getByRole('button', { name: 'Swap' }));
    const shown = () =>
      within(cars)
        .getAllByRole('img')
        .map((image) => image.getAttribute('alt'));
    expect(shown()).toEqual(['Exterior 001: e-208 GT, after']);
    await user.click(within(cars).getByRole('button', { name: /^Show before/ }));
    expect(shown()).toEqual(['Exterior 001: e-208 GT, before']);
    await user.click(within(cars).getByRole('button', { name: 'Side by side' }));

    expect(before).toBeDefined();
    await user.click(within(cars).getByRole('button', { name: /^Enlarge Exterior 001: e-208 GT, before/ }));
    const viewer = await screen.findByRole('dialog', { name: 'Picture viewer' });
    expect(within(viewer).getByRole('heading').textContent).toBe('001 · before');
    expect(viewer.textContent).toContain('Arrow keys: other angles.');
    await user.keyboard(' ');
    expect(within(viewer).getByRole('heading').textContent).toBe('001 · after');
    await user.keyboard('{ArrowRight}');
    expect(within(viewer).getByRole('heading').textContent).toBe('002 · after');
    expect(within(viewer).getByRole('status').textContent).toBe('002 · after, 2 of 2, Fit');
  });

  it('blinks between before and after until a press stops it, and never where no motion is wanted', async () => {
    const both = { viewport: 'exterior', before: state(), after: state() } as const;
    await show(diff, both);
    const user = userEvent.setup();
    const cars = await screen.findByRole('region', { name: 'The car before and after' });
    await user.click(await within(cars).findByRole('button', { name: 'Blink' }));
    const shown = () => within(cars).queryByRole('img')?.getAttribute('alt');
    await waitFor(() => expect(shown()).toBe('Exterior 001: e-208 GT, before'));
    await waitFor(() => expect(shown()).toBe('Exterior 001: e-208 GT, after'));
    await user.click(within(cars).getByRole('button', { name: 'Stop blinking' }));
    expect(within(cars).getByRole('button', { name: 'Swap' }).getAttribute('aria-pressed')).toBe('true');
    expect(within(cars).getByRole('button', { name: /^Show (before|after): (before|after)$/ })).toBeDefined();
    cleanup();
    const wanted = { addEventListener: () => {}, removeEventListener: () => {} };
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(prefers-reduced-motion: reduce)',
      ...wanted,
    }));
    await show(diff, both);
    await screen.findByRole('button', { name: 'Swap' });
    expect(screen.queryByRole('button', { name: 'Blink' })).toBeNull();
    vi.unstubAllGlobals();
  });

  it('has one tile for a car that is added, and says why there is nothing to paint', async () => {
    await show(diff, { viewport: 'exterior', before: null, after: state() });
    const cars = await screen.findByRole('region', { name: 'The car before and after' });
    expect(await within(cars).findAllByRole('img')).toHaveLength(1);
    expect(within(cars).getByRole('heading').textContent).toBe('The car');
    expect(within(cars).getByText('added')).toBeDefined();
    cleanup();
    const nothing = state({ reason: 'It declares no version.', version: '', label: '', angles: [], resolutions: [] });
    await show(diff, { viewport: 'exterior', before: state(), after: nothing });
    await screen.findByText('It declares no version.');
    expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull();
  });
});
