/**
 * What a person waits for after a choice in the features tree, with a real mouse: the pointer moves to an option, rests there,
 * the button goes down and is released. Waiting begins with the release, which is the choice (Event Timing calls it the
 * click); it ends when the browser has presented the frame with the last of the six new pictures (Element Timing). A choice
 * by a script announces nothing before: as with a finger, which may only want to scroll.
 *
 *   CLICKS    how many are measured
 *   clicks    p95 of the waiting, of states that nobody asked for before
 *
 * The steps are told beside it. They count from the pointer's arrival on the option, so none is negative. Each choice is a
 * measure of User Timing, for a trace.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { App } from './browser.ts';
import { DIS_ID, feature, VERSION } from './largeSet.ts';
import { median, spreadOf, type Times } from './rows.ts';

export const CLICKS = 120;
/** Both layers of each family are known after them. */
const WARM = 24;
/** Milliseconds that a pointer takes to an option, rests on it and is pressed; people take longer for the first two. */
const MOVE = 160;
const REST = 100;
const PRESS = 80;
/** Milliseconds between a choice and the next movement. */
const PAUSE = 300;

type Choosing = 'mouse' | 'unannounced';

interface Step {
  /** milliseconds of the page's clock */
  readonly arrived: number;
  readonly pressed: number;
  readonly clicked: number;
  readonly requested: number;
  readonly answered: number;
  readonly shown: number;
  /** what the server took for the slowest picture */
  readonly server: number;
  /** milliseconds in which the page's thread was busy for longer than 50 at a time, from the click until the pictures stood */
  readonly blocked: number;
}

/** What the page notes for the bench. */
interface Noted {
  arrived: number;
  pressed: number;
  clicked: number;
  /** by tile: when its newest picture was presented */
  presented: Map<Element, { at: number; src: string }>;
  long: { start: number; end: number }[];
}

const figure = (value: number): string => value.toPrecision(3);
/** What 95 of 100 are below. */
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] as number;

/** The feature of the nth click by a Gray code over the families: one family changes, and no state comes twice. */
function newState(n: number): string {
  const family = 31 - Math.clz32(n & -n);
  return feature(family, (n >> (family + 1)) % 2 === 0 ? 1 : 2);
}

async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: Noted = { arrived: 0, pressed: 0, clicked: 0, presented: new Map(), long: [] };
    Object.assign(window, { noted });
    performance.setResourceTimingBufferSize(10_000);
    for (const tile of document.querySelectorAll('img[alt^="Exterior "]')) tile.setAttribute('elementtiming', 'tile');
    addEventListener('pointerover', ({ timeStamp }) => (noted.arrived = timeStamp), true);
    addEventListener('pointerdown', ({ timeStamp }) => (noted.pressed = timeStamp), true);
    // The label's click first, then that of its radio button, which the browser makes of it.
    addEventListener('click', ({ timeStamp }) => (noted.clicked ||= timeStamp), true);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        element: Element | null;
        renderTime: number;
        url: string;
      })[]) {
        if (entry.element) noted.presented.set(entry.element, { at: entry.renderTime, src: entry.url });
      }
    }).observe({ type: 'element' });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        noted.long.push({ start: startTime, end: startTime + duration });
    }).observe({ type: 'longtask' });
  });
}

