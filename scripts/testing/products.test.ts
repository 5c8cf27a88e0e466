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
/** the files that start with the product, as `new URL` names them */
const STARTED = /new URL\(\s*'(?:[^']*\/)?(?:server\/)?(main|cli)\.ts'/;

it('only product.ts names the files that start the product', () => {
  const files = globSync('{src,scripts,e2e}/**/*.ts', { cwd: root }).filter((file) => STARTED.test(textOf(file)));
  expect(files.filter((file) => !file.startsWith('src/paint/'))).toEqual(['src/server/testing/product.ts']);
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
