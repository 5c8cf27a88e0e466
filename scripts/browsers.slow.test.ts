/** By MDN's compatibility data, every browser of the list has everything that the built web app uses. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import bcd from '@mdn/browser-compat-data/forLegacyNode';
import { describe, expect, it } from 'vitest';
import { BROWSER_LIST, BROWSERS, NEEDED } from './browsers.ts';
import { type Feature, usedFeatures } from './testing/usedFeatures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The code checks for them first, or calls a method of its own by that name. */
const MAY_BE_MISSING: readonly string[] = [
  // js-base64, of tus-js-client, decodes by itself.
  'Uint8Array.fromBase64',
  // src/web/app/whenIdle.ts waits for a while instead.
  '.requestIdleCallback',
  '.cancelIdleCallback',
  // React asks for the transition that it would skip, and none of our screens has one.
  '.skipTransition',
];

const NAMES = Object.keys(BROWSERS) as (keyof typeof BROWSERS)[];

/** Infinity: no version has it. */
function since({ candidates }: Feature, browser: (typeof NAMES)[number]): number {
  const statements = candidates.flatMap(({ __compat: compat }) => compat?.support[browser] ?? []);
  const versions = statements.map((one) => {
    const isWhole = !one.flags && !one.prefix && !one.alternative_name && !one.version_removed;
    return isWhole && typeof one.version_added === 'string'
      ? Number.parseFloat(one.version_added.replace('≤', ''))
      : Infinity;
  });
  return Math.min(...versions);
}
const lacking = (features: readonly Feature[]): string[] =>
  features.flatMap((feature) =>
    NAMES.filter((browser) => since(feature, browser) > Number(BROWSERS[browser])).map(
      (browser) => `${feature.name}: ${browser}`,
    ),
  );

it('finds what browsers lack', () => {
  const script = 'const a = Map.groupBy(b, c); d.toSorted(); new Temporal.Instant(1n); Iterator.concat(e)';
  const features = usedFeatures([script], bcd);
  expect(features.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Map', 'Map.groupBy', '.toSorted', 'Temporal']),
  );
  expect(lacking(features)).toEqual(expect.arrayContaining(['Temporal: safari', 'Iterator.concat: chrome']));
  expect(lacking(features).join()).not.toMatch(/Map|toSorted/);
});

describe('the built app', () => {
  execFileSync(process.execPath, [`${root}scripts/build.ts`], { stdio: 'ignore' });
  const scripts = globSync(`${root}.build/web/assets/*.js`).map((file) => readFileSync(file, 'utf8'));
  const used = usedFeatures(scripts, bcd).filter(({ name }) => !MAY_BE_MISSING.includes(name));

  it('uses nothing that a browser of the list lacks', () => {
    expect(used.length).toBeGreaterThan(200);
    expect(lacking(used)).toEqual([]);
  });

  it.each(NAMES)('starts in no %s that lacks something', (browser) => {
    const needed = usedFeatures(
      NEEDED.map((name) => `${name.replace(/\w+\.prototype/, 'a')}()`),
      bcd,
    );
    expect(lacking(needed)).toEqual([]);
    const oldest = Math.max(...needed.map((feature) => since(feature, browser)));
    expect(used.filter((feature) => since(feature, browser) > oldest).map(({ name }) => name)).toEqual([]);
  });
});

it.each(['README.md', 'docs/guides/operate.md'])('%s has the list', (file) => {
  const text = readFileSync(`${root}${file}`, 'utf8').replaceAll(/\s+/g, ' ');
  expect(text.includes(BROWSER_LIST)).toBe(true);
});
