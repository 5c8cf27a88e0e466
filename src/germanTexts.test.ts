/** Every text of the screens exists in German, says the same with the same values, and is not left in English. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('web/texts', import.meta.url));
const filesIn = (path: string) => readdirSync(path).filter((file) => /^\w+\.ts$/.test(file));
const files = filesIn(folder);
/** The calendar brings its own. */
const OF_A_LIBRARY = 'pickers.ts';

/** Texts, and paths of functions, that are the same in both languages. */
const SAME = new Set([
  ...['LHD', 'RHD', 'CO2', 'PDF', 'OpenID Connect', 'disId', '100 %', '200 %', '400 %', 'LIVE', 'In Prod'],
  ...['meta…zip', 'static…zip', 'oneLayer…zip'],
  ...['.setTexts.rename.inAreas', '.shellTexts.version', '.uploadTexts.stateIn', '.viewerTexts.report.hash'],
  ...[
    'Version',
    'Name',
    'Status',
    'Upload',
    'Uploads',
    'Details',
    'Zoom',
    'Live',
    'live',
    'Webhook',
    'Webhooks',
    'Test',
    'Embargo',
  ],
]);
/** Words that German does not have. */
const ENGLISH = /\b(the|of|and|with|from|your|this|that|are|were|not|to|by|be|it|is|has|have|will|select|upload of)\b/i;

type Leaf = string | ((...values: never[]) => unknown);

/** @returns path -> text, or the function that makes it */
function leavesOf(value: unknown, path: string): [string, Leaf][] {
  if (typeof value === 'string' || typeof value === 'function') return [[path, value as Leaf]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}
const textsOf = async (file: string): Promise<Map<string, Leaf>> =>
  new Map(leavesOf(await import(join(folder, file)), ''));

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Each piece of text in a source, apart from keys and imports. */
function wordsIn(source: string): string[] {
  const visit = (node: Node): string[] => {
    if (node.type === 'ImportDeclaration') return [];
    if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
    if (node.type === 'TemplateElement') return [(node['value'] as { raw: string }).raw];
    const inner = Object.entries(node).filter(([name]) => !(node.type === 'Property' && name === 'key'));
    return inner
      .flatMap(([, value]) => value)
      .filter(isNode)
      .flatMap(visit);
  };
  return visit(parseSync('a.ts', source).program as unknown as Node);
}
const source = (text: Leaf): string => String(text).replace(/\s+|: string/g, ' ');

it('each file of texts has one in German', () => expect(filesIn(join(folder, 'de'))).toEqual(files));

describe.each(files.filter((file) => file !== OF_A_LIBRARY))('%s in German', (file) => {
  it('has the same texts, made of the same values', async () => {
    const [english, german] = await Promise.all([textsOf(file), textsOf(`de/${file}`)]);
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of english) {
      const other = german.get(path);
      expect(typeof other, path).toBe(typeof text);
      if (typeof text === 'function') expect((other as (...values: never[]) => unknown).length, path).toBe(text.length);
    }
  });

  it('is German', async () => {
    const [english, german] = await Promise.all([textsOf(file), textsOf(`de/${file}`)]);
    const left = [...english].filter(([path, text]) => {
      const other = german.get(path) ?? '';
      if (typeof text === 'string') return text === other && /\p{L}/u.test(text) && !SAME.has(text);
      return (
        source(text) === source(other) &&
        !SAME.has(path) &&
        wordsIn(`(${text})`).some((words) => /\p{L}{2}/u.test(words))
      );
    });
    expect(left).toEqual([]);
    const words = wordsIn(readFileSync(join(folder, 'de', file), 'utf8'));
    expect(words.filter((text) => ENGLISH.test(text))).toEqual([]);
  });
});

it('the search for English finds it', () => {
  const found = wordsIn("import a from 'the b'; const c = { 'of it': (n) => (n ? 'two' : `with $" + '{n}`) };');
  expect(found).toEqual(['two', 'with ', '']);
  expect(ENGLISH.test('Loading the files')).toBe(true);
});
