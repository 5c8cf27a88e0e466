/**
 * Which tests run against which product, besides the sources. Every test that starts the product as a process is in one of these
 * lists (products.test.ts); `test:all` runs them (scripts/package/package.slow.test.ts).
 *
 *   testsOfProcesses      the unit tests that start the product
 *   againstPackage, againstImage
 *   PACKAGE_IN_BROWSER, IMAGE_IN_BROWSER
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Unit tests of the sources alone, and why. */
export const SOURCES_ONLY: Readonly<Record<string, string>> = {
  'src/server/testing/testServer.test.ts': 'is about the helper, not about the product',
  'scripts/package/package.slow.test.ts': 'makes the package',
  'scripts/deploy/proxies.slow.test.ts': 'is about the examples in deploy/',
  'scripts/deploy/publicPictures.slow.test.ts': 'is about the examples in deploy/',
  'scripts/deploy/watching.slow.test.ts': 'is about the examples in deploy/',
  'scripts/deploy/containers.slow.test.ts': 'is about the examples in deploy/',
};

const STARTS = /from '[./\w]*\/(testServer|product)\.ts'/;

/** @returns the unit tests that start the product as a process */
export const testsOfProcesses = (): string[] =>
  globSync('{src,scripts}/**/*.test.ts', { cwd: root })
    .filter((file) => STARTS.test(readFileSync(join(root, file), 'utf8')))
    .sort();

/** All that start it, so that a new one is not forgotten. */
export const againstPackage = (): string[] => testsOfProcesses().filter((file) => !Object.hasOwn(SOURCES_ONLY, file));

/** Those that kill servers, of which each has the store of one folder: a container sees no other. */
export const againstImage = (): string[] => againstPackage().filter((file) => /\/crash\.slow\.test\.ts$/.test(file));

export const PACKAGE_IN_BROWSER = ['e2e/packToPicture.spec.ts', 'e2e/promotion.spec.ts', 'e2e/staticImages.spec.ts'];
export const IMAGE_IN_BROWSER = ['e2e/packToPicture.spec.ts'];
