/** Thumbnails and model words beside the ids of sets, as each role sees them. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { CarSummary, Role, SetStatus } from '../../contract/index.ts';
import { BatchSummary } from '../screens/batchJobs/BatchSummary.tsx';
import { BatchSearch } from '../screens/batchJobs/search.ts';
import { TestSearch } from '../screens/catalogue/search.ts';
import { Validate } from '../screens/catalogue/Validate.tsx';
import { FileBrowser } from '../screens/files/FileBrowser.tsx';
import { FileSearch } from '../screens/files/search.ts';
import { StatusDynamic } from '../screens/promotion/StatusDynamic.tsx';
import { StatusSearch } from '../screens/promotion/search.ts';
import { renderScreen } from '../testing/renderScreen.tsx';

afterEach(cleanup);

const SHOWN = '1PP2A5xxxxxxxxxx';
const BARE = '1PP2A9xxxxxxxxxx';
const car = (disId: string, part: Partial<CarSummary> = {}): CarSummary => ({
  disId,
  model: 'e-208',
  versions: 6,
  thumbnail: 'a'.repeat(64),
  reason: null,
  ...part,
});
const row = (disId: string): SetStatus => ({
  disId,
  lastModifiedDate: '2026-11-01T10:00:00Z',
  lastPreprodPromoteDate: null,
  lastProdPromoteDate: null,
  content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
});
const reason = 'No version is delivered.';
const ANSWERS = {
  'GET /api/v2/test/dis/shortStatus': () => [row(SHOWN), row(BARE)],
  'GET /embargo/api/v2/test/cars': () => [car(SHOWN), car(BARE, { model: '', versions: 0, thumbnail: null, reason })],
  'GET /preprod/api/v2/test/cars': () => [car(SHOWN, { versions: 5, thumbnail: 'b'.repeat(64) })],
  'GET /prod/api/v2/test/cars': () => [],
  [`GET /api/v2/admin/dis/${SHOWN}/history`]: () => [],
};
const status = (roles?: readonly Role[]) =>
  renderScreen(
    { path: '/status/dynamic', component: StatusDynamic, search: StatusSearch },
    '/status/dynamic',
    ANSWERS,
    roles,
  );
const rowOf = (disId: string) => screen.findByText(disId).then((text) => text.closest('tr') as HTMLElement);

describe('cars in lists', () => {
  it('have their thumbnail and model words, from Embargo if the user may see it', async () => {
    await status();
    expect(await screen.findByText('e-208 · 6 versions')).toBeDefined();
    const picture = (await rowOf(SHOWN)).querySelector('img');
    expect(picture?.getAttribute('src')).toBe(`/embargo/api/v2/test/dis/${SHOWN}/thumbnail?content=${'a'.repeat(64)}`);
    // The id beside it names it.
    expect(picture?.getAttribute('alt')).toBe('');
  });

  it('say why a set has no picture', async () => {
    await status();
    expect(await screen.findByRole('img', { name: reason })).toBeDefined();
    expect((await rowOf(BARE)).textContent).toContain('0 versions');
  });

  it('come from Pre-Prod for a tester who may not see Embargo', async () => {
    await status(['ROLE_UPLOAD', 'ROLE_TEST']);
    expect(await screen.findByText('e-208 · 5 versions')).toBeDefined();
    expect(screen.queryByText('0 versions')).toBeNull();
  });

  it('are in jobs, in folders of sets as their area has them, and in titles of dialogs', async () => {
    const job = {
      ...{ id: '1', jobName: 'promote', jobStatus: 'COMPLETED' as const, failure: null, progress: null },
      ...{ createdAt: '2026-11-01T10:00:00Z', startedAt: null, stoppedAt: null },
    };
    await renderScreen(
      { path: '/admin/batch-summary', component: BatchSummary, search: BatchSearch },
      '/admin/batch-summary',
      {
        ...ANSWERS,
        'GET /api/v2/admin/getBatchSummary': () => [
          { ...job, function: `Promote ${SHOWN} to Pre-Prod` },
          { ...job, id: '2', function: `Copy ${SHOWN} to ${BARE}` },
        ],
      },
    );
    const words = await screen.findByText('e-208 · 6 versions');
    const job1 = within(words.closest('tr') as HTMLElement);
    expect(job1.getByRole('link', { name: SHOWN })).toBeDefined();
    expect(words.closest('tr')?.querySelectorAll('img')).toHaveLength(1);
    // With two sets, a picture would not say which one it shows.
    expect(screen.getAllByText(/versions$/)).toHaveLength(1);
    cleanup();

    const folder = (name: string) => ({
      ...{ id: `/preprod/dis/${name}`, name, parent: '/preprod/dis', isFolder: true, content: null, size: 1 },
      lastModifiedDate: '2026-11-01T10:00:00Z',
    });
    await renderScreen(
      { path: '/admin/file-browser', component: FileBrowser, search: FileSearch },
      '/admin/file-browser?path=/preprod/dis',
      { ...ANSWERS, 'GET /api/v2/admin/file-elements': () => [folder(SHOWN)] },
    );
    await screen.findByText('e-208 · 5 versions');
    cleanup();

    await status();
    await userEvent.click(await screen.findByRole('button', { name: `History of ${SHOWN}` }));
    const dialog = await screen.findByRole('dialog');
    const title = within(dialog).getByRole('heading', { name: new RegExp(SHOWN) });
    await waitFor(() => expect(title.textContent).toContain('e-208 · 6 versions'));
    expect(title.querySelector('img')).not.toBeNull();
  });

  it('are in the picker of the test screens', async () => {
    await renderScreen(
      { path: '/dynamic/validate', component: Validate, search: TestSearch },
      '/dynamic/validate?area=embargo',
      { ...ANSWERS, 'GET /embargo/api/v2/test/dis': () => [SHOWN, BARE] },
    );
    await userEvent.click(await screen.findByLabelText('Enter Dynamic Image Set Id'));
    const option = await screen.findByRole('option', { name: new RegExp(`^${SHOWN}`) });
    expect(option.textContent).toContain('e-208 · 6 versions');
    await userEvent.click(option);
    expect(screen.getByLabelText<HTMLInputElement>('Enter Dynamic Image Set Id').value).toBe(SHOWN);
  });
});
