/** No test starts the product past src/server/testing/product.ts, so that all can run against the package and the image. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  againstImage,
  againstPackage,
  IMAGE_IN_BROWSER,
  PACKAGE_IN_BROWSER,
  SOURCES_ONLY,
  testsOfProcesses,
} from './products.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
/** a text with the path of a file that starts the product */
const NAMED = /['"`/ }](?:server|\.\.)\/(?:main|cli)\.ts/;
/** Files besides product.ts that name one, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'bench/deliveryServer.ts': 'measures the sources; the rows of the package have its command',
  'scripts/package/bundle.ts': 'bundles them',
  'scripts/package/main.ts': 'writes the manual from them',
  'scripts/release.slow.test.ts': 'runs the command of the clone that was released',
  'src/boundaries.test.ts': 'reads what it imports',
  'src/server/access/everyCall.test.ts': 'asks a server for the file, which it must not give',
  'src/server/administration/buildInfo.ts': 'reads when the bundle was made',
};

it('only product.ts names the files that start the product, and others for a reason', () => {
  const files = globSync('{src,scripts,e2e,bench,demo}/**/*.{ts,tsx,mjs}', { cwd: root });
  const naming = files.filter((file) => NAMED.test(textOf(file).replaceAll(/^ ?\*.*$|^\s*\/\/.*$/gm, '')));
  expect(naming.sort()).toEqual([...Object.keys(OTHERS), 'src/server/testing/product.ts'].sort());
});

it('every test that starts it runs against the package, or is left out for a reason', () => {
  expect(againstPackage()).toEqual(
    expect.arrayContaining(['src/server/crash.slow.test.ts', 'src/server/severalMachines.slow.test.ts']),
  );
  const all = testsOfProcesses();
  expect(Object.keys(SOURCES_ONLY).filter((file) => !all.includes(file))).toEqual([]);
});

it('every test of crashes with a store of its own runs against the image', () => {
  expect(againstImage()).toEqual([
    'src/server/crash.slow.test.ts',
    'src/server/events/crash.slow.test.ts',
    'src/server/promotion/crash.slow.test.ts',
    'src/server/webhooks/crash.slow.test.ts',
  ]);
});

it('the tests in the browser exist', () => {
  for (const file of [...PACKAGE_IN_BROWSER, ...IMAGE_IN_BROWSER])
    expect(existsSync(join(root, file)), file).toBe(true);
});
