/** The history of a set: an earlier state is compared with what the area shows now, and nothing is rolled back. */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { ContentDiff, HistoryEntry } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { HistoryTable } from './HistoryTable.tsx';

afterEach(cleanup);

const SET = '1PP2A5xxxxxxxxxx';
const entry = (id: number, change: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ id, area: 'prod', movedAt: '2026-11-02T10:00:00.000Z', who: 'anna', reason: 'promote', note: null },
  ...{ snapshot: 'a'.repeat(64), restorable: true, current: false, comparable: true },
  packs: { added: [], replaced: ['meta_a.zip'], removed: [] },
  ...change,
});
const diff: ContentDiff = {
  ...{ before: 'a'.repeat(64), after: 'b'.repeat(64), added: 0, replaced: 2, removed: 0, textsChanged: 0 },
  ...{ pictures: [], texts: [] },
};

it('each earlier state that is still stored can be compared', async () => {
  const rolledBack: number[] = [];
  const { requests } = await renderScreen(
    {
      path: '/',
      component: () => (
        <HistoryTable content={{ kind: 'dis', key: SET }} onRollBack={({ id }) => rolledBack.push(id)} />
      ),
    },
    '/',
    {
      [`GET /api/v2/admin/dis/${SET}/history`]: () => [
        entry(3, { current: true }),
        entry(2, {}),
        entry(1, { restorable: false }),
      ],
      [`GET /api/v2/admin/dis/${SET}/diff`]: () => diff,
    },
  );
  const buttons = await screen.findAllByRole('button', { name: /^Compare with now/ });
  expect(buttons).toHaveLength(1);
  await userEvent.setup().click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: `Compare ${SET} in Prod` });
  await within(dialog).findByText('2 pictures replaced');
  expect(requests).toContain(`GET /api/v2/admin/dis/${SET}/diff?target=prod&entry=2`);
  expect(rolledBack).toEqual([]);
});

it('a row names the packs that a move changed, and opens to what it changed', async () => {
  const { requests } = await renderScreen(
    { path: '/', component: () => <HistoryTable content={{ kind: 'dis', key: SET }} onRollBack={() => {}} /> },
    '/',
    {
      [`GET /api/v2/admin/dis/${SET}/history`]: () => [
        entry(3, { current: true }),
        entry(2, { packs: { added: ['image_b.zip'], replaced: [], removed: ['image_c.zip'] } }),
        entry(1, { restorable: false, comparable: false, packs: null }),
      ],
      [`GET /api/v2/admin/dis/${SET}/diff`]: () => ({ ...diff, added: 3, replaced: 1, removed: 0, textsChanged: 4 }),
    },
  );
  await screen.findByText('meta_a.zip (replaced)');
  screen.getByText('image_b.zip (new), image_c.zip (removed)');
  screen.getByText('no longer known');
  const buttons = screen.getAllByRole('button', { name: /^What changed/ });
  expect(buttons).toHaveLength(2);
  await userEvent.setup().click(buttons[1] as HTMLElement);
  await screen.findByText('3 pictures added, 1 picture replaced, 4 changes in meta files');
  expect(requests).toContain(`GET /api/v2/admin/dis/${SET}/diff?target=prod&entry=2&against=before`);
  await userEvent.setup().click(screen.getByRole('button', { name: /^Hide what changed/ }));
  expect(screen.queryByText(/3 pictures added/)).toBeNull();
});

it('a row near the window says what the move changed, with pictures; rows that cannot be compared ask nothing', async () => {
  const seen: (() => void)[] = [];
  const [sha256, snapshot] = ['c'.repeat(64), 'b'.repeat(64)];
  const { requests } = await renderScreen(
    { path: '/', component: () => <HistoryTable content={{ kind: 'dis', key: SET }} onRollBack={() => {}} /> },
    '/',
    {
      [`GET /api/v2/admin/dis/${SET}/history`]: () => {
        vi.stubGlobal('IntersectionObserver', observerOf(seen));
        return [entry(2, {}), entry(1, { comparable: false, restorable: false, packs: null })];
      },
      [`GET /api/v2/admin/dis/${SET}/diff`]: () => ({
        ...diff,
        pictures: [{ path: 'exterior/001/body.png', before: 'd'.repeat(64), after: sha256 }],
      }),
    },
  );
  await screen.findByText('meta_a.zip (replaced)');
  expect(requests.filter((call) => call.includes('/diff'))).toEqual([]);
  for (const see of seen) see();
  await screen.findByText('2 pictures replaced');
  const image = screen.getByRole('img', { name: 'exterior/001/body.png after' });
  expect(image.getAttribute('src')).toContain(`/pictures/${snapshot}/${sha256}`);
  expect(requests.filter((call) => call.includes('/diff'))).toEqual([
    `GET /api/v2/admin/dis/${SET}/diff?target=prod&entry=2&against=before&limit=3`,
  ]);
});

/** @returns an observer whose elements come into sight when `seen` is called */
const observerOf = (seen: (() => void)[]) =>
  class {
    readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
    constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
      this.#tell = tell;
    }
    observe() {
      seen.push(() => this.#tell([{ isIntersecting: true }]));
    }
    disconnect() {}
  };
