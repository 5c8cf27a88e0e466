/**
 * Every dialog, menu, drawer and list that opens over a screen, and how a user opens it.
 *
 *   OVERLAYS            what there is
 *   nameOf
 *   overlaysInSource    how many each file of the web app has, to find those that OVERLAYS leaves out
 *   storeForOverlays    stores what they show
 *   topOverlay          the one that is open
 *   foundBehind         what screen readers still find of the screen
 *   openOverlay         opens one; resolves when it shows all
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { upload } from './app.ts';
import { settle } from './everyScreen.ts';
import { brokenMetaPack, exteriorPack, interiorPack, metaPack, picture, zip } from './packs.ts';

const MODEL = '7ES1A5';
export const SET = `${MODEL}xxxxxxxxxx`;
export const VERSION = `${MODEL}QESFB0A0F4`;
const STATIC = 'static_overlays.zip';
const REFUSED = 'meta-7EZ1A5xxxxxxxxxx.zip';
const CONFIG = 'country_list_overlays.xml';
const HOOK = 'https://overlays-spec.invalid/hooks';

interface Overlay {
  /** the file below src/web that has it */
  readonly file: string;
  /** address */
  readonly screen: string;
  /** what the user presses, one after the other: buttons, entries of menus, fields */
  readonly press: readonly (RegExp | Gesture)[];
  /** of the window, where it opens only in a narrow one */
  readonly width?: number;
}
type Gesture = (page: Page) => Promise<void>;

const tested = `disId=${SET}&version=${VERSION}&test=true`;
const options = `/dynamic/options?${tested}`;
const user = /^Change tester/;
const hook = new RegExp(`^Change ${HOOK.replaceAll('.', '\\.')}`);
const history = new RegExp(`^History of ${SET}$`);

/** An entry of the list of a field, which takes keys. */
const typed =
  (label: RegExp, text: string): Gesture =>
  async (page) => {
    const field = page.getByRole('combobox', { name: label });
    await field.click();
    await field.fill(text);
  };
const filled =
  (label: RegExp, text: string): Gesture =>
  (page) =>
    page.getByRole('dialog').getByLabel(label).fill(text);
const rightPress =
  (name: string): Gesture =>
  (page) =>
    page.getByRole('row').filter({ hasText: name }).click({ button: 'right' });
const configHistory: Gesture = (page) => page.getByTitle(`History of ${CONFIG}`).click();
const checked =
  (name: RegExp): Gesture =>
  (page) =>
    page.getByRole('checkbox', { name }).first().check();
const chosen: Gesture = async (page) => {
  const buffer = Buffer.from('<countries><country code="DE" name="Germany" locale="de-DE"/></countries>');
  await page.getByLabel('Configuration files').setInputFiles([{ name: CONFIG, mimeType: 'text/xml', buffer }]);
};
/** The next call is refused with this code, once. */
const refusedWith =
  (status: number, code: string): Gesture =>
  async (page) => {
    const json = { errorMessage: 'Prod changes. Confirm with your password.', code, status };
    await page.route('**/api/v2/admin/webhooks/*', (route) => route.fulfill({ status, json }), { times: 1 });
  };
const heldUpload: Gesture = async (page) => {
  await page.route('**/api/v2/admin/files', (route) => (route.request().method() === 'POST' ? {} : route.fallback()));
  const file = { name: `meta-${SET}.zip`, mimeType: 'application/zip', buffer: Buffer.from('held') };
  await page.getByLabel('Delivery packs').setInputFiles([file]);
};

/** What distinguishes it from the others in the report of a test. */
export const nameOf = ({ file, screen, press }: Overlay): string =>
  [file, screen, ...press.map((one) => (typeof one === 'function' ? '…' : one.source))].join(', ');

