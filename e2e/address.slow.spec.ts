/**
 * Everything that a person chose is in the address: pasted into another window, the address of a screen opens the same
 * screen there, and so does Back. The answers are made up, so that the test needs no set and disturbs none.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

const date = '2026-03-01T10:00:00.000Z';
const none = {
  lastPreprodPromoteDate: null,
  lastProdPromoteDate: null,
  content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
};
const IDS = ['9AD1xxxxxxxxxxxx', '9AD2xxxxxxxxxxxx', '9AD3xxxxxxxxxxxx'];
const job = { jobName: 'promote', createdAt: date, startedAt: date, stoppedAt: date, progress: null, failure: null };
const ANSWERS: Readonly<Record<string, unknown>> = {
  'test/dis/shortStatus': IDS.map((disId) => ({ disId, lastModifiedDate: date, ...none })),
  'test/static/status': IDS.map((id) => ({
    fileName: `static_${id}.zip`,
    status: 'LIVE',
    lastModifiedDate: date,
    ...none,
  })),
  'test/dis': IDS,
  'test/test/lcdvMapping': IDS.map((disId, i) => ({
    disId,
    versionId: `V${i}`,
    versionLabel: `Car ${i}`,
    redirectInfo: null,
  })),
  'admin/getBatchSummary': IDS.map((id) => ({ id, ...job, jobStatus: 'COMPLETED', function: `Promote ${id}` })),
  'admin/global-files/status': IDS.map((id) => ({ fileName: `country_list_${id}.xml`, content: '<x/>' })),
  'admin/dis/reprocessList': IDS.map((disId) => ({ disId, pathName: '/x', content: '<x/>', reprocess: null })),
};

async function answer(page: Page): Promise<void> {
  for (const [path, json] of Object.entries(ANSWERS)) {
    await page.route(new RegExp(`/api/v2/${path}(\\?.*)?$`), (route) => route.fulfill({ json }));
  }
}

const filter = (name: string) => (page: Page) => page.getByRole('searchbox', { name });
const sorted = (page: Page, name: string) => page.getByRole('columnheader', { name });

/** Screens, what is chosen on each, and where it shows. */
const SCREENS: readonly {
  address: string;
  choose: (page: Page) => Promise<void>;
  shows: (page: Page) => Promise<void>;
}[] = [
  ...(
    [
      ['/status/dynamic', 'Dynamic Image Set', 'last Promotion to Prod'],
      ['/status/static', 'Static Image Pack', 'Status'],
      ['/admin/manage-image-sets', 'Filter image sets', 'disId'],
      ['/admin/batch-summary', 'Filter jobs', 'Function'],
      ['/admin/manage-asset-profiles', 'Filter asset profiles', 'Path'],
      ['/dynamic/layers', 'Search Dynamic Image Set', 'Version Name'],
    ] as const
  ).map(([address, field, head]) => ({
    address,
    choose: async (page: Page) => {
      await filter(field)(page).fill('9ad2');
      const before = await sorted(page, head).getAttribute('aria-sort');
      await page.getByRole('table').getByRole('button', { name: head, exact: true }).click();
      await expect(sorted(page, head)).not.toHaveAttribute('aria-sort', before ?? 'other');
    },
    shows: async (page: Page) => {
      await expect(filter(field)(page)).toHaveValue('9ad2');
      await expect(page.getByText('1 of 3 rows').or(page.getByText('1 row', { exact: true }))).toBeVisible();
      await expect(sorted(page, head)).toHaveAttribute('aria-sort', /ending/);
    },
  })),
  ...(['/promote/dynamic', '/promote/static'] as const).map((address) => ({
    address,
    choose: async (page: Page) => {
      await page.getByRole('radio').nth(1).check();
      await page.getByRole('checkbox', { name: 'to Prod' }).uncheck();
      await page.getByRole('button', { name: 'Last upload', exact: true }).click();
    },
    shows: async (page: Page) => {
      await expect(page.getByRole('radio').nth(1)).toBeChecked();
      await expect(page.getByRole('checkbox', { name: 'to Prod' })).not.toBeChecked();
      await expect(sorted(page, 'Last upload')).toHaveAttribute('aria-sort', /ending/);
    },
  })),
  {
    address: '/admin/manage-global-configs',
    choose: async (page) => {
      await area(page, 'Prod');
      await page.getByRole('button', { name: 'File Name' }).click();
    },
    shows: async (page) => {
      await expect(page.getByLabel('Test area')).toHaveText('Prod');
      await expect(sorted(page, 'File Name')).toHaveAttribute('aria-sort', 'descending');
    },
  },
  {
    address: '/static',
    choose: async (page) => {
      await area(page, 'Pre-Prod area');
      await page.getByRole('button', { name: 'Features' }).click();
      await page.getByRole('radio', { name: 'Explicit' }).check();
      await page.getByRole('checkbox', { name: 'Show images' }).uncheck();
    },
    shows: async (page) => {
      await expect(page.getByLabel('Test area')).toHaveText('Pre-Prod area');
      await expect(page.getByRole('button', { name: 'Features' })).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('radio', { name: 'Explicit' })).toBeChecked();
      await expect(page.getByRole('checkbox', { name: 'Show images' })).not.toBeChecked();
    },
  },
  {
    address: '/logs',
    choose: async (page) => {
      await page.getByRole('combobox', { name: 'Lines per page' }).click();
      await page.getByRole('option', { name: '50' }).click();
      await page.getByRole('searchbox').fill('signed');
    },
    shows: async (page) => {
      await expect(page.getByRole('combobox', { name: 'Lines per page' })).toHaveText('50');
      await expect(page.getByRole('searchbox')).toHaveValue('signed');
    },
  },
  {
    address: '/admin/users',
    choose: async (page) => page.getByRole('tab', { name: 'API tokens' }).click(),
    shows: async (page) =>
      expect(page.getByRole('tab', { name: 'API tokens' })).toHaveAttribute('aria-selected', 'true'),
  },
];

