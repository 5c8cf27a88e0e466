/**
 * Which files are pages of the documentation, and in which order the menu names them.
 *
 *   DocsSource, DocsGroup    a page, and pages below one heading of the menu
 *   findSources              every Markdown file that is a page
 *   LABELS                   names of pages in the menu
 *   DECISIONS                a folder of pages that have a list of their own
 *   addressOf                where the page of a file is, seen from the site's root
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';

export interface DocsSource {
  /** path in the repository */
  readonly file: string;
  /** path in the site */
  readonly address: string;
}

export interface DocsGroup {
  readonly title: string;
  /** in the order of the menu */
  readonly files: readonly string[];
}

/** Decisions are many: the menu has one link to their list. */
export const DECISIONS = 'docs/decisions';

const GROUPS: readonly DocsGroup[] = [
  {
    title: 'Guides',
    files: [
      'README.md',
      ...['install', 'deliver', 'test', 'promote', 'operate', 'upgrade'].map((name) => `docs/guides/${name}.md`),
    ],
  },
  {
    title: 'Reference',
    files: [
      'docs/formats.md',
      'docs/words.md',
      'docs/coverage.md',
      'docs/deviations.md',
      'docs/speed.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'Development',
    files: ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/tests.md', 'docs/mutation.md', 'docs/dependencies.md'],
  },
];

/** Names in the menu that are shorter than the page's title. */
export const LABELS: Readonly<Record<string, string>> = {
  'README.md': 'Overview',
  'CHANGELOG.md': 'Changelog',
  'CONTRIBUTING.md': 'Contributing',
  'docs/formats.md': 'Formats',
  'docs/words.md': 'Glossary',
  'docs/coverage.md': 'Coverage',
  'docs/deviations.md': 'Deviations',
  'docs/tests.md': 'Tests',
  'docs/dependencies.md': 'Packages',
};

export function addressOf(file: string): string {
  if (file === 'README.md') return 'index.html';
  const path = file.startsWith('docs/') ? file.slice('docs/'.length) : basename(file).toLowerCase();
  return path.replace(/\.md$/, '.html');
}

/** @param root of the repository */
export function findSources(root: string): { sources: DocsSource[]; groups: DocsGroup[] } {
  const found = globSync(['*.md', 'docs/*.md', 'docs/guides/*.md', `${DECISIONS}/*.md`], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  const named = new Set(GROUPS.flatMap(({ files }) => files));
  // A page without a place of its own goes to the end of the guides or of the last group.
  const others = found.filter((file) => !named.has(file) && !file.startsWith(`${DECISIONS}/`));
  const groups = GROUPS.map(({ title, files }, at) => ({
    title,
    files: [
      ...files.filter((file) => found.includes(file)),
      ...others.filter((file) => (file.startsWith('docs/guides/') ? at === 0 : at === GROUPS.length - 1)),
    ],
  }));
  return { sources: found.map((file) => ({ file, address: addressOf(file) })), groups };
}