export const OVERLAYS: readonly Overlay[] = [
  { file: 'app/ChangePassword.tsx', screen: '/logs', press: [/^admin$/, /^Change my password$/] },
  {
    file: 'app/ConfirmPassword.tsx',
    screen: '/admin/webhooks',
    press: [refusedWith(403, 'confirm-first'), hook, /^Switch off$/],
  },
  { file: 'app/DropDownMenu.tsx', screen: '/logs', press: [/^admin$/] },
  { file: 'app/MenuDrawer.tsx', screen: '/logs', press: [/^Menu$/], width: 390 },
  { file: 'app/UserMenu.tsx', screen: '/upload', press: [heldUpload, /^Upload$/, /^admin$/, /^Sign out$/] },
  {
    file: 'app/SignInAgain.tsx',
    screen: '/admin/webhooks',
    press: [refusedWith(401, 'not-signed-in'), hook, /^Switch off$/],
  },
  { file: 'areas/AreaSelect.tsx', screen: '/dynamic/options', press: [/^Test area$/] },
  { file: 'pictures/Viewer.tsx', screen: options, press: [/^Enlarge/] },
  { file: 'screens/access/CreateTokenDialog.tsx', screen: '/admin/users?view=tokens', press: [/^Create API token$/] },
  {
    file: 'screens/access/CreateTokenDialog.tsx',
    screen: '/admin/users?view=tokens',
    press: [/^Create API token$/, /^User/],
  },
  {
    file: 'screens/access/CreateTokenDialog.tsx',
    screen: '/admin/users?view=tokens',
    press: [/^Create API token$/, /^Expires/],
  },
  {
    file: 'screens/access/SecretDialog.tsx',
    screen: '/admin/users',
    press: [/^Add a user$/, filled(/User name/, 'overlays.spec'), /^Add$/],
  },
  { file: 'screens/access/TokenTable.tsx', screen: '/admin/users?view=tokens', press: [/^Revoke/] },
  { file: 'screens/access/UserDialogs.tsx', screen: '/admin/users', press: [/^Add a user$/] },
  { file: 'screens/access/UserDialogs.tsx', screen: '/admin/users', press: [user, /^Roles$/] },
  { file: 'screens/access/UserDialogs.tsx', screen: '/admin/users', press: [user, /^Reset password/] },
  { file: 'screens/access/UserDialogs.tsx', screen: '/admin/users', press: [user, /^Disable$/] },
  { file: 'screens/access/UserMenu.tsx', screen: '/admin/users', press: [user] },
  {
    file: 'screens/catalogue/OtherSideForm.tsx',
    screen: `/dynamic/compare?${tested}`,
    press: [typed(/Compare with image set/, '7')],
  },
  {
    file: 'screens/catalogue/OtherSideForm.tsx',
    screen: `/dynamic/compare?${tested}`,
    press: [typed(/Compare with version/, '7')],
  },
  { file: 'screens/catalogue/Sheet.tsx', screen: `/dynamic/sheet?${tested}`, press: [/^Rows/] },
  {
    file: 'screens/catalogue/TestForm.tsx',
    screen: '/dynamic/options',
    press: [typed(/Enter Dynamic Image Set Id/, '7')],
  },
  {
    file: 'screens/catalogue/VersionField.tsx',
    screen: `/dynamic/options?disId=${SET}`,
    press: [typed(/Select version/, '7')],
  },
  { file: 'screens/catalogue/ViewFields.tsx', screen: `/dynamic/options?disId=${SET}`, press: [/^Select resolution/] },
  {
    file: 'screens/catalogue/ViewFields.tsx',
    screen: `/dynamic/options?disId=${SET}`,
    press: [/^Select preview angles/],
  },
  { file: 'screens/catalogue/WhyDialog.tsx', screen: options, press: [/^Why these layers/] },
  { file: 'screens/delivery/ProblemsDialog.tsx', screen: '/upload', press: [/^Show \d/] },
  {
    file: 'screens/files/DeleteDialog.tsx',
    screen: `/admin/file-browser?path=/embargo/dis/${SET}`,
    press: [rightPress('versions.xml'), /^Delete/],
  },
  {
    file: 'screens/files/FileDialog.tsx',
    screen: `/admin/file-browser?path=/embargo/dis/${SET}`,
    press: [rightPress('versions.xml'), /^Show$/],
  },
  {
    file: 'screens/files/FileMenu.tsx',
    screen: `/admin/file-browser?path=/embargo/dis/${SET}`,
    press: [rightPress('versions.xml')],
  },
  {
    file: 'screens/globalConfigs/ConfigHistoryDialog.tsx',
    screen: '/admin/manage-global-configs?area=prod',
    press: [configHistory, /^Changes/],
  },
  {
    file: 'screens/globalConfigs/ConfirmProdUpload.tsx',
    screen: '/admin/manage-global-configs?area=prod',
    press: [chosen, /^Upload$/],
  },
  {
    file: 'screens/globalConfigs/RestoreConfigDialog.tsx',
    screen: '/admin/manage-global-configs?area=prod',
    press: [configHistory, /^Restore/],
  },
  { file: 'screens/promotion/BulkDialog.tsx', screen: '/promote/dynamic?promotion=recent', press: [] },
  { file: 'screens/promotion/BulkDetails.tsx', screen: '/promote/dynamic?promotion=recent', press: [/^Show/] },
  { file: 'screens/promotion/DeleteSetDialog.tsx', screen: '/admin/manage-image-sets', press: [/^Delete/] },
  { file: 'screens/promotion/HistoryDialog.tsx', screen: '/status/dynamic', press: [history] },
  { file: 'screens/promotion/HistoryTable.tsx', screen: '/status/dynamic', press: [history, /^Compare with now/] },
  { file: 'screens/promotion/ImageSetDialog.tsx', screen: '/admin/manage-image-sets', press: [/^Copy/] },
  { file: 'screens/promotion/ImageSetDialog.tsx', screen: '/admin/manage-image-sets', press: [/^Rename/] },
  { file: 'screens/promotion/PromoteDialog.tsx', screen: '/promote/dynamic', press: [/^Promote All/] },
  {
    file: 'screens/promotion/PromoteDialog.tsx',
    screen: '/promote/dynamic',
    press: [checked(/Select all/), /^Promote selected$/],
  },
  {
    file: 'screens/promotion/PromoteDialog.tsx',
    screen: '/promote/static',
    press: [checked(/Select all/), /^Promote$/],
  },
  { file: 'screens/promotion/PromoteFilters.tsx', screen: '/promote/dynamic', press: [typed(/set/i, '7')] },
  {
    file: 'screens/promotion/QualityDialog.tsx',
    screen: `/status/dynamic?open=${SET}`,
    press: [/^Show quality report$/],
  },
  { file: 'screens/promotion/RollBackDialog.tsx', screen: '/status/dynamic', press: [history, /^Roll back/] },
  { file: 'screens/staticImages/CodeField.tsx', screen: '/static', press: [typed(/^Model/, '7')] },
  { file: 'screens/webhooks/WebhookDialog.tsx', screen: '/admin/webhooks', press: [/^Add webhook$/] },
  { file: 'screens/webhooks/WebhookDialog.tsx', screen: '/admin/webhooks', press: [hook, /^Change/] },
  { file: 'screens/webhooks/WebhookMenu.tsx', screen: '/admin/webhooks', press: [hook] },
  { file: 'screens/webhooks/Webhooks.tsx', screen: '/admin/webhooks', press: [hook, /^Delete/] },
  { file: 'ui/FileContentDialog.tsx', screen: '/admin/manage-global-configs?area=prod', press: [/^Show/] },
  { file: 'ui/FileContentDialog.tsx', screen: '/admin/manage-asset-profiles', press: [/^Show/] },
];

