/** Reset on the status and promotion screens, while what was typed is not in the address yet. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { SetStatus } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { PromoteDynamic } from './PromoteDynamic.tsx';
import { StatusDynamic } from './StatusDynamic.tsx';
import { PromoteSearch, StatusSearch } from './search.ts';

afterEach(cleanup);

const ROW: SetStatus = {
  disId: '1AA1A5xxxxxxxxxx',
  lastModifiedDate: '2026-11-01T10:00:00.000Z',
  lastPreprodPromoteDate: null,
  lastProdPromoteDate: null,
  content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
};
const ANSWERS = { 'GET /api/v2/test/dis/shortStatus': () => [ROW], 'GET /api/v2/admin/promotions': () => [] };
const SCREENS = {
  promotion: { path: '/promote/dynamic', component: PromoteDynamic, search: PromoteSearch },
  status: { path: '/status/dynamic', component: StatusDynamic, search: StatusSearch },
} as const;
/** longer than a field waits after the last key */
const PAUSE_MS = 300;
const pause = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));

const opened = async (name: keyof typeof SCREENS) => {
  const { address } = await renderScreen(SCREENS[name], SCREENS[name].path, ANSWERS);
  await screen.findByText(ROW.disId);
  const field = () => screen.getByLabelText<HTMLInputElement>(/Dynamic Image Set/, { selector: 'input' });
  const reset = () => fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  return { address, field, reset };
};

it.each(['promotion', 'status'] as const)('empties a name that was typed just before (%s)', async (name) => {
  const { address, field, reset } = await opened(name);
  for (const waited of [0, PAUSE_MS]) {
    fireEvent.change(field(), { target: { value: '1A' } });
    await pause(waited);
    reset();
    await pause(PAUSE_MS);
    expect(field().value).toBe('');
    expect(address().search).toEqual({});
  }
});

it.each(['promotion', 'status'] as const)(
  'empties a name whose way into the address it overtakes (%s)',
  async (name) => {
    const { address, field, reset } = await opened(name);
    fireEvent.change(field(), { target: { value: '1A' } });
    // The pause ends while nothing is drawn, as on a busy machine.
    const end = performance.now() + PAUSE_MS;
    await act(async () => {
      while (performance.now() < end) await new Promise((resolve) => setTimeout(resolve));
      reset();
    });
    await pause(PAUSE_MS);
    expect(field().value).toBe('');
    expect(address().search).toEqual({});
  },
);

it.each(['promotion', 'status'] as const)('empties a day that is half typed (%s)', async (name) => {
  const { reset } = await opened(name);
  const user = userEvent.setup();
  const [day] = screen.getAllByRole('spinbutton', { name: 'Day' });
  await user.click(day as HTMLElement);
  await user.keyboard('12');
  expect(day?.textContent).toBe('12');
  reset();
  await pause(0);
  expect(screen.getAllByRole('spinbutton', { name: 'Day' })[0]?.textContent).toBe('DD');
});
