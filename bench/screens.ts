/**
 * What a person waits for in the browser, on the real app with a large set: 600 features, 200 rule families, 200,000
 * versions. Wall time, because a person waits for it; the peer is the time that the design allows.
 *
 *   screenRows     a click on an option until the last picture is shown; a key typed in the filter of the mapping
 *
 * A click's steps are told beside it: by Resource Timing when the first picture is asked for and the last one is there, by
 * Server-Timing how long the server planned and painted the slowest. Each click is a measure of User Timing, for a trace.
 */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { zip } from '../e2e/packs.ts';
import { PASSWORD, signIn, withBrowser } from './browser.ts';
import { lineOf, type Measured, median, type Row } from './rows.ts';

const DIS_ID = '9ZZ9A5xxxxxxxxxx';
const VERSION = '9ZZ9A5AAAAAAAAAA';
const FAMILIES = 100;
const ANGLES = ['001', '002', '003', '004', '005', '006'];
const VERSIONS = 200_000;
const CLICKS = 120;
const KEYS = 15;

const two = (n: number) => String.fromCharCode(65 + Math.floor(n / 10)) + (n % 10);
const feature = (family: number, n: number) => `${two(family)}F${n}`;
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** 100 families of 6 features; 12 of 200 rule families paint, the others choose among layers without pictures. */
function metaFiles(): Record<string, string> {
  const angles = ANGLES.map((name) => `<angle name="${name}"/>`).join('');
  const layers = times(12, (f) => `<layer name="l${f}a" z="${f}"/><layer name="l${f}b" z="${f}"/>`);
  const wide = times(188, (f) => `<family name="w${f}"><layer name="w${f}" z="100" angles="none"/></family>`);
  return {
    'asset-profile.xml': `<assetProfile><viewport name="exterior">${angles}<resolution name="HD" width="1280" height="720"/></viewport></assetProfile>`,
    'features.xml': `<features><category name="All">${times(
      FAMILIES,
      (f) =>
        `<family id="${two(f)}" label="Family ${f}">${times(6, (n) => `<feature id="${feature(f, n)}" label="Feature ${f} ${n}"/>`).join('')}</family>`,
    ).join(
      '',
    )}</category><standards>${times(FAMILIES, (f) => `<standard feature="${feature(f, 0)}"/>`).join('')}</standards></features>`,
    'layers-ext.xml': `<layers>${layers.map((pair, f) => `<family name="f${f}">${pair}</family>`).join('')}${wide.join('')}</layers>`,
    'rules-ext.xml': `<rules>${times(12, (f) => `<family name="f${f}"><rule layer="l${f}b" when="${feature(f, 1)}"/><rule layer="l${f}a"/></family>`).join('')}${times(188, (f) => `<family name="w${f}"><rule layer="w${f}" when="${feature(f % FAMILIES, 5)} and not ${feature((f + 7) % FAMILIES, 4)}"/></family>`).join('')}</rules>`,
    'versions.xml': `<versions>${times(VERSIONS, (i) => `<version id="${i === 0 ? VERSION : `9ZZ9A5B${i.toString(36).toUpperCase().padStart(9, '0')}`}" label="Version ${i}"/>`).join('\n')}</versions>`,
  };
}