const OPENING =
  /<(?:Dialog|DialogFrame|ConfirmDialog|ViewDialog|Menu|RowMenu|Drawer|DropDownMenu|Popover|Popper|Autocomplete|SuggestField)$|<(?:Dialog|DialogFrame|ConfirmDialog|ViewDialog|Menu|RowMenu|Drawer|Popover|Popper|Autocomplete|SuggestField) |^ +select$/;
/**
 * They make what the others open; the question before packs are deleted needs a measured storage, and is looked at in
 * storage.slow.spec.ts.
 */
const PARTS = [
  'ui/RowMenu.tsx',
  ...['ui/ConfirmDialog.tsx', 'ui/DialogFrame.tsx', 'ui/SuggestField.tsx'],
  'screens/administration/DeletePacksDialog.tsx',
];

/** @returns how many dialogs, menus, drawers and lists each file has that has one */
export function overlaysInSource(): Map<string, number> {
  const root = new URL('../src/web/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.includes('.test.') && !PARTS.includes(file),
  );
  const counts = files.map((file) => {
    const lines = readFileSync(new URL(file, root), 'utf8').split('\n');
    // A native list is drawn by the browser.
    const opening =
      lines.filter((line) => OPENING.test(line)).length - lines.filter((line) => line.includes('native: true')).length;
    return [file, opening] as const;
  });
  return new Map(counts.filter(([, count]) => count > 0));
}

