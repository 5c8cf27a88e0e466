/**
 * Every page of the documentation can be reached, every link in it leads somewhere, and nothing in it needs more than the
 * server's policy allows.
 */
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { helpPage } from '../../src/web/app/helpPage.ts';
import { MENU } from '../../src/web/app/menu.ts';
import { renderMarkdown } from './render.ts';
import { makeSite } from './site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const site = makeSite(root);
/** What the server has beside the site, and what the build adds. */
const OUTSIDE = ['../', '../api/docs', 'search.json'];
const ASSETS = globSync('scripts/docs/*.{css,js}', { cwd: root }).map((file) => `assets/${posix.basename(file)}`);
const BUILT = [...ASSETS, 'assets/client.js', 'assets/icon.svg'];

const attributes = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));

it('links of the files lead to files and headings that there are', () => {
  expect(site.broken).toEqual([]);
});

it('links of the pages lead to pages, files and places that there are', () => {
  const broken = [...site.pages].flatMap(([address, html]) =>
    attributes(html.replaceAll('__DOCS__/', ''))
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => {
        const [path = '', id] = link.split('#');
        const target = path === '' ? address : posix.join(posix.dirname(address), path);
        if (OUTSIDE.includes(target) || BUILT.includes(target) || (id === undefined && site.files.has(target)))
          return false;
        const page = site.pages.get(target);
        return page === undefined || (id !== undefined && !idsOf(page).has(id));
      })
      .map((link) => `${address}: ${link}`),
  );
  expect(broken).toEqual([]);
});

it('each Markdown file is a page, and all pages are in the menu but the decisions, which have a list', () => {
  const files = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const home = attributes(site.pages.get('index.html') ?? '');
  const list = attributes(site.pages.get('decisions/index.html') ?? '');
  const missing = [...site.pages.keys()].filter((address) => {
    if (address === '404.html' || address.startsWith('files/')) return false;
    return !home.includes(address) && !list.includes(posix.relative('decisions', address));
  });
  expect([missing, site.pages.size >= files.length]).toEqual([[], true]);
});

it('no page has a script, a style or a handler of its own, which the policy would block', () => {
  const bad = [...site.pages].filter(([, html]) =>
    / style="|<style|<script>| on\w+="/.test(html.replaceAll(/<pre.*?<\/pre>|<code>.*?<\/code>/gs, '')),
  );
  expect(bad.map(([address]) => address)).toEqual([]);
});

it('HTML in a file is text', () => {
  const { html } = renderMarkdown(
    '# A <b>title</b>\n\n<script>alert(1)</script> [x](javascript:alert(1))',
    (link) => link,
  );
  expect(html).not.toMatch(/<script|<b>|href="javascript/);
});

it('the search has the text of every section, with where it stands', () => {
  const entry = site.search.find(({ at }) => at === 'guides/operate.html#virus-scanner');
  expect(entry).toMatchObject({ page: 'Operate', heading: 'Virus scanner' });
  expect(entry?.text).toContain('LACQUER_SCAN_COMMAND');
});

it('headings that say the same have ids of their own', () => {
  const { headings } = renderMarkdown('# A\n\n## B\n\n## B\n', (link) => link);
  expect(headings.map(({ id }) => id)).toEqual(['a', 'b', 'b-1']);
});

it('each screen of the menu has a page that helps, and it has the place', () => {
  const paths = [...MENU.flatMap(({ entries }) => entries.map(({ to }) => to)), '/start', '/sets/x', '/quality/x'];
  const lost = paths.filter((path) => {
    const [address = '', id] = helpPage(path).split('#');
    const page = site.pages.get(address === '' ? 'index.html' : address);
    return page === undefined || (id !== undefined && !idsOf(page).has(id));
  });
  expect(lost).toEqual([]);
});
