/**
 * The documentation as a site: every Markdown file of the project a page, with what it links to. The pages name each other
 * relative to themselves, so the site can stand at any address.
 *
 *   makeSite     the files of the site, in memory, and the links that lead nowhere
 *   buildDocs    writes them
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildTargets } from '../browsers.ts';
import { type MenuGroup, pageHtml } from './page.ts';
import { type Rendered, renderMarkdown } from './render.ts';
import { addressOf, DECISIONS, findSources, LABELS } from './sources.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** What the search looks through. Short names: there are many. */
export interface SearchEntry {
  readonly id: number;
  /** address, seen from the site's root */
  readonly at: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

export interface Site {
  /** address -> HTML */
  readonly pages: ReadonlyMap<string, string>;
  /** address -> file of the repository that stands there */
  readonly files: ReadonlyMap<string, string>;
  readonly search: readonly SearchEntry[];
  /** of links that lead nowhere: the file, and the link as it is written */
  readonly broken: readonly string[];
}

/** Served at every address that has no page; the server fills in where the site is. */
const MISSING = renderMarkdown(
  '# No such page\n\nThe documentation has no page at this address. The menu and the search have all that there are.\n',
  (link) => link,
);

/** A list of a folder that something links to, as a page. */
function folderPage(root: string, folder: string, titleOf: (file: string) => string | undefined): string {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => `- [${titleOf(`${folder}/${name}`) ?? name}](${name})`);
  const name = posix.basename(folder);
  return `# ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${entries.join('\n')}\n`;
}

const titleIn = (markdown: string): string | undefined =>
  markdown.split('\n', 1)[0]?.replace(/^# /, '').replaceAll('`', '');

/** @param root of the repository */
export function makeSite(root: string): Site {
  const { sources, groups } = findSources(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const pageOf = new Map(sources.map(({ file, address }) => [file, address]));
  const files = new Map<string, string>();
  const broken: string[] = [];
  const rendered = new Map<string, Rendered>();
  const links: { from: string; link: string; address: string; id: string }[] = [];
  /** folder -> its page, for folders that something links to */
  const folders: string[] = [];

  const resolve = (file: string, address: string) => (link: string) => {
    if (/^[a-z][a-z+.-]*:/i.test(link)) return link;
    const [path = '', id = ''] = link.split('#');
    const target =
      path === '' ? file : posix.normalize(posix.join(posix.dirname(file), decodeURI(path))).replace(/\/$/, '');
    let to = pageOf.get(target);
    if (to === undefined) {
      const found = target.startsWith('..') ? undefined : statSync(join(root, target), { throwIfNoEntry: false });
      if (!found) {
        broken.push(`${file}: ${link}`);
        return link;
      }
      if (found.isDirectory()) {
        to = target === DECISIONS ? 'decisions/index.html' : `files/${target}/index.html`;
        if (!folders.includes(target)) folders.push(target);
      } else {
        to = `files/${target}`;
        files.set(to, target);
      }
    }
    if (id !== '') links.push({ from: file, link, address: to, id });
    const relative = posix.relative(posix.dirname(address), to);
    return id === '' ? relative : `${path === '' ? '' : relative}#${id}`;
  };

  for (const { file, address } of sources) rendered.set(address, renderMarkdown(read(file), resolve(file, address)));
  if (!folders.includes(DECISIONS)) folders.push(DECISIONS);
  // The list of a folder may name further files, but no further folder.
  for (const folder of [...folders]) {
    const address = folder === DECISIONS ? 'decisions/index.html' : `files/${folder}/index.html`;
    const list = folderPage(root, folder, (file) => (file.endsWith('.md') ? titleIn(read(file)) : undefined));
    rendered.set(address, renderMarkdown(list, resolve(`${folder}/index.md`, address)));
  }
  for (const { from, link, address, id } of links) {
    const known = rendered.get(address)?.headings.some((heading) => heading.id === id);
    if (!known) broken.push(`${from}: ${link}`);
  }

  const labelOf = (file: string) => LABELS[file] ?? rendered.get(addressOf(file))?.title ?? file;
  const menu: MenuGroup[] = groups.map(({ title, files: members }) => ({
    title,
    entries: members.map((file) => ({ label: labelOf(file), address: addressOf(file) })),
  }));
  const withMore = menu.map(({ title, entries }) => {
    if (title === 'Reference')
      return { title, entries: [...entries, { label: 'Calls (API)', address: '../api/docs' }] };
    if (title === 'Development')
      return { title, entries: [...entries, { label: 'Decisions', address: 'decisions/index.html' }] };
    return { title, entries };
  });
  const pages = new Map(
    [...rendered].map(([address, page]) => {
      const up = '../'.repeat(address.split('/').length - 1);
      return [address, pageHtml(page, { address, up, menu: withMore, version })];
    }),
  );
  pages.set('404.html', pageHtml(MISSING, { address: '404.html', up: '__DOCS__/', menu: withMore, version }));
  const search = [...rendered]
    .flatMap(([address, { title, sections }]) =>
      sections
        .filter(({ id, text }) => id !== '' || text !== '')
        .map(({ id, heading, text }) => ({ at: id === '' ? address : `${address}#${id}`, page: title, heading, text })),
    )
    .map((entry, id) => ({ id, ...entry }));
  return { pages, files, search, broken };
}

/**
 * @param root of the repository
 * @param out folder of the site; what is in it is deleted
 */
export async function buildDocs(root: string, out: string): Promise<void> {
  const { pages, files, search } = makeSite(root);
  rmSync(out, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  for (const [address, html] of pages) write(address, html);
  for (const [address, file] of files) cpSync(join(root, file), join(out, address), { recursive: true });
  write('search.json', JSON.stringify(search));
  for (const file of ['style.css', 'look.js']) cpSync(join(here, file), join(out, 'assets', file));
  cpSync(join(root, 'src/web/app/fonts/inter-latin.woff2'), join(out, 'assets/inter-latin.woff2'));
  cpSync(join(root, 'src/web/public/icon.svg'), join(out, 'assets/icon.svg'));
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    build: {
      lib: { entry: join(here, 'client.ts'), formats: ['es'], fileName: () => 'client.js' },
      outDir: join(out, 'assets'),
      emptyOutDir: false,
      minify: true,
      target: buildTargets,
    },
  });
  if (!existsSync(join(out, 'assets/client.js'))) throw new Error('The script of the documentation was not built.');
}