type Sent = Pick<NonNullable<Parameters<Page['request']['post']>[1]>, 'data' | 'multipart'>;

/** Calls the server as the page's user. */
async function callAs(page: Page): Promise<(path: string, body: Sent) => Promise<void>> {
  const session = await page.request.get('/api/v2/public/session');
  const { token } = (await session.json()) as { token: string };
  return async (path, body) => {
    const answer = await page.request.post(path, { headers: { 'x-csrf-token': token }, ...body });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };
}

/** Two states of a set in Embargo, one of them in Pre-Prod; a refused pack; a webhook, a token, a configuration with history. */
export async function storeForOverlays(page: Page): Promise<void> {
  const images = { [`image-ext-${SET}.zip`]: await exteriorPack(), [`image-int-${SET}.zip`]: await interiorPack() };
  await upload(page, { [`meta-${SET}.zip`]: await metaPack(MODEL), ...images });
  const call = await callAs(page);
  await call('/api/v2/admin/promotions', {
    data: {
      kind: 'dis',
      keys: [SET],
      source: 'embargo',
      target: 'preprod',
    },
  });
  const dot = await picture('#112233');
  const versions = `<versions><version id="${VERSION}" label="Another state"/></versions>`;
  await upload(page, {
    [`meta-${SET}.zip`]: await zip({ [`${SET}/versions.xml`]: versions }),
    [REFUSED]: await brokenMetaPack(),
    [STATIC]: await zip({ 'co2/Z.png': dot, 'colors/7ES1/A5/0MM00N9V.png': dot }),
  });
  await upload(page, { [`meta-${SET}.zip`]: await metaPack(MODEL) });
  await call('/api/v2/admin/webhooks', { data: { url: HOOK, events: ['pack.refused'], embargo: false } });
  await call('/api/v2/admin/tokens', { data: { username: 'tester', name: 'nightly', days: 90 } });
  for (const name of ['Germany', 'Deutschland']) {
    const buffer = Buffer.from(`<countries><country code="DE" name="${name}" locale="de-DE"/></countries>`);
    const file = { name: CONFIG, mimeType: 'text/xml', buffer };
    await call('/prod/api/v2/admin/global-files', { multipart: { file } });
  }
}

/** The topmost one that is open. */
export const topOverlay = (page: Page): Locator =>
  page
    .locator(
      '.MuiDialog-paper:visible, .MuiPopover-paper:visible, .MuiDrawer-paper:visible, .MuiAutocomplete-popper:visible',
    )
    .last();

/**
 * @returns what screen readers find outside the topmost dialog, menu or drawer, which takes the whole window. Notices have to be
 * found. A list of suggestions leaves the screen as it is.
 */
export const foundBehind = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const modal = [...document.querySelectorAll('.MuiModal-root')].filter((one) => one.checkVisibility()).at(-1);
    if (!modal) return [];
    const isHidden = (element: Element) => element.closest('[aria-hidden="true"], [inert]') !== null;
    return [...document.querySelectorAll('h1, h2, main, nav, header, a, button, input, table, img, [role], [tabindex]')]
      .filter((one) => one.checkVisibility() && !modal.contains(one) && !isHidden(one))
      .map((one) => `behind it: ${one.outerHTML.slice(0, 120)}`);
  });

export async function openOverlay(page: Page, { screen, press, width = 1280 }: Overlay): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(screen);
  await settle(page, 'stored');
  let isEntry = false;
  for (const one of press) {
    if (typeof one === 'function') await one(page);
    else {
      const name = { name: one };
      const control = page
        .getByRole('button', name)
        .or(page.getByRole('menuitem', name))
        .or(page.getByRole('combobox', name));
      isEntry = (await control.first().getAttribute('role')) === 'menuitem';
      await control.first().click();
    }
  }
  // The menu whose last entry opened it is closing.
  if (isEntry) await expect(page.locator('.MuiMenu-paper')).toHaveCount(0);
  await expect(topOverlay(page)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}
