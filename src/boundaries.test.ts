/**
 * Which room may import which, proven: the linter refuses a violating file in each room, the domains of the server
 * import only what stands before them in `DOMAINS`, and what only tests need stands in `testing/` folders.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { IMPORT } from '../scripts/imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The server's domains in their order, as in docs/architecture.md: each imports only those before it. */
const DOMAINS = [
  'platform',
  'journal',
  'access',
  'openApi',
  'events',
  'webhooks',
  'xmlFiles',
  'globalConfigs',
  'catalogue',
  'configuration',
  'pictures',
  'thumbnails',
  'delivery',
  'assetProfiles',
  'staticImages',
  'promotion',
  'quality',
  'files',
  'batchJobs',
  'home',
  'administration',
];
/** Put the domains together, so they import any of them. */
const COMPOSITION = [
  'app.ts',
  'apiDocs.ts',
  'calls.ts',
  'mounts.ts',
  'context.ts',
  'store.ts',
  'jobs.ts',
  'start.ts',
  'codeCache.ts',
  'nativePool.ts',
  'main.ts',
  'worker.ts',
  'cli.ts',
  'cli',
  'firstAdministrator.ts',
  'serverChecks.ts',
  'traces.ts',
];
/** Used by tests only; tests may reach for the whole app. */
const FOR_TESTS = /\.test\.tsx?$|(^|\/)testing\//;
/** What every domain shares: they import no domain but platform, and each other. */
const SHARED = [
  'config.ts',
  'environment.ts',
  'settingGroups.ts',
  'settingRules.ts',
  'settingAddresses.ts',
  'settingValues.ts',
  'schema.ts',
  'handlers.ts',
  'migrations',
];

/** The first part of a path below src/server: a domain, or a file beside them. */
const partOf = (path: string) => path.split('/')[0] ?? '';

/**
 * @param file path below src/server
 * @returns a sentence for each import that goes the wrong way
 */
function violations(file: string, source: string): string[] {
  const own = partOf(file);
  if (COMPOSITION.includes(own)) return [];
  const mayImport = (other: string) => {
    if (other === own || other.startsWith('..')) return true;
    if (SHARED.includes(own)) return other === 'platform' || SHARED.includes(other);
    if (SHARED.includes(other)) return true;
    return DOMAINS.includes(other) && DOMAINS.indexOf(other) < DOMAINS.indexOf(own);
  };
  const known = DOMAINS.includes(own) || SHARED.includes(own);
  return [
    ...(known ? [] : [`${file}: ${own} has no place in the order of domains; give it one in src/boundaries.test.ts`]),
    ...[...source.matchAll(IMPORT)]
      .map((match) => posix.normalize(posix.join(posix.dirname(file), match[1] ?? '')))
      .filter((target) => !mayImport(partOf(target)))
      .map((target) => `${file} imports ${target}, which does not stand before it`),
  ];
}

function sourcesBelow(folder: string): { file: string; source: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(folder, path), source: readFileSync(path, 'utf8') }));
}

