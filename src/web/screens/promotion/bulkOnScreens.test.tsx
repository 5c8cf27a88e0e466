/** Promoting many from the screen: one request, the progress, and the outcome of each, also after a reload. */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { BulkPromotion, BulkPromotionDetails, SetStatus } from '../../../contract/index.ts';
import { type Answers, jsonAnswer, renderScreen } from '../../testing/renderScreen.tsx';
import { PromoteDynamic } from './PromoteDynamic.tsx';
import { PromoteSearch } from './search.ts';

afterEach(cleanup);

const KEYS = ['1AA1A5xxxxxxxxxx', '2BB2A5xxxxxxxxxx', '3CC3A5xxxxxxxxxx'];
const [FIRST = '', SECOND = '', THIRD = ''] = KEYS;
const ROWS = KEYS.map(
  (disId): SetStatus => ({
    disId,
    lastModifiedDate: '2026-11-01T10:00:00.000Z',
    lastPreprodPromoteDate: null,
    lastProdPromoteDate: null,
    content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
  }),
);
const promotion = (change: Partial<BulkPromotion> = {}): BulkPromotion => ({
  ...{ jobId: 'job-1', kind: 'dis', source: 'embargo', target: 'preprod', what: 'all', note: null, who: 'anna' },
  ...{ state: 'STARTED', createdAt: '2026-11-02T10:00:00.000Z', stoppedAt: null, failure: null },
  ...{ total: 3, promoted: 1, refused: 0, stopped: 0 },
  ...change,
});
const open = (answers: Answers = {}, at = '/promote/dynamic') =>
  renderScreen({ path: '/promote/dynamic', component: PromoteDynamic, search: PromoteSearch }, at, {
    'GET /api/v2/test/dis/shortStatus': () => ROWS,
    'GET /api/v2/admin/promotions': () => [],
    ...answers,
  });

async function promoteAll(): Promise<void> {
  const user = userEvent.setup();
  await screen.findByText(FIRST);
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Promote selected' }));
  await user.type(await screen.findByLabelText('Note for the history'), 'season');
  await user.click(screen.getByRole('button', { name: 'Promote to Pre-Prod' }));
}

describe('promoting selected sets', () => {
  it('is one request for all, and its notice leads to the progress', async () => {
    const sent: unknown[] = [];
    const { requests, address } = await open({
      'POST /api/v2/admin/promotions': (_url, init) => {
        sent.push(JSON.parse(String(init?.body)));
        return promotion({ state: 'CREATED', promoted: 0 });
      },
      'GET /api/v2/admin/promotions/job-1': () => ({
        ...promotion(),
        items: KEYS.map((key) => ({ key, state: 'waiting', reason: null })),
      }),
    });
    await promoteAll();
    const notice = await screen.findByText(/Promotion of 3 image sets to Pre-Prod started\./);
    expect(sent).toEqual([
      { kind: 'dis', keys: KEYS, source: 'embargo', target: 'preprod', what: 'all', note: 'season' },
    ]);
    expect(requests.filter((call) => call.startsWith('POST'))).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Promote selected' }).hasAttribute('disabled')).toBe(true);
    const link = within(notice.closest('[role="status"]') as HTMLElement).getByRole('link');
    await userEvent.setup().click(link);
    await screen.findByRole('dialog', { name: 'Promotion of 3 image sets to Pre-Prod' });
    expect(address().search).toMatchObject({ promotion: 'job-1' });
  });

  it('keeps the selection when it is refused, and says why', async () => {
    await open({
      'POST /api/v2/admin/promotions': () =>
        jsonAnswer(409, { errorMessage: `Nothing was requested: 1 of 3 cannot be promoted. Embargo has no ${THIRD}.` }),
    });
    await promoteAll();
    await screen.findByText(
      `Could not promote 3 image sets from embargo to preprod: Nothing was requested: 1 of 3 cannot be promoted. Embargo has no ${THIRD}.`,
    );
    expect(screen.getByRole('button', { name: 'Promote selected' }).hasAttribute('disabled')).toBe(false);
  });

  it('shows the progress on the screen, whoever requested it', async () => {
    await open({ 'GET /api/v2/admin/promotions': () => [promotion({ who: 'bert' })] });
    await screen.findByRole('button', { name: 'Promoting 1 of 3 …' });
  });
});

