/**
 * The frame of each page of the documentation: bar, menu, contents, search. All of it can be read without a script.
 *
 *   pageHtml
 *   MenuGroup, PageOptions
 */
import type { Rendered } from './render.ts';

export interface MenuGroup {
  readonly title: string;
  /** address: seen from the site's root */
  readonly entries: readonly { readonly label: string; readonly address: string }[];
}

export interface PageOptions {
  /** seen from the site's root */
  readonly address: string;
  /** from the page to the site's root, such as `../`, or '' */
  readonly up: string;
  readonly menu: readonly MenuGroup[];
  readonly version: string;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ESCAPES[one] ?? one);

function menuHtml({ address, up, menu }: PageOptions): string {
  const groups = menu.map(({ title, entries }) => {
    const items = entries.map((entry) => {
      const isCurrent =
        entry.address === address ||
        (entry.address.endsWith('/index.html') && address.startsWith(entry.address.slice(0, -'index.html'.length)));
      const current = isCurrent ? ' aria-current="page"' : '';
      return `<li><a href="${escapeHtml(up + entry.address)}"${current}>${escapeHtml(entry.label)}</a></li>`;
    });
    return `<h2>${escapeHtml(title)}</h2>\n<ul>${items.join('\n')}</ul>`;
  });
  return groups.join('\n');
}

function contentsHtml({ headings }: Rendered): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 3) return '';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${items.join('\n')}</ul></nav>`;
}

export function pageHtml(rendered: Rendered, options: PageOptions): string {
  const { up, version } = options;
  const menu = menuHtml(options);
  const title = rendered.title === 'Lacquer' ? 'Lacquer documentation' : `${rendered.title} · Lacquer`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${up}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}assets/style.css">
<script src="${up}assets/look.js"></script>
<script type="module" src="${up}assets/client.js"></script>
</head>
<body data-up="${up}">
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="brand" href="${up}index.html"><img src="${up}assets/icon.svg" alt="" width="26" height="26">Lacquer <span>documentation</span></a>
<search hidden>
<input type="search" id="search" aria-label="Search the documentation" placeholder="Search ( / )" autocomplete="off">
<div id="found" hidden><p id="count" role="status"></p><ul></ul></div>
</search>
<button type="button" id="look" hidden>Light or dark</button>
<a class="tool" href="${up}../">Open Lacquer</a>
</header>
<details class="menu narrow"><summary>All pages</summary><nav aria-label="All pages">${menu}</nav></details>
<div class="columns">
<nav class="menu wide" aria-label="Pages">${menu}</nav>
<main id="main" tabindex="-1">
${rendered.html}
<footer>Lacquer ${escapeHtml(version)}</footer>
</main>
${contentsHtml(rendered)}
</div>
</body>
</html>
`;
}