async function picture(index: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><ellipse cx="${200 + index * 70}" cy="360" rx="${600 / (1 + index / 3)}" ry="${330 / (1 + index / 3)}" fill="hsl(${index * 29},60%,50%)" fill-opacity="0.8"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function deliver(address: string, cookie: string, token: string, name: string, bytes: Buffer): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = { cookie, 'x-csrf-token': token };
  const sent = await fetch(`${address}/api/v2/admin/files`, { method: 'POST', headers, body: form });
  if (!sent.ok) throw new Error(await sent.text());
  for (;;) {
    const packs = (await (await fetch(`${address}/api/v2/admin/files`, { headers })).json()) as {
      fileName: string;
      state: string;
      problems: unknown;
    }[];
    const pack = packs.find(({ fileName }) => fileName === name);
    if (pack?.state === 'live') return;
    if (pack?.state === 'refused') throw new Error(JSON.stringify(pack.problems).slice(0, 500));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A page of the app that is signed in, with a large set. */
const withPage = <T>(work: (page: Page, address: string) => Promise<T>): Promise<T> =>
  withBrowser(async (address, browser) => {
    const signedIn = await fetch(`${address}/api/v2/public/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { token } = (await signedIn.json()) as { token: string };
    const meta = Object.fromEntries(Object.entries(metaFiles()).map(([name, xml]) => [`${DIS_ID}/${name}`, xml]));
    await deliver(address, cookie, token, `meta-${DIS_ID}.zip`, await zip(meta));
    const pictures: Record<string, Buffer> = {};
    for (let f = 0; f < 12; f++) {
      const [a, b] = [await picture(f), await picture(f + 12)];
      for (const angle of ANGLES) Object.assign(pictures, { [`${angle}/l${f}a.png`]: a, [`${angle}/l${f}b.png`]: b });
    }
    await deliver(address, cookie, token, `image-ext-${DIS_ID}.zip`, await zip(pictures));
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await signIn(page, address);
    return work(page, address);
  });

const figure = (value: number): string => value.toPrecision(3);
/** What 95 of 100 are below. */
const p95 = (values: number[]): number => values.sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] as number;
const within = (ours: number, allowed: number): Measured => ({ ours: { wall: ours }, peer: { wall: allowed } });

/** The feature of the nth click by a Gray code over the families: one family changes, and no state comes twice. */
function newState(n: number): string {
  const family = 31 - Math.clz32(n & -n);
  return feature(family, (n >> (family + 1)) % 2 === 0 ? 1 : 2);
}

/** Clicks radio buttons of twelve families, each until all six pictures have a new address and are decoded. @returns p95 */
async function clicks(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/dynamic/options?disId=${DIS_ID}&version=${VERSION}&test=true`);
  await page.getByAltText(/^Exterior 006/).waitFor({ timeout: 120_000 });
  const measured = await page.evaluate(
    async ({ wanted, warm }) => {
      const tiles = () => [...document.querySelectorAll<HTMLImageElement>('img[alt^="Exterior "]')];
      const all: { asked: number; server: number; answered: number; decoded: number }[] = [];
      for (const id of wanted) {
        const before = tiles().map(({ src }) => src);
        const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(id));
        const start = performance.now();
        performance.clearResourceTimings();
        label?.querySelector('input')?.click();
        for (;;) {
          await new Promise(requestAnimationFrame);
          const now = tiles();
          const stands = ({ src, complete, naturalWidth }: HTMLImageElement, i: number) =>
            src !== before[i] && complete && naturalWidth > 0;
          if (now.length === 6 && now.every(stands)) break;
        }
        // One that is replaced while it is decoded was shown already.
        await Promise.all(tiles().map((tile) => tile.decode().catch(() => undefined)));
        const decoded = performance.now() - start;
        performance.measure(`click ${id}`, { start });
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const pictures = entries.filter(({ name }) => name.includes('/image?') || name.includes('/image/'));
        all.push({
          asked: Math.min(...pictures.map(({ startTime }) => startTime)) - start,
          server: Math.max(...pictures.map((one) => one.serverTiming.reduce((sum, { duration }) => sum + duration, 0))),
          answered: Math.max(...pictures.map(({ responseEnd }) => responseEnd)) - start,
          decoded,
        });
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return all.slice(warm);
    },
    // To each family's other layer and back, so that every layer is decoded; then states that nobody asked for before.
    {
      wanted: [...times(24, (i) => feature(i % 12, i < 12 ? 1 : 2)), ...times(CLICKS, (i) => newState(i + 1))],
      warm: 24,
    },
  );
  for (const step of ['asked', 'server', 'answered', 'decoded'] as const) {
    const times = measured.map((click) => click[step]);
    console.log(`  a click, ${step}: ${figure(median(times))} ms, p95 ${figure(p95(times))} ms`);
  }
  return p95(measured.map(({ decoded }) => decoded));
}

async function typing(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/dynamic/layers`);
  await page.getByText('200.000 rows').waitFor({ timeout: 60_000 });
  const field = page.getByLabel('Search Version', { exact: true });
  await field.focus();
  await page.keyboard.type('9zz9a5b0000');
  await page.getByText(/^\d.* of 200\.000 rows$/).waitFor();
  await page.evaluate(() => {
    const target = window as unknown as { typed: number[] };
    target.typed = [];
    let pressed = 0;
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), true);
    // The answer has the rows and their count.
    new MutationObserver((changes) => {
      const counted = changes.some(({ target: node }) =>
        (node instanceof Text ? node.parentElement : node)?.textContent?.endsWith('of 200.000 rows'),
      );
      if (!counted || pressed === 0) return;
      const since = pressed;
      pressed = 0;
      requestAnimationFrame(() => setTimeout(() => target.typed.push(performance.now() - since)));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(i % 2 === 0 ? '3' : 'Backspace');
    await page.waitForTimeout(400);
  }
  const typed = await page.evaluate(() => (window as unknown as { typed: number[] }).typed);
  if (typed.length < KEYS - 2) throw new Error(`only ${typed.length} of ${KEYS} keys changed the rows`);
  return median(typed);
}

export const screenRows: readonly Row[] = [
  {
    work: `a click on one of 600 features, until all six pictures of 1280 x 720 are decoded (JPEG), p95 of ${CLICKS}`,
    peer: 'what the design allows: 50 ms',
    reach: 1,
    measure: async () => within(await withPage(clicks), 50),
  },
  {
    work: '200,000 rows of the LCDV mapping: a key typed in a filter, until the rows stand',
    peer: 'what a person takes for at once: 100 ms',
    reach: 1,
    measure: async () => within(await withPage(typing), 100),
  },
];

if (import.meta.main) {
  for (const row of screenRows.filter(({ work }) => work.includes(process.argv[2] ?? '')))
    console.log(lineOf(row, await row.measure()));
}