async function area(page: Page, name: string): Promise<void> {
  await page.getByLabel('Test area').click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('what was chosen on each screen is in its address: pasted elsewhere, and after Back', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin');
  await answer(page);
  const elsewhere = await context.newPage();
  await answer(elsewhere);
  for (const { address, choose, shows } of SCREENS) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await choose(page);
      await shows(page);
      // The address follows a moment after a key press.
      await expect.poll(() => new URL(page.url()).search).not.toBe('');
      await page.waitForTimeout(300);
      await elsewhere.goto(page.url());
      await shows(elsewhere);
      await elsewhere.getByRole('link', { name: 'Lacquer, start page' }).click();
      await expect(elsewhere.getByRole('heading', { name: 'Welcome admin' })).toBeVisible();
      await elsewhere.goBack();
      await shows(elsewhere);
    });
  }
});

test('a row says what is under way until the list is right; other rows stay as they are', async ({ page }) => {
  await signIn(page, 'uploader');
  await answer(page);
  const [first = '', second = ''] = IDS;
  let [requested, promoted] = [false, false];
  await page.route('**/api/v2/test/dis/shortStatus', (route) =>
    route.fulfill({
      json: IDS.map((disId) => ({
        disId,
        lastModifiedDate: date,
        ...none,
        ...(requested && !promoted && disId === first && { pendingAreas: ['preprod'] }),
        ...(promoted && disId === first && { lastPreprodPromoteDate: '2026-03-02T10:00:00.000Z' }),
      })),
    }),
  );
  await page.route(`**/admin/dis/${first}/promote`, (route) => {
    requested = true;
    return route.fulfill({ body: 'taken', contentType: 'text/plain' });
  });
  // The call that reports jobs: it reports one more when the promotion is done.
  await page.route('**/admin/batch/changes**', async (route) => {
    const cursor = promoted ? 'after' : 'before';
    if (route.request().url().includes(`after=${cursor}`)) await page.waitForTimeout(500);
    await route.fulfill({ json: { cursor } });
  });
  await page.goto('/promote/dynamic');
  const row = (id: string): Locator => page.getByRole('row').filter({ hasText: id });
  await row(first).getByRole('button', { name: 'Promote All' }).click();
  await page.getByRole('button', { name: 'Promote to Pre-Prod' }).click();
  await expect(row(first).getByText('under way …')).toBeVisible();
  await expect(row(second).getByText('under way …')).toHaveCount(0);
  await expectNoA11yProblems(page);
  promoted = true;
  await expect(row(first).getByText('02.03.2026, 12:00:00')).toBeVisible();
  await expect(row(first).getByText('under way …')).toHaveCount(0);

  // Copies take a moment, too: the button says so, and nothing else of the row can be pressed.
  let copied: (() => void) | undefined;
  await page.route(`**/admin/dis/${second}/copy**`, async (route) => {
    await new Promise<void>((resolve) => {
      copied = resolve;
    });
    await route.fulfill({ status: 409, json: { errorMessage: 'It is there already.', requestId: 'req-9' } });
  });
  await page.goto('/admin/manage-image-sets');
  await row(second).getByRole('button', { name: 'Copy' }).click();
  await page.getByLabel('Target name').fill('9AD4xxxxxxxxxxxx');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(row(second).getByRole('button', { name: 'Copying …' })).toBeDisabled();
  await expect(row(second).getByRole('button', { name: 'Delete' })).toBeDisabled();
  await expect.poll(() => copied).toBeDefined();
  copied?.();
  await expect(row(second).getByRole('button', { name: 'Copy' })).toBeEnabled();
  await expect(page.getByRole('alert')).toContainText(`Copy of ${second} failed!`);
  await expect(page.getByRole('alert')).toContainText('Request req-9');
  // The call that reports jobs is always pending.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
