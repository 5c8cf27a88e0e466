/** The history of a set: an earlier state is compared with what the area shows now, and nothing is rolled back. */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ContentDiff, HistoryEntry } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { HistoryTable } from './HistoryTable.tsx';

afterEach(cleanup);

const SET = '1PP2A5xxxxxxxxxx';
const entry = (id: number, change: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ id, area: 'prod', movedAt: '2026-11-02T10:00:00.000Z', who: 'anna', reason: 'promote', note: null },
  ...{ snapshot: 'a'.repeat(64), restorable: true, current: false },
  ...change,
});
const diff: ContentDiff = {
  ...{ before: 'a'.repeat(64), after: 'b'.repeat(64), added: 0, replaced: 2, removed: 0, textsChanged: 0 },
  ...{ pictures: [], texts: [] },
};

it('each earlier state that is still stored can be compared', async () => {
  const rolledBack: number[] = [];
  const { asked } = await renderScreen(
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
  expect(asked).toContain(`GET /api/v2/admin/dis/${SET}/diff?target=prod&entry=2`);
  expect(rolledBack).toEqual([]);
});
