/** The viewer on a test screen: keys, focus, and the way from a pixel to the file. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PictureLayer } from '../../contract/index.ts';
import { type Answers, openApp, picture } from '../testing/openApp.tsx';
import { pointOf, shownSize } from './zoom.ts';

const SET = '1PP2A5xxxxxxxxxx';
const VERSION = '1PP2A5QESFB0A0F4';
const layer = (name: string, share: number, alpha = 255): PictureLayer => ({
  layer: name,
  family: 'body',
  path: `001/${name}.png`,
  sha256: 'a'.repeat(64),
  scaled: false,
  pack: `image-ext-${SET}.zip`,
  uploadedBy: 'uploader',
  uploadedAt: '2026-03-01T10:00:00.000Z',
  at: { rgba: [1, 2, 3, alpha], share },
});
const ANSWERS: Answers = {
  sets: () => [SET],
  versions: () => [{ versionId: VERSION, versionLabel: 'e-208' }],
  validateViews: () => ({ isExteriorValid: true, isInteriorValid: false }),
  resolutions: () => [{ resolutionName: 'HD', angleNameList: ['001', '002', '003'], width: 320, height: 180 }],
  targetNames: () => ({
    extLayerSourceDisId: SET,
    extRulesSourceDisId: SET,
    intLayerSourceDisId: SET,
    intRulesSourceDisId: SET,
  }),
  layers: () => [{ familyName: 'body', name: 'red', description: '' }],
  preselectedLayers: () => [{ familyName: 'body', name: 'red', description: '' }],
  image: picture,
  pictureLayers: () => ({
    disId: SET,
    angle: '001',
    resolution: 'HD',
    width: 320,
    height: 180,
    layers: [layer('clear', 0, 0), layer('red', 0.75), layer('shadow', 0.25), layer('under', 0)],
  }),
};

const open = () => openApp(`/dynamic/validate?disId=${SET}&version=${VERSION}&test=true`, ANSWERS);
const viewer = () => screen.findByRole('dialog', { name: 'Picture viewer' });
/** jsdom loads no pictures. */
async function loadPicture(dialog: HTMLElement) {
  const image = await within(dialog).findByRole<HTMLImageElement>('img');
  Object.defineProperty(image, 'naturalWidth', { value: 320 });
  Object.defineProperty(image, 'naturalHeight', { value: 180 });
  fireEvent.load(image);
}

describe('the picture viewer', () => {
  beforeEach(() => localStorage.clear());

  it('opens from a tile, steps through the angles by arrow keys, and returns the focus on Escape', async () => {
    await open();
    const user = userEvent.setup();
    const enlarge = await screen.findByRole('button', { name: 'Enlarge Exterior 001: e-208, red' });
    // The link to the full size stays.
    expect((await screen.findByRole('link', { name: /^Exterior 001/ })).getAttribute('target')).toBe('_blank');
    await user.click(enlarge);
    const dialog = await viewer();
    expect(await within(dialog).findByRole('heading', { name: '001' })).toBeDefined();
    await user.keyboard('{ArrowRight}');
    expect(await within(dialog).findByRole('heading', { name: '002' })).toBeDefined();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(await within(dialog).findByRole('heading', { name: '001' })).toBeDefined();
    expect(within(dialog).getByRole('button', { name: 'Previous picture (←)' })).toHaveProperty('disabled', true);
    await user.keyboard('++');
    expect(within(dialog).getByRole('button', { name: '200 %' }).getAttribute('aria-pressed')).toBe('true');
    expect(within(dialog).getByRole('status').textContent).toBe('001, 1 of 3, 200 %');
    await user.keyboard('b');
    expect(within(dialog).getByRole('button', { name: 'Light' }).getAttribute('aria-pressed')).toBe('true');
    expect(within(dialog).getByRole('link', { name: 'Open in new tab' }).getAttribute('href')).toContain('view=001');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(enlarge);
  });

  it('names the layers and files at a point by keyboard, and copies a report', async () => {
    const app = await open();
    const user = userEvent.setup();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    vi.stubGlobal('isSecureContext', true);
    await user.click(await screen.findByRole('button', { name: /^Enlarge Exterior 001/ }));
    const dialog = await viewer();
    await loadPicture(dialog);
    await user.keyboard('i{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
    (dialog as HTMLElement).focus();
    fireEvent.keyDown(dialog, { key: 'Enter' });
    await within(dialog).findByRole('heading', { name: 'At 161, 100' });
    expect(app.requests.filter((call) => call.includes('pictureLayers'))).toEqual([
      expect.stringMatching(/layers=red.*x=161&y=100$/),
    ]);
    await within(dialog).findByText('2 layers are visible here.');
    const items = within(dialog).getAllByRole('listitem');
    expect(items[0]?.textContent).toContain('body: red');
    expect(items[0]?.textContent).toContain('75 % of the colour');
    expect(items[0]?.textContent).toContain(`image-ext-${SET}.zip › 001/red.png`);
    expect(items[0]?.textContent).toContain('Uploaded by uploader');
    const [first] = items;
    const set = within(first as HTMLElement).getByRole('link', { name: SET });
    expect(set.getAttribute('href')).toBe(`/sets/${SET}`);
    // Layers that are transparent at the point are left out; covered ones are marked.
    expect(dialog.textContent).not.toContain('body: clear');
    expect(within(dialog).getByText('1 covered layer')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Copy report' }));
    await within(dialog).findByText('Report copied');
    const [text = ''] = writeText.mock.calls[0] ?? [];
    for (const part of [
      'http://',
      `Embargo: ${SET}`,
      'View: exterior, LHD',
      'Layers: red',
      'Angle 001, HD, pixel 161, 100',
      '75 %  body: red',
      `file: image-ext-${SET}.zip > 001/red.png`,
      'by uploader',
      `SHA-256: ${'a'.repeat(64)}`,
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('under');
  });

  it('a tile can be asked what is at a point, by a press or a click', async () => {
    const app = await open();
    const user = userEvent.setup();
    await screen.findByRole('link', { name: /^Exterior 002/ });
    await user.click(screen.getByRole('button', { name: 'What is here?' }));
    const tile = await screen.findByRole('button', { name: /^Exterior 002/ });
    tile.focus();
    await user.keyboard('{Enter}');
    const dialog = await viewer();
    await within(dialog).findByRole('heading', { name: 'At 160, 90' });
    expect(app.requests.some((call) => /pictureLayers.*view=002.*x=160&y=90$/.test(call))).toBe(true);
  });

  it('one large picture with a strip of the others: in the address, by arrow keys', async () => {
    const app = await open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'One large' }));
    await waitFor(() => expect(app.search().get('layout')).toBe('large'));
    expect(screen.getAllByRole('figure')).toHaveLength(1);
    const strip = screen.getByRole('radiogroup', { name: 'Angles' });
    await user.click(within(strip).getByRole('radio', { name: /^Exterior 002/ }));
    await waitFor(() => expect(app.search().get('large')).toBe('002'));
    expect(await screen.findByRole('button', { name: /^Enlarge Exterior 002/ })).toBeDefined();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(app.search().get('large')).toBe('003'));
    await user.click(screen.getByRole('button', { name: 'Grid' }));
    await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(3));
    expect(app.search().has('layout')).toBe(false);
  });
});

