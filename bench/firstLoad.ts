/**
 * What a browser with an empty cache downloads to show a page: the built files, as the real server sends them. Sizes are in
 * kB of 1000 bytes; docs/decisions/0310-first-load.md breaks them down.
 *
 *   firstLoadRows
 */
import { firstLoads, type Weight } from '../e2e/firstLoad.ts';
import { signIn, withBrowser } from './browser.ts';
import { type LimitRow, limitLineOf } from './rows.ts';

/** unleash-server's, kB gzip */
const PEER = 918;

const measureLoads = (): Promise<{ signIn: Weight; landing: Weight }> =>
  withBrowser(async ({ address: listening, browser }) => {
    const address = listening.replace('127.0.0.1', 'localhost');
    const page = await browser.newPage();
    await signIn(page, address);
    return firstLoads(page, `${address}/`);
  });

export function firstLoadRows(): LimitRow[] {
  let all: Promise<{ signIn: Weight; landing: Weight }> | undefined;
  const measured = () => {
    all ??= measureLoads();
    return all;
  };
  const allowed = PEER / 5;
  return [
    {
      work: `first load of the landing page, gzip (a fifth of unleash-server's ${PEER})`,
      unit: 'kB',
      allowed,
      measure: async () => [(await measured()).landing.gzip],
    },
    {
      work: 'the same, brotli, which browsers take',
      unit: 'kB',
      allowed,
      measure: async () => [(await measured()).landing.brotli],
    },
    {
      work: 'first load of the sign-in page, gzip',
      unit: 'kB',
      allowed,
      measure: async () => [(await measured()).signIn.gzip],
    },
  ];
}

if (import.meta.main) {
  for (const row of firstLoadRows()) console.log(limitLineOf(row, await row.measure()));
}
