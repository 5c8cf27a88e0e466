/**
 * Every screen with an address, and the states in which people find it.
 *
 *   screensOf      the addresses; those of a set's screens lead to the given set
 *   routePaths     the paths of all routes of the web app
 *   STATES         what calls for data get in each state
 *   putInState     answers a page's calls for data as in a state
 *   settle         resolves when a screen shows its state
 */
import { readFileSync } from 'node:fs';
import { expect, type Page, type Route } from '@playwright/test';

export function screensOf(disId: string, version: string): string[] {
  const tested = `disId=${disId}&version=${version}&test=true`;
  return [
    '/start',
    '/status/dynamic',
    `/status/dynamic?open=${disId}`,
    '/status/static',
    '/logs',
    '/upload',
    '/promote/dynamic',
    '/promote/static',
    '/dynamic/validate',
    `/dynamic/validate?${tested}`,
    '/dynamic/options',
    `/dynamic/options?${tested}`,
    `/dynamic/options?${tested}&viewport=interior`,
    '/dynamic/layers',
    '/dynamic/compare',
    `/dynamic/compare?${tested}`,
    '/dynamic/sheet',
    `/dynamic/sheet?${tested}`,
    '/static',
    '/admin/refresh-caches',
    '/admin/manage-global-configs',
    '/admin/manage-asset-profiles',
    '/admin/file-browser',
    '/admin/manage-image-sets',
    '/admin/batch-summary',
    '/admin/dynamic-image-logs',
    '/admin/storage',
    '/admin/users',
    '/admin/webhooks',
    `/sets/${disId}`,
    `/quality/${disId}`,
    '/nowhere',
  ];
}

export const routePaths = (): string[] =>
  [...readFileSync(new URL('../src/web/app/routes.tsx', import.meta.url), 'utf8').matchAll(/ path: '(\/[^']+)'/g)].map(
    ([, path]) => path ?? '',
  );

/** Calls that only read. Who is signed in and what the server is are known before any screen. */
const DATA = /\/api\/v2\/(?!public\/|health\/)/;
const ROWS = 500;

const FAILURE = {
  errorMessage: 'The database does not answer. Try again; tell your administrator if it lasts.',
  code: 'internal',
  status: 500,
  requestId: '01a203fc-713f-7000-99c0-1c1cbf748f3a',
};

/** The row with another identity. */
function renamed(row: Record<string, unknown>, index: number): unknown {
  const own = row['disId'] ?? row['fileName'] ?? row['username'] ?? row['id'] ?? row['name'];
  if (typeof own !== 'string' || index === 0) return row;
  const number = String(index).padStart(4, '0');
  const next = /^\w{6}x+$/.test(own) ? `9${number}${own.slice(5)}` : own.replace(/(\.\w+)?$/, `_${number}$1`);
  return JSON.parse(JSON.stringify(row).replaceAll(JSON.stringify(own).slice(1, -1), next)) as unknown;
}

/** Lists of rows grow; what describes one thing stays. */
function multiplied(answer: unknown): unknown {
  if (Array.isArray(answer)) {
    const rows = answer.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
    if (rows.length !== answer.length || rows.length === 0) return answer;
    return Array.from({ length: ROWS }, (_, i) => renamed(rows[i % rows.length] ?? {}, Math.floor(i / rows.length)));
  }
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return answer;
  return { ...answer, items: multiplied(answer.items) };
}
const LISTS =
  /\/(shortStatus|static\/status|reprocessList|getBatchSummary|admin\/files|users|tokens|webhooks|storage\/sets|lcdvMapping|global-files\/status|file-elements|log|getspecificlog)$/;

const LABEL_LENGTH = 500;
/** What people wrote, and what they named without blanks. Neither is needed to ask for something else. */
const WRITTEN =
  /^(label|versionLabel|featureLabel|familyLabel|categoryName|description|note|reason|failure|message|title|trim|text)$/;
const NAMED = /^(name|fileName|pathName|pack|who|uploadedBy|createdBy|username|url|words|carLine)$/;

/** at the end of a name that the page sends back */
const LENGTHENED = /(?:_x1)+(?:_x?)?(?=[&/]|$)/g;

/** Labels and names are as long as they can be at all. */
function lengthened(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) => {
    if (typeof value !== 'string' || value === '') return value;
    if (WRITTEN.test(key)) return `${value} ${'of a very long description '.repeat(20)}`.slice(0, LABEL_LENGTH);
    return NAMED.test(key) ? value.padEnd(LABEL_LENGTH, '_x1') : value;
  });
}

type Answer = (route: Route) => Promise<void>;

export const STATES: Readonly<Record<'stored' | 'loading' | 'failed' | 'many' | 'long', Answer>> = {
  stored: (route) => route.fallback(),
  // Never answered.
  loading: async () => {},
  failed: (route) => route.fulfill({ status: 500, json: FAILURE }),
  many: async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!LISTS.test(pathname) || route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: multiplied(await response.json()) });
  },
  long: async (route) => {
    // What is answered only when something happens has no labels.
    const waits = /\/(changes|events)$/.test(new URL(route.request().url()).pathname);
    if (waits || route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch({ url: route.request().url().replaceAll(LENGTHENED, '') });
    const isJson = response.headers()['content-type']?.includes('json') ?? false;
    await route.fulfill(isJson ? { response, json: lengthened(await response.json()) } : { response });
  },
};

/** From now on, calls for data are answered as in this state. */
export async function putInState(page: Page, state: keyof typeof STATES): Promise<void> {
  await page.unroute(DATA);
  if (state !== 'stored') await page.route(DATA, STATES[state]);
}

/** Resolves when the screen shows all that its state lets it show. @param timeout milliseconds */
export async function settle(page: Page, state: keyof typeof STATES, timeout = 60_000): Promise<void> {
  // Also below a dialog that opens with the screen, where no role is found.
  await expect(page.locator('h1').first()).toBeVisible({ timeout });
  if (state === 'loading') return;
  const loading = page.locator('.MuiSkeleton-root:visible, [role="progressbar"]:visible');
  await expect(loading).toHaveCount(0, { timeout });
}