describe('sizes in the viewer', () => {
  const stage = { width: 1000, height: 500 };
  it.each([
    ['fit', 1, { width: 888, height: 500 }],
    [1, 1, { width: 1920, height: 1080 }],
    [1, 2, { width: 960, height: 540 }],
    [2, 2, { width: 1920, height: 1080 }],
  ] as const)('%s on a screen of density %s', (zoom, density, size) =>
    expect(shownSize({ width: 1920, height: 1080 }, stage, zoom, density)).toEqual(size),
  );

  it('a place on the screen is a pixel inside the picture', () => {
    const box = { left: 100, top: 50, width: 160, height: 90 };
    const at = (clientX: number, clientY: number) => pointOf({ clientX, clientY }, box, { width: 320, height: 180 });
    expect(at(100, 50)).toEqual({ x: 0, y: 0 });
    expect(at(180, 95)).toEqual({ x: 160, y: 90 });
    expect(at(260, 140)).toEqual({ x: 319, y: 179 });
    expect(at(0, 999)).toEqual({ x: 0, y: 179 });
  });

  it.each(['mouse', 'touch'])(
    'turns the car by dragging with the %s if there are eight angles, round and round',
    async (pointerType) => {
      const angleNameList = Array.from({ length: 8 }, (_, i) => `00${i + 1}`);
      await openApp(`/dynamic/validate?disId=${SET}&version=${VERSION}&test=true`, {
        ...ANSWERS,
        resolutions: () => [{ resolutionName: 'HD', angleNameList, width: 320, height: 180 }],
      });
      const user = userEvent.setup();
      await user.click(await screen.findByRole('button', { name: /^Enlarge Exterior 001/ }));
      const dialog = await viewer();
      await loadPicture(dialog);
      expect(dialog.textContent).toContain('Drag to turn the car.');
      const stage = dialog.querySelector('[data-stage]') as HTMLElement;
      stage.setPointerCapture = () => {};
      const drag = (...places: readonly number[]) => {
        const [first = 0, ...others] = places;
        fireEvent.pointerDown(stage, { pointerType, button: 0, clientX: first, clientY: 50 });
        for (const clientX of others) fireEvent.pointerMove(stage, { pointerType, clientX, clientY: 50 });
        fireEvent.pointerUp(stage, { pointerType, clientX: others.at(-1), clientY: 50 });
      };
      const shown = () => within(dialog).getByRole('heading').textContent;
      drag(100, 120, 141);
      expect(shown()).toBe('002');
      // A quick movement is reported as one jump.
      drag(100, 221);
      expect(shown()).toBe('005');
      drag(300, 99);
      expect(shown()).toBe('008');
      await user.keyboard('{ArrowRight}');
      expect(shown()).toBe('001');
    },
  );
});
