/** Status and promotion screens say what the areas show, by content and not by date (T 2.6, 2.8, 4.4). */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContentStates, SetStatus } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { PromoteDynamic } from './PromoteDynamic.tsx';
import { StatusDynamic } from './StatusDynamic.tsx';
import { PromoteSearch, StatusSearch } from './search.ts';

afterEach(cleanup);

const IN_PROD = '1AA1A5xxxxxxxxxx';
const SAID_IN_PROD = '2BB2A5xxxxxxxxxx';
const NEW = '3CC3A5xxxxxxxxxx';
const GONE = '4DD4A5xxxxxxxxxx';

/** Promoted to both areas after its upload, by the dates. */
const row = (disId: string, content: Partial<ContentStates>): SetStatus => ({
  disId,
  lastModifiedDate: '2026-11-01T10:00:00.000Z',
  lastPreprodPromoteDate: '2026-11-02T10:00:00.000Z',
  lastProdPromoteDate: '2026-11-03T10:00:00.000Z',
  content: { embargo: 'same', preprod: 'same', prod: 'same', ...content },
});
const ROWS = [
  row(IN_PROD, {}),
  row(SAID_IN_PROD, { preprod: 'picturesOlder', prod: 'metaOlder' }),
  { ...row(NEW, { preprod: 'absent', prod: 'absent' }), lastPreprodPromoteDate: null, lastProdPromoteDate: null },
  row(GONE, { embargo: 'absent', preprod: 'same', prod: 'older' }),
];
const ANSWERS = { 'GET /api/v2/test/dis/shortStatus': () => ROWS };
const rowOf = async (disId: string) => (await screen.findByText(disId)).closest('tr') as HTMLElement;

describe('status', () => {
  const status = () =>
    renderScreen(
      { path: '/status/dynamic', component: StatusDynamic, search: StatusSearch },
      '/status/dynamic',
      ANSWERS,
    );

  it('says in each cell what the area shows', async () => {
    await status();
    const texts = async (disId: string) =>
      within(await rowOf(disId))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(await texts(IN_PROD)).toMatchObject({
      2: '02.11.2026, 12:00:00same as Embargo',
      3: '03.11.2026, 12:00:00same as Embargo',
    });
    expect(await texts(SAID_IN_PROD)).toMatchObject({
      2: '02.11.2026, 12:00:00pictures older',
      3: '03.11.2026, 12:00:00meta older',
    });
    expect(await texts(NEW)).toMatchObject({ 2: 'not there', 3: 'not there' });
    expect(await texts(GONE)).toMatchObject({
      0: '01.11.2026, 12:00:00not in Embargo',
      2: '02.11.2026, 12:00:00',
      3: '03.11.2026, 12:00:00older',
    });
  });

  it('counts and filters what waits by content', async () => {
    await status();
    await rowOf(NEW);
    const waiting = screen.getByRole('group', { name: 'Waiting for promotion' });
    expect(waiting.textContent).toBe('All 4Waiting for Pre-Prod 2Waiting for Prod 1In Prod 1');
    await userEvent.setup().click(within(waiting).getByRole('button', { name: 'Waiting for Pre-Prod 2' }));
    await rowOf(SAID_IN_PROD);
    expect(screen.queryByText(IN_PROD)).toBeNull();
  });
});

describe('promoting', () => {
  const promote = (at = '/promote/dynamic') =>
    renderScreen({ path: '/promote/dynamic', component: PromoteDynamic, search: PromoteSearch }, at, ANSWERS);

  it('T 5: filters by date, as the specification says', async () => {
    await promote('/promote/dynamic?notPromoted=false&toPreProd=false');
    await rowOf(SAID_IN_PROD);
    expect(screen.queryByText(NEW)).toBeNull();
  });

  it('does not offer metadata for an area without the set, and says why', async () => {
    await promote();
    const user = userEvent.setup();
    const meta = within(await rowOf(NEW)).getByRole('button', { name: /^Promote Meta/ });
    expect(meta.getAttribute('aria-disabled')).toBe('true');
    await user.click(meta);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.hover(meta);
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      `${NEW} is not in Pre-Prod. Promote all of it first.`,
    );
    const all = within(await rowOf(NEW)).getByRole('button', { name: /^Promote All/ });
    expect(all.getAttribute('aria-disabled')).toBeNull();
  });

  it('offers nothing from an area that lacks the set', async () => {
    await promote('/promote/dynamic?direction=preprod-prod');
    const buttons = within(await rowOf(NEW)).getAllByRole('button', { name: /^Promote/ });
    expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true']);
  });
});
