/**
 * The map is true: the drawing shows the imports as they are, the table names every domain, and the files, folders, links,
 * npm scripts and names of code in the documents exist.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawArchitecture } from '../scripts/drawArchitecture.ts';
import { readImports, transitiveReduction } from '../scripts/imports.ts';
import { layOut } from '../scripts/layout.ts';
import { GLOBAL_CONFIG_KINDS } from './engine/packNames.ts';
import { PACK_LIMITS } from './server/delivery/limits.ts';
import { XML_BYTES } from './server/xmlFiles/formats.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** folders of src/server that are not domains */
const NOT_DOMAINS = ['cli', 'migrations', 'testing'];

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...below('docs').filter((file) => file.endsWith('.md'))];

describe('the drawing', () => {
  it('shows the imports as they are', () => {
    const upToDate = drawArchitecture(root) === read('docs/architecture.svg');
    expect(upToDate, 'Imports between rooms or domains changed: run `npm run drawing`').toBe(true);
  });

  it('leaves out arrows that follow from others', () => {
    const graph = new Map([
      ['a', new Set(['b', 'c'])],
      ['b', new Set(['c'])],
      ['c', new Set<string>()],
    ]);
    expect([...(transitiveReduction(graph).get('a') ?? [])]).toEqual(['b']);
  });

  it('has every arrow point down, also one that passes a row', () => {
    const graph = new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set<string>()],
      ['d', new Set<string>()],
    ]);
    const { rows, arrows } = layOut(graph);
    expect(rows.map((row) => row.filter((node) => node !== undefined).sort())).toEqual([['c', 'd'], ['b'], ['a']]);
    expect(rows[1]).toHaveLength(2);
    for (const points of arrows) {
      expect(points.map(({ row }) => row)).toEqual(points.map((_, i) => (points[0]?.row ?? 0) - i));
    }
  });

  it('refuses a circle', () => {
    const circle = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['a'])],
    ]);
    expect(() => layOut(circle)).toThrow('a circle of imports: a -> b -> a');
  });
});

describe('docs/architecture.md', () => {
  it('has a row for each domain of the server, and for no other', () => {
    const domains = [...readImports(join(root, 'src/server'), NOT_DOMAINS).keys()];
    const [, table = ''] = read('docs/architecture.md').split('| domain | does |');
    const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows.toSorted()).toEqual(domains);
  });
});

describe('docs/words.md', () => {
  const words = read('docs/words.md');

  it('has a section for each domain of the server', () => {
    const sections = [...words.matchAll(/^## `(\w+)`$/gm)].map(([, name]) => name);
    expect(sections.toSorted()).toEqual([...readImports(join(root, 'src/server'), NOT_DOMAINS).keys()]);
  });

  it('gives each word one meaning', () => {
    // The last section has the same words in German.
    const meanings = words.split('## In German')[0] ?? '';
    const rows = [...meanings.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, heads = '']) => heads.split(', '));
    const headed = rows.flat().filter((word) => !/^(word|---)$/.test(word));
    expect(headed.length).toBeGreaterThan(60);
    expect(headed.filter((word, i) => headed.indexOf(word) !== i)).toEqual([]);
  });

  it('code uses none of the names and phrases that plainer ones replaced', () => {
    const replaced =
      /\b(takenBy|onTheWay|stillMay|ofNobody|openRunning|evenHidden|leftByWork|hadParts|takeBack|giveBack|oneAtATime|NotYours|FailureWords|OF_THIS_PLACE|HERE_BEFORE|LeftPlace|lessLeft|LESS_GREEN|NAMES_TOLD|(MOST|LEAST)_[A-Z]+)\b|\b(is nobody|of this place|nobody waits for|goes on behind|becomes? of (it|them|each)|became of (it|them|each|a pack))\b/;
    const sources = below('src').filter((file) => /\.tsx?$/.test(file) && file !== 'src/architecture.test.ts');
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.filter((file) => replaced.test(read(file)))).toEqual([]);
  });

  it('code names no value with a word that says nothing of it', () => {
    // Each of these stood for many things: requests, deleted packs, the output of a process, stored rows.
    const vague = /\b(?:const|let)\s+(?:[[{][^=;]*?\b)?(?:asked|gone|kept|told|said)\b[^=;]*=/;
    const sources = ['src', 'bench', 'e2e', 'scripts', 'demo'].flatMap(below).filter((file) => /\.tsx?$/.test(file));
    expect(sources.length).toBeGreaterThan(1300);
    expect(sources.filter((file) => vague.test(read(file)))).toEqual([]);
  });

  it('code passes no list of unknown length as arguments: some 100,000 are more than the stack holds', () => {
    const sources = below('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/testing/'));
    expect(sources.length).toBeGreaterThan(800);
    expect(sources.filter((file) => /\.(push|unshift)\(\s*\.\.\./.test(read(file)))).toEqual([]);
  });
});

describe('files of the product', () => {
  const MAX_LINES = 250;
  /** Longer files that hold one thing all the same. */
  const LONGER: Readonly<Record<string, string>> = {
    'src/engine/quality/sat.ts': 'one algorithm, whose steps share their state',
    'src/server/schema.ts': 'the tables, one after the other',
  };
  const sources = below('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/testing/'));
  const isLong = (file: string) => read(file).split('\n').length - 1 > MAX_LINES;

  it(`have at most ${MAX_LINES} lines: a longer one holds more than one thing`, () => {
    expect(sources.length).toBeGreaterThan(800);
    expect(sources.filter((file) => isLong(file) && !(file in LONGER))).toEqual([]);
  });

  it('of a screen have at most 200', () => {
    const screens = sources.filter((file) => file.startsWith('src/web/screens/'));
    expect(screens.length).toBeGreaterThan(100);
    expect(screens.filter((file) => read(file).split('\n').length - 1 > 200)).toEqual([]);
  });

  it('the exceptions are needed', () => {
    expect(Object.keys(LONGER).filter((file) => !sources.includes(file) || !isLong(file))).toEqual([]);
  });
});