describe('the order of the server’s domains', () => {
  const sources = sourcesBelow(join(root, 'src/server')).filter(({ file }) => !FOR_TESTS.test(file));

  it('finds the sources', () => {
    expect(sources.length).toBeGreaterThan(40);
  });

  it('is the one that docs/architecture.md tells', () => {
    const documented = /^ {4}platform <- [^`]*?<- app$/m.exec(
      readFileSync(join(root, 'docs/architecture.md'), 'utf8'),
    )?.[0];
    expect(documented?.split('<-').map((name) => name.trim())).toEqual([...DOMAINS, 'app']);
  });

  it('is kept by every file', () => {
    expect(sources.flatMap(({ file, source }) => violations(file, source))).toEqual([]);
  });

  it.each([
    ['journal/x.ts', `import { a } from '../access/access.ts';`],
    ['journal/x.ts', `import type { A } from '../access/access.ts';`],
    ['journal/deep/x.ts', `export * from '../../catalogue/refs.ts';`],
    ['platform/jobs/x.ts', `const a = await import('../../delivery/jobs.ts');`],
    ['platform/x.ts', `import { b } from '../app.ts';`],
    ['schema.ts', `import '../server/catalogue/refs.ts';\nimport './catalogue/refs.ts';`],
    ['catalogue/x.ts', `import {\n  a,\n  b,\n} from '../promotion/promotion.ts';`],
    ['novelty/x.ts', ''],
  ])('catches a violation: %s %s', (file, source) => {
    expect(violations(file, source)).not.toEqual([]);
  });

  it.each([
    ['access/x.ts', `import { a } from '../journal/journal.ts';`],
    ['delivery/x.ts', `import { a } from './upload.ts';\nimport { b } from '../../engine/meta.ts';`],
    ['app.ts', `import { a } from './delivery/upload.ts';`],
  ])('lets the right direction pass: %s %s', (file, source) => {
    expect(violations(file, source)).toEqual([]);
  });
});

describe('the platform', () => {
  const platform = join(root, 'src/server/platform');
  /** @returns imports that leave the folder, `file imports target` */
  const leaving = ({ file, source }: { file: string; source: string }) =>
    [...source.matchAll(IMPORT)]
      .map((match) => posix.normalize(posix.join(posix.dirname(file), match[1] ?? '')))
      .filter((target) => target.startsWith('..'))
      .map((target) => `${file} imports ${target}`);

  it('imports nothing else of ours, and its tests do not either', () => {
    const sources = sourcesBelow(platform);
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.flatMap(leaving)).toEqual([]);
  });

  it('has no word of the product in it', () => {
    const WORDS = /\b(lacquer_?\w*|cars?|packs?|suppliers?|layers?|areas?|embargo|dis_?ids?|lcdv|viewports?)\b/gi;
    /** how the service that tests run on is named to them, and folders of tests */
    const OF_TESTS = /LACQUER_TEST_(POSTGRES|S3)|lacquer-test-/g;
    const found = sourcesBelow(platform).flatMap(({ file, source }) =>
      [...source.replaceAll(OF_TESTS, '').matchAll(WORDS)].map(([word]) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['jobs/x.ts', `import type { Tables } from '../../schema.ts';`],
    ['http/x.test.ts', `import { routes } from '../../../contract/index.ts';`],
    ['threads/x.ts', `import { createFairQueue } from '../../../engine/fairQueue.ts';`],
  ])('a violation is caught: %s %s', (file, source) => {
    expect(leaving({ file, source })).toHaveLength(1);
  });
});

/** @returns every module that a file loads, directly or through others; types are not loaded */
function loadedBy(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const source = readFileSync(entry, 'utf8').replaceAll(/^(?:import|export) type .*$/gm, '');
  for (const [, from = ''] of source.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)) {
    if (from.startsWith('.')) loadedBy(join(dirname(entry), from), seen);
    else seen.add(from);
  }
  return seen;
}

describe('what somebody sends is parsed in threads that can be ended', () => {
  it('no process loads the XML library on the thread that serves requests or runs jobs', () => {
    const server = (file: string) => [...loadedBy(join(root, 'src/server', file))];
    for (const file of ['main.ts', 'worker.ts', 'cli.ts']) expect(server(file)).not.toContain('libxml2-wasm');
    expect(server('main.ts')).toContain('fastify');
    expect(server('xmlFiles/thread.ts')).toContain('libxml2-wasm');
  });
});

describe('test helpers', () => {
  /** where the processes, the threads of libraries and the page begin; the last one is what the build writes into the page */
  const ENTRIES = ['server/main.ts', 'server/worker.ts', 'server/cli.ts', 'web/main.tsx', 'web/texts/page.ts'];
  /** a module that is loaded by address: a thread */
  const THREAD = /new URL\(\s*['"](\.{1,2}\/[^'"]+\.ts)['"]/g;
  const src = join(root, 'src');
  // The kernel is compiled by a compiler of its own, whose imports have no extension.
  const product = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.d)\.tsx?$/.test(file) && !FOR_TESTS.test(file) && !file.startsWith('paint/assembly/'),
  );
  const importsOf = (file: string, source = readFileSync(join(src, file), 'utf8')) =>
    [...source.matchAll(IMPORT), ...source.matchAll(THREAD)].map(([, path = '']) =>
      posix.normalize(posix.join(posix.dirname(file), path)),
    );

  /** The build takes the texts of another language in place of the English ones. */
  const inGerman = (file: string) => file.replace(/^web\/texts\//, 'web/texts/de/');

  it('are imported by no file of the product', () => {
    const imports = product.flatMap((file) => importsOf(file).map((target) => `${file} imports ${target}`));
    expect(imports.length).toBeGreaterThan(1000);
    expect(imports.filter((one) => FOR_TESTS.test(one))).toEqual([]);
  });

  it('stand in testing/ folders: all other files are part of what runs', () => {
    const runs = new Set(ENTRIES);
    for (const file of runs) {
      for (const target of [...importsOf(file), inGerman(file)]) if (product.includes(target)) runs.add(target);
    }
    expect(product.filter((file) => !runs.has(file))).toEqual([]);
  });
});

/** Files that go the wrong way, and others that do not; the linter sees them in a folder of its own with our rules. */
const WRONG = [
  ['src/contract/a.ts', '../engine/meta.ts'],
  ['src/contract/b.ts', '../server/app.ts'],
  ['src/contract/c.ts', 'node:fs'],
  ['src/engine/a.ts', '../paint/index.ts'],
  ['src/engine/b.ts', '../server/app.ts'],
  ['src/engine/c.ts', 'node:fs'],
  ['src/paint/a.ts', '../server/app.ts'],
  ['src/paint/b.ts', '../web/main.tsx'],
  ['src/web/ui/a.ts', '../../server/app.ts'],
  ['src/web/b.ts', '../paint/index.ts'],
  ['src/web/c.ts', 'node:fs'],
  ['src/server/catalogue/a.ts', '../../web/app/router.tsx'],
] as const;
const RIGHT = [
  ['src/engine/right.ts', '../contract/words.ts'],
  ['src/paint/right.ts', '../engine/layers.ts'],
  ['src/web/right.ts', '../engine/lcdv.ts'],
  ['src/server/right.ts', '../paint/index.ts'],
] as const;

/** @returns the files in which the linter found an import across a boundary */
function refused(files: readonly (readonly [file: string, imported: string])[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-boundaries-'));
  try {
    const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as Record<string, unknown>;
    const { $schema: _, ...rules } = config;
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }));
    for (const [file, imported] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import { a } from '${imported}';\n\nexport const used = a;\n`);
    }
    const args = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json', '.'];
    const biome = join(root, 'node_modules/.bin/biome');
    const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] };
    return diagnostics.filter((d) => d.category.endsWith('noRestrictedImports')).map((d) => d.location.path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the linter’s boundaries between the rooms', () => {
  const found = refused([...WRONG, ...RIGHT]);

  it.each(WRONG)('refuse that %s imports %s', (file) => {
    expect(found).toContain(file);
  });

  it.each(RIGHT)('let %s import %s', (file) => {
    expect(found).not.toContain(file);
  });
});
