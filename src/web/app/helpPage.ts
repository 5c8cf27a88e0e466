/**
 * The page of the documentation that explains a screen. The server has the documentation below `docs/`.
 *
 *   helpPage
 */
/** Prefixes of screens' addresses; the first that matches counts. */
const PAGES: readonly (readonly [string, string])[] = [
  ['/upload', 'guides/deliver.html'],
  ['/promote', 'guides/promote.html'],
  ['/status', 'guides/promote.html#what-is-in-prod-since-when-and-who-promoted-it'],
  ['/sets', 'guides/promote.html#what-is-in-prod-since-when-and-who-promoted-it'],
  ['/quality', 'guides/promote.html#look-at-the-quality-report-first'],
  ['/dynamic/compare', 'guides/test.html#compare-and-contact-sheet'],
  ['/dynamic/sheet', 'guides/test.html#compare-and-contact-sheet'],
  ['/dynamic', 'guides/test.html'],
  ['/static', 'guides/test.html#static-pictures'],
  ['/admin/users', 'guides/operate.html#users'],
  ['/admin/webhooks', 'guides/operate.html#webhooks'],
  ['/admin/storage', 'guides/operate.html#what-takes-space'],
  ['/admin/refresh-caches', 'guides/operate.html#refresh-caches-reprocess'],
  ['/admin/manage-asset-profiles', 'guides/operate.html#refresh-caches-reprocess'],
  ['/admin/manage-global-configs', 'formats.html'],
  ['/admin', 'guides/operate.html'],
  ['/logs', 'guides/operate.html'],
];

/** @param path of the screen. @returns an address below `docs/`; '' is its first page */
export const helpPage = (path: string): string => PAGES.find(([start]) => path.startsWith(start))?.[1] ?? '';