describe('the result', () => {
  const details: BulkPromotionDetails = {
    ...promotion({ state: 'FAILED', stoppedAt: '2026-11-02T10:01:00.000Z', promoted: 1, refused: 1, stopped: 1 }),
    items: [
      { key: SECOND, state: 'refused', reason: `Embargo no longer has ${SECOND}.` },
      { key: THIRD, state: 'stopped', reason: 'Stopped by anna before it was promoted.' },
      { key: FIRST, state: 'promoted', reason: null },
    ],
  };

  it('has an address, and lists refused items first', async () => {
    await open({ 'GET /api/v2/admin/promotions/job-1': () => details }, '/promote/dynamic?promotion=job-1');
    const dialog = await screen.findByRole('dialog', { name: 'Promotion of 3 image sets to Pre-Prod' });
    const rows = within(await within(dialog).findByRole('table')).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      `${SECOND}refusedEmbargo no longer has ${SECOND}.`,
      `${THIRD}stoppedStopped by anna before it was promoted.`,
      `${FIRST}promoted`,
    ]);
    expect(within(dialog).getByRole('status').textContent).toBe('1 of 3 promoted, 1 refused, 1 stopped');
    expect(within(dialog).queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  it('can be retried there by administrators, and says who can to others', async () => {
    const at = '/promote/dynamic?promotion=job-1';
    const { requests } = await open(
      {
        'GET /api/v2/admin/promotions/job-1': () => details,
        'POST /api/v2/admin/batch/job-1/retry': () => ({ jobId: 'job-1', message: 'Job promoteMany is run again.' }),
      },
      at,
    );
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Try the others again' }));
    await screen.findByText('Job promoteMany is run again.');
    expect(requests).toContain('POST /api/v2/admin/batch/job-1/retry');
    cleanup();
    await renderScreen(
      { path: '/promote/dynamic', component: PromoteDynamic, search: PromoteSearch },
      at,
      {
        'GET /api/v2/test/dis/shortStatus': () => ROWS,
        'GET /api/v2/admin/promotions': () => [],
        'GET /api/v2/admin/promotions/job-1': () => details,
      },
      ['ROLE_UPLOAD'],
    );
    await screen.findByText(/An administrator can try the others again/);
    expect(screen.queryByRole('button', { name: 'Try the others again' })).toBeNull();
  });

  it('can be stopped only by its requester and administrators', async () => {
    const underWay = (who: string) => ({ ...details, ...promotion({ who }) });
    const answers = { 'GET /api/v2/admin/promotions/job-1': () => underWay('bert') };
    const at = '/promote/dynamic?promotion=job-1';
    const stop = { 'POST /api/v2/admin/promotions/job-1/stop': () => promotion() };
    await renderScreen(
      { path: '/promote/dynamic', component: PromoteDynamic, search: PromoteSearch },
      at,
      { 'GET /api/v2/test/dis/shortStatus': () => ROWS, 'GET /api/v2/admin/promotions': () => [], ...answers },
      ['ROLE_UPLOAD'],
    );
    const dialog = await screen.findByRole('dialog', { name: /^Promotion of 3/ });
    await within(dialog).findByRole('progressbar');
    expect(within(dialog).queryByRole('button', { name: 'Stop' })).toBeNull();
    cleanup();
    const { requests } = await open({ ...stop, 'GET /api/v2/admin/promotions/job-1': () => underWay('anna') }, at);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Stopped. What was promoted stays promoted.');
    expect(requests).toContain('POST /api/v2/admin/promotions/job-1/stop');
  });
});

describe('quality reports before a promotion', () => {
  const answers: Answers = {
    'GET /assets/config/config.json': () => ({
      ...{ API_BASE_URL: '', API_TEST_EMBARGO_URL: '/embargo', API_TEST_PREPROD_URL: '/preprod' },
      ...{ API_TEST_PROD_URL: '/prod', FEATURE_QUALITY_REPORT_ENABLED: true },
    }),
    'GET /api/v2/admin/qualityCounts': ({ searchParams }) =>
      searchParams.get('area') === 'embargo'
        ? [
            { disId: FIRST, state: 'made', errors: 23, warnings: 1 },
            { disId: SECOND, state: 'made', errors: 0, warnings: 0 },
            { disId: THIRD, state: 'making', errors: 0, warnings: 0 },
          ]
        : [],
    'POST /api/v2/admin/promotions': () => promotion({ state: 'CREATED', promoted: 0 }),
  };

  it('are in the rows, and the list can be limited to sets with errors', async () => {
    const { address } = await open(answers);
    await screen.findByRole('link', { name: '23 errors, 1 warning' });
    screen.getByRole('link', { name: 'quality not checked yet' });
    await userEvent.setup().click(screen.getByRole('checkbox', { name: 'with errors only' }));
    await expect.poll(() => screen.queryByText(SECOND)).toBeNull();
    screen.getByText(FIRST);
    expect(address().search).toMatchObject({ errors: true });
  });

  it('warn in the dialog; sets with errors go to Prod only with a reason', async () => {
    const { requests } = await open(answers, '/promote/dynamic?direction=embargo-prod');
    const user = userEvent.setup();
    await screen.findByRole('link', { name: '23 errors, 1 warning' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Promote selected' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(
      `1 of 3 sets have errors in the quality report of Embargo: ${FIRST} (23 errors). 1 of 3 are not checked yet.`,
    );
    const confirm = within(dialog).getByRole('button', { name: 'Promote to Prod' });
    expect(confirm.hasAttribute('disabled')).toBe(true);
    await user.type(within(dialog).getByLabelText(/^Reason for promoting with errors/), 'late fix follows');
    await user.click(confirm);
    await screen.findByText(/Promotion of 3 image sets to Prod started/);
    expect(requests).toContain('POST /api/v2/admin/promotions');
  });

  it('leave sets with errors out with one press', async () => {
    const sent: { keys: string[] }[] = [];
    await open({
      ...answers,
      'POST /api/v2/admin/promotions': (_url, init) => {
        sent.push(JSON.parse(String(init?.body)) as { keys: string[] });
        return promotion({ state: 'CREATED', promoted: 0, total: 2 });
      },
    });
    const user = userEvent.setup();
    await screen.findByRole('link', { name: '23 errors, 1 warning' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Promote selected' }));
    await user.click(screen.getByRole('button', { name: 'Leave it out' }));
    await screen.findByRole('dialog', { name: 'Promote 2 image sets' });
    expect(screen.queryByRole('button', { name: 'Leave it out' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Promote to Pre-Prod' }));
    await screen.findByText(/Promotion of 2 image sets to Pre-Prod started/);
    expect(sent.map(({ keys }) => keys)).toEqual([[SECOND, THIRD]]);
  });

  it('ask for no reason on the way to Pre-Prod', async () => {
    await open(answers);
    const user = userEvent.setup();
    await screen.findByRole('link', { name: '23 errors, 1 warning' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Promote selected' }));
    expect(screen.getByRole('button', { name: 'Promote to Pre-Prod' }).hasAttribute('disabled')).toBe(false);
  });
});
