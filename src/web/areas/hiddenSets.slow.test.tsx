/** Sets that are hidden from everybody except administrators, as administrators see them. */
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role, SetStatus } from '../../contract/index.ts';
import { TestSearch } from '../screens/catalogue/search.ts';
import { Validate } from '../screens/catalogue/Validate.tsx';
import { StatusDynamic } from '../screens/promotion/StatusDynamic.tsx';
import { StatusSearch } from '../screens/promotion/search.ts';
import { renderScreen } from '../testing/renderScreen.tsx';

afterEach(cleanup);

const SHOWN = '1PP2A5xxxxxxxxxx';
const HIDDEN = '1PP2A9xxxxxxxxxx';
const why = {
  reason: 'The visibility configuration of 1PP2xxxxxxxxxxxx shows it later in Embargo.',
  from: '2026-12-01T00:00:00Z',
};
const row: SetStatus = {
  disId: SHOWN,
  lastModifiedDate: '2026-11-01T10:00:00Z',
  lastPreprodPromoteDate: null,
  lastProdPromoteDate: null,
  content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
};

describe('hidden sets', () => {
  it('are marked in the status list with where, until when and why', async () => {
    await renderScreen({ path: '/status/dynamic', component: StatusDynamic, search: StatusSearch }, '/status/dynamic', {
      'GET /api/v2/test/dis/shortStatus': () => [row, { ...row, disId: HIDDEN, hidden: [{ ...why, area: 'embargo' }] }],
    });
    const chip = await screen.findByLabelText(/^hidden in Embargo until 01\.12\.2026/);
    expect(chip.closest('tr')?.textContent).toContain(HIDDEN);
    expect(chip.getAttribute('title')).toContain(why.reason);
    expect(screen.getAllByText('hidden')).toHaveLength(1);
  });

  const testScreen = (roles: readonly Role[]) =>
    renderScreen(
      { path: '/dynamic/validate', component: Validate, search: TestSearch },
      `/dynamic/validate?area=embargo&disId=${HIDDEN}`,
      {
        'GET /embargo/api/v2/test/dis': () => [SHOWN, HIDDEN],
        'GET /embargo/api/v2/admin/dis/hidden': () => [{ disId: HIDDEN, ...why }],
      },
      roles,
    );

  it('are marked in the picker of the test screens, and the form says why', async () => {
    await testScreen(['ROLE_ADMIN']);
    await screen.findByText(
      `Only administrators see this set: hidden in Embargo until 01.12.2026, 02:00:00. ${why.reason}`,
    );
    const field = screen.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' }) as HTMLInputElement;
    expect(field.value).toBe(`${HIDDEN} - hidden`);
    const user = userEvent.setup();
    await user.clear(field);
    // The id alone names it, as on all screens.
    await user.type(field, `${HIDDEN}{Enter}`);
    expect(field.value).toContain(HIDDEN);
  });

  it('are not requested for other users', async () => {
    const { requests } = await testScreen(['ROLE_TEST_EMBARGO']);
    await screen.findByRole('combobox', { name: 'Enter Dynamic Image Set Id' });
    expect(requests.join()).not.toContain('hidden');
  });
});