/** Makes one choice. @returns when what happened, by the page's clock */
async function choose(page: Page, id: string, choosing: Choosing): Promise<Step> {
  const place = await page.evaluate((wanted) => {
    const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(wanted));
    label?.scrollIntoView({ block: 'center' });
    const { x, y } = label?.querySelector('input')?.getBoundingClientRect() ?? { x: 0, y: 0 };
    return { x: x + 20, y: y + 6 };
  }, id);
  await wait(PAUSE);
  await page.evaluate(() => {
    const { noted } = window as unknown as { noted: Noted };
    Object.assign(noted, { arrived: 0, pressed: 0, clicked: 0, long: [] });
    noted.presented.clear();
    performance.clearResourceTimings();
  });
  if (choosing === 'mouse') {
    await page.mouse.move(place.x - 300, place.y - 100);
    for (let step = 1; step <= 10; step++) {
      await page.mouse.move(place.x - 300 + step * 30, place.y - 100 + step * 10);
      await wait(MOVE / 10);
    }
    await wait(REST);
    await page.mouse.down();
    await wait(PRESS);
    await page.mouse.up();
  } else {
    await page.evaluate((wanted) => {
      const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(wanted));
      const { noted } = window as unknown as { noted: Noted };
      noted.arrived = noted.pressed = noted.clicked = performance.now();
      label?.querySelector('input')?.click();
    }, id);
  }
  const step = await page.evaluate(async (name) => {
    const { noted } = window as unknown as { noted: Noted };
    const tiles = [...document.querySelectorAll<HTMLImageElement>('img[alt^="Exterior "]')];
    const since = performance.now();
    while (!tiles.every((tile) => noted.presented.get(tile)?.src === tile.src)) {
      if (performance.now() - since > 60_000) throw new Error(`the pictures of ${name} did not come`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { arrived, pressed, clicked, presented, long } = noted;
    const shown = Math.max(...[...presented.values()].map(({ at }) => at));
    performance.measure(`click ${name}`, { start: clicked, end: shown });
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const pictures = entries.filter(({ name: url }) => url.includes('/image?') || url.includes('/image/')).slice(-6);
    const within = long.map(({ start, end }) => Math.max(0, Math.min(end, shown) - Math.max(start, clicked)));
    return {
      ...{ arrived, pressed, clicked, shown },
      requested: Math.min(...pictures.map(({ startTime }) => startTime)),
      answered: Math.max(...pictures.map(({ responseEnd }) => responseEnd)),
      server: Math.max(...pictures.map((one) => one.serverTiming.reduce((sum, { duration }) => sum + duration, 0))),
      blocked: within.reduce((sum, one) => sum + one, 0),
    };
  }, id);
  return step;
}

/**
 * Chooses options of twelve families, each until all six pictures are shown.
 * @returns p95 of the waiting; CPU time of a choice
 */
export async function clicks(page: Page, { address, cpu }: App, choosing: Choosing): Promise<Times> {
  await page.goto(`${address}/dynamic/options?disId=${DIS_ID}&version=${VERSION}&test=true`);
  await page.getByAltText(/^Exterior 006/).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(3000);
  await observe(page);
  const warm = Array.from({ length: WARM }, (_, i) => feature(i % 12, i < 12 ? 1 : 2));
  const fresh = Array.from({ length: CLICKS }, (_, i) => newState(i + 1));
  for (const id of warm) await choose(page, id, choosing);
  const steps: Step[] = [];
  const before = await cpu();
  for (const id of fresh) steps.push(await choose(page, id, choosing));
  const used = (await cpu()) - before;
  const tell = (what: string, of: (step: Step) => number): void => {
    const values = steps.map(of);
    console.log(`  ${choosing}, ${what}: ${figure(median(values))} ms, p95 ${figure(p95(values))} ms`);
  };
  tell('requested after the arrival', ({ requested, arrived }) => requested - arrived);
  tell('the slowest picture at the server', ({ server }) => server);
  tell('answered after the arrival', ({ answered, arrived }) => answered - arrived);
  tell('pressed after the arrival', ({ pressed, arrived }) => pressed - arrived);
  tell('chosen after the arrival', ({ clicked, arrived }) => clicked - arrived);
  tell('shown after the arrival', ({ shown, arrived }) => shown - arrived);
  tell('shown after the press', ({ shown, pressed }) => shown - pressed);
  tell('page busy after the choice, in tasks of 50 ms and more', ({ blocked }) => blocked);
  tell('shown after the choice', ({ shown, clicked }) => shown - clicked);
  const waits = steps.map(({ shown, clicked }) => shown - clicked);
  return { cpu: used / CLICKS, wall: p95(waits), wallSpread: spreadOf(waits) };
}
