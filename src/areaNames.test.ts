/** The areas are spelled Embargo, Pre-Prod and Prod wherever users read them: on the screens, in the guides, in the README. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { AREA_NAMES } from './contract/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SPELLINGS = new Set<string>(Object.values(AREA_NAMES));
/** Texts that the specification quotes (docs/deviations.md). */
const QUOTED = new Set([
  'Embargo to Pre-Production',
  'Embargo to Production',
  'Pre-Production to Production',
  'Embargo -> Pre-Production',
  'Embargo -> Production',
  'Last promotion to pre-prod',
  'Last promotion to prod',
  'Refresh caches for Preprod',
]);

/** @returns the names of areas in a text that are spelled otherwise */
function misspelled(text: string): string[] {
  // Not in addresses, settings, file names and words such as `reproduce`.
  const names = text.match(/(?<![\w/.:_-])(?:embargo|pre[- ]?prod(?:uction)?|prod)(?![\w/:=]|[.-]\w)/gi) ?? [];
  return names.filter((name) => !SPELLINGS.has(name));
}

/** Every text in a source: strings and parts of templates, but no keys and no names of files. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    else if (node !== null && typeof node === 'object') {
      const { type, key: _key, source: _source, ...rest } = node as Record<string, unknown>;
      if (typeof type === 'string' && /^(TS|ImportDeclaration|BinaryExpression|MemberExpression)/.test(type)) {
        // Values that are compared and types are no texts.
        if (!/^TS(As|Satisfies)Expression/.test(type)) return;
        visit(rest['expression']);
        return;
      }
      if (type === 'Literal' && typeof rest['value'] === 'string') texts.push(rest['value']);
      if (type === 'TemplateElement') texts.push((rest['value'] as { cooked: string }).cooked);
      for (const value of Object.values(rest)) visit(value);
    }
  };
  visit(parseSync('texts.ts', source).program.body);
  return texts.filter((text) => !QUOTED.has(text));
}

/** What a reader sees of Markdown as words: neither code nor where links lead. */
const wordsIn = (markdown: string): string =>
  markdown
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/^ {4}.*$/gm, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');

const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(ending) && !file.includes('.test.'))
    .map((file) => join(folder, file));

describe('names of areas', () => {
  it.each([...filesIn('src/web/texts', '.ts'), ...filesIn('src/web/texts/de', '.ts')])('%s', (file) => {
    const texts = textsIn(readFileSync(join(root, file), 'utf8'));
    expect(texts.flatMap((text) => misspelled(text).map((name) => `${name}: ${text}`))).toEqual([]);
  });

  it.each([
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
    ...filesIn('docs', '.md').filter((file) => file !== join('docs', 'deviations.md')),
    ...filesIn('docs/guides', '.md'),
  ])('%s', (file) => {
    const lines = wordsIn(readFileSync(join(root, file), 'utf8')).split('\n');
    expect(lines.flatMap((line) => misspelled(line).map((name) => `${name}: ${line}`))).toEqual([]);
  });

  it.each([
    ['Pre-prod has it', ['Pre-prod']],
    ['in preprod, PROD and the embargo.', ['preprod', 'PROD', 'embargo']],
    ['Preproduction or Pre Prod', ['Preproduction', 'Pre Prod']],
    ['Embargo, Pre-Prod and Prod', []],
    ['/preprod/api, LACQUER_PROD_URL, promote:prod, reproduce, prod.example.com', []],
  ])('%s', (text, wrong) => expect(misspelled(text)).toEqual(wrong));

  it('finds them in sources and in Markdown', () => {
    expect(textsIn("export const a = { prod: 'x', b: (c: 'prod') => `in $" + '{c} prod` };')).toEqual([
      'x',
      'in ',
      ' prod',
    ]);
    expect(misspelled(wordsIn('see `prod` and [preprod](prod.md)'))).toEqual(['preprod']);
  });
});