describe('docs/formats.md', () => {
  it.each(GLOBAL_CONFIG_KINDS)('has a row for %s, with its schema', (kind) => {
    expect(read('docs/formats.md')).toContain(`| \`${kind}*.xml\` | \`${kind}.xsd\` |`);
    expect(existsSync(join(root, 'formats', `${kind}.xsd`))).toBe(true);
  });

  it('tells the limits that packs are held to', () => {
    const { entries, entryBytes, ratio, side, pixels } = PACK_LIMITS;
    const grouped = (number: number) => number.toLocaleString('en');
    const rows = [
      `| entries | ${grouped(entries)} |`,
      `| one entry, inflated | ${entryBytes / 1024 ** 2} MiB; XML ${XML_BYTES / 1024 ** 2} MiB |`,
      `| inflated bytes per byte of the pack | ${ratio} |`,
      `| a picture | ${grouped(side)} px wide or high, ${pixels / 1e6} Mpx`,
    ];
    expect(rows.filter((row) => !read('docs/formats.md').includes(row))).toEqual([]);
  });

  it('no kind begins with the name of another, for files are matched by the start of their name', () => {
    const beginnings = GLOBAL_CONFIG_KINDS.filter((kind) =>
      GLOBAL_CONFIG_KINDS.some((other) => other !== kind && other.startsWith(kind)),
    );
    expect(beginnings).toEqual([]);
  });
});

/** a name in `code` that can only be a file of ours: examples of packs and of a user's files end otherwise */
const FILE = /`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|xsd|md|svg))`/g;
const files = ['src', 'scripts', 'demo', 'bench', 'e2e', 'formats', 'docs'].flatMap(below);
/** Whether there is such a file: named by its path, or by the end of it. */
const exists = (name: string) => existsSync(join(root, name)) || files.some((file) => file.endsWith(`/${name}`));

/** a path in `code` that ends like a folder */
const FOLDER = /`((?:src|scripts|demo|bench|e2e|formats|deploy|docs)(?:\/[\w.-]+)*)\/?`/g;
const SCRIPT = /npm run (?:-s )?([\w:]+)/g;
const scriptNames = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

/** Documents that send readers to functions, types and tables of our code. */
const NAME_CODE = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/tests.md'];
/** `camelCase`, `PascalCase` of two words, and `CONSTANT`; variables of the environment have tests of their own */
const CODE_NAME = /`(?!LACQUER_)([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[A-Z_]*)(?:\([^`]*\))?`/g;

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  it('names files that exist', () => {
    const named = [...text.matchAll(FILE)].map(([, file = '']) => file);
    expect(named.filter((file) => !exists(file))).toEqual([]);
  });

  it('names folders and npm scripts that exist', () => {
    const folders = [...text.matchAll(FOLDER)].map(([, folder = '']) => folder);
    expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
    const scripts = [...text.matchAll(SCRIPT)].map(([, script = '']) => script);
    expect(scripts.filter((script) => !scriptNames.includes(script))).toEqual([]);
  });

  it('has links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\((?!https?:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, file = '', anchor]) => {
      const target = file === '' ? document : relative(root, join(root, dirname(document), file));
      if (!existsSync(join(root, target))) return true;
      if (anchor === undefined) return false;
      return ![...read(target).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe('names of code', () => {
  const sources = files.filter((file) => /\.tsx?$/.test(file) && file !== 'src/architecture.test.ts').map(read);
  const known = new Set(sources.flatMap((source) => source.match(/[A-Za-z_]\w*/g) ?? []));

  it.each(NAME_CODE)('in %s are in the sources', (document) => {
    const names = [...read(document).matchAll(CODE_NAME)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});
