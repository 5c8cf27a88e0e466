/**
 * What the pages of the documentation do in a browser: search, and the choice between light and dark. They can be read
 * without it.
 */
import MiniSearch from 'minisearch';
import type { SearchEntry } from './site.ts';

const SHOWN = 12;
const EXCERPT = 150;
/** Guides answer more questions than decisions do. */
const HISTORY = 0.3;

function element<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}.`);
  return found;
}

const up = document.body.dataset['up'] ?? '';
const input = element('#search', HTMLInputElement);
const found = element('#found', HTMLElement);
const list = element('#found ul', HTMLUListElement);
const count = element('#count', HTMLElement);

interface Loaded {
  readonly index: MiniSearch<SearchEntry>;
  readonly entries: readonly SearchEntry[];
}

async function load(): Promise<Loaded> {
  const answer = await fetch(`${up}search.json`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const entries = (await answer.json()) as SearchEntry[];
  const index = new MiniSearch<SearchEntry>({
    fields: ['page', 'heading', 'text'],
    searchOptions: {
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      boost: { page: 3, heading: 4 },
      boostDocument: (id) => (/^(decisions\/|changelog|coverage)/.test(entries[Number(id)]?.at ?? '') ? HISTORY : 1),
    },
  });
  await index.addAllAsync(entries, { chunkSize: 100 });
  return { index, entries };
}

let loading: Promise<Loaded> | undefined;
const loaded = () => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

/** A piece of the text around the first word that was found in it. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0), text.length),
  );
  const start = at === text.length || at < EXCERPT / 2 ? 0 : text.lastIndexOf(' ', at - EXCERPT / 3) + 1;
  const piece = text.slice(start, start + EXCERPT);
  return `${start > 0 ? '… ' : ''}${piece}${start + EXCERPT < text.length ? ' …' : ''}`;
}

function item(entry: SearchEntry, terms: readonly string[]): HTMLLIElement {
  const link = document.createElement('a');
  link.href = up + entry.at;
  const title = document.createElement('strong');
  title.textContent = entry.heading === '' ? entry.page : `${entry.page} › ${entry.heading}`;
  const excerpt = document.createElement('span');
  excerpt.textContent = excerptOf(entry.text, terms);
  link.append(title, excerpt);
  const row = document.createElement('li');
  row.append(link);
  return row;
}

async function search(): Promise<void> {
  const wanted = input.value.trim();
  if (wanted === '') {
    found.hidden = true;
    return;
  }
  try {
    const { index, entries } = await loaded();
    // The user has typed something else meanwhile.
    if (wanted !== input.value.trim()) return;
    const results = index.search(wanted);
    const rows = results.slice(0, SHOWN).flatMap(({ id, terms }) => {
      const entry = entries[Number(id)];
      return entry ? [item(entry, terms)] : [];
    });
    list.replaceChildren(...rows);
    count.textContent =
      results.length === 0
        ? `Nothing found for “${wanted}”.`
        : `${results.length} ${results.length === 1 ? 'place' : 'places'}${results.length > SHOWN ? `, the first ${SHOWN} of them:` : ''}`;
  } catch {
    list.replaceChildren();
    count.textContent = 'The search could not be loaded. Is the server running?';
  }
  found.hidden = false;
}

const close = () => {
  found.hidden = true;
};

element('search', HTMLElement).hidden = false;
input.addEventListener('focus', () => void search());
input.addEventListener('input', () => void search());
// The results close when the focus or the pointer goes elsewhere.
for (const event of ['focusin', 'pointerdown'] as const) {
  document.addEventListener(event, ({ target }) => {
    if (target instanceof Node && !element('search', HTMLElement).contains(target)) close();
  });
}
document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement;
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    input.focus();
    input.select();
  }
});
element('search', HTMLElement).addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Escape') {
    input.focus();
    close();
  } else if (event.key === 'Enter' && at < 0 && !event.isComposing) {
    links[0]?.click();
  } else if (event.key === 'ArrowDown') {
    event.preventDefault();
    links[Math.min(at + 1, links.length - 1)]?.focus();
  } else if (event.key === 'ArrowUp') {
    event.preventDefault();
    if (at <= 0) input.focus();
    else links[at - 1]?.focus();
  }
});
list.addEventListener('click', close);

const look = element('#look', HTMLButtonElement);
const system = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => {
  const chosen = document.documentElement.dataset['look'];
  return chosen === undefined ? system.matches : chosen === 'dark';
};
const nameLook = () => {
  look.textContent = isDark() ? 'Light' : 'Dark';
  look.setAttribute('aria-label', isDark() ? 'Light mode' : 'Dark mode');
};
look.hidden = false;
nameLook();
system.addEventListener('change', nameLook);
look.addEventListener('click', () => {
  const mode = isDark() ? 'light' : 'dark';
  document.documentElement.dataset['look'] = mode;
  try {
    // The web app reads it, too.
    localStorage.setItem('mui-mode', mode);
  } catch {
    // Storage can be forbidden. Then the choice holds for this page.
  }
  nameLook();
});
