/**
 * Bundles the server: one file of JavaScript for each process and thread that it starts, and the parts that they share, all
 * in one folder.
 *
 *   bundleServer
 *   EXTERNAL       packages that stay packages
 *   API_PAGE       where the files of the calls' page are in a checkout; `api-page` in the package
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { builtins, libraries } from './starts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const server = resolve(root, 'src/server');

/** Packages with native code, or that read files of their own while they run. */
export const EXTERNAL: readonly string[] = ['sharp', 'libxml2-wasm'];
/** Files of a package that browsers load; the bundle has copies. */
export const API_PAGE = 'node_modules/@fastify/swagger-ui/static';
/** What pg asks for and does without. */
const ABSENT = ['pg-native'];

/** What the package's command imports, by these names. */
const COMMAND = ['server/cli.ts', 'server/nativePool.ts', 'server/codeCache.ts'];
/** Modules that run as threads of their own. */
const THREADS = [
  'server/quality/reportWorker.ts',
  'server/staticImages/pdfThread.ts',
  'server/platform/database/sqliteThread.ts',
  'server/pictures/prepareThread.ts',
  'server/xmlFiles/thread.ts',
  'server/catalogue/manifestThread.ts',
  'paint/worker.ts',
];
const ENTRIES = [...COMMAND, ...THREADS];

/**
 * A running server starts threads late. Their files have other names in each build, as all others have, so that one whose
 * package was replaced never runs code of another version: the file is not there.
 */
const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
for (const file of globSync('src/{contract,engine,paint,server}/**/*.{ts,wasm}', { cwd: root }).sort()) {
  hash.update(file).update(readFileSync(join(root, file)));
}
const BUILD = hash.digest('hex').slice(0, 8);

/** @returns the entry's file name in the bundle, without its ending */
const nameOf = (entry: string): string => {
  const name = entry
    .replace(/^server\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');
  return THREADS.includes(entry) ? `${name}-${BUILD}` : name;
};

const ADDRESS = /new URL\(\s*(['"`])([^'"`]*)\1,\s*import\.meta\.url,?\s*\)/g;

/**
 * Modules find threads and files beside them by `new URL('…', import.meta.url)`. In the bundle, a thread is the file of its
 * entry, and other files stand where they stand in the sources, seen from lib/server in place of src/server.
 */
const addresses: Plugin = {
  name: 'addresses',
  transform: {
    filter: { id: /\/src\/(server|paint)\/.*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const changed = code.replace(ADDRESS, (_, quote: string, path: string) => {
        const target = resolve(id, '..', path);
        const entry = ENTRIES.find((one) => resolve(root, 'src', one) === target);
        if (entry) return `new URL('./${nameOf(entry)}.js', import.meta.url)`;
        if (path.endsWith('.ts')) this.error(`${id} starts ${path}, which is not among the entries of the bundle`);
        const from = relative(server, resolve(id, '..')) || '.';
        const place = path.replace('.build/', '').replace(API_PAGE, 'api-page');
        return `new URL(${quote}${place}${quote}, new URL('./${from}/', import.meta.url))`;
      });
      if (code.replace(ADDRESS, '').includes('import.meta.url')) {
        this.error(`${id} uses import.meta.url in a way that the bundle does not know`);
      }
      // The lines stay the same.
      return { code: changed, map: null };
    },
  },
};

/**
 * Writes the bundle and its source maps.
 * @param folder gets the files; its siblings are what `src/server` has beside it
 */
export async function bundleServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), resolve(root, 'src', entry)])),
    platform: 'node',
    external: (id) => [...EXTERNAL, ...ABSENT].some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [addresses, libraries, builtins],
    checks: { bundlerTimings: false },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  // Stacks name files and lines of the sources; the sources themselves would be half of the package.
  for (const file of globSync('*.map', { cwd: folder })) {
    const { sourcesContent, ...map } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
    writeFileSync(join(folder, file), JSON.stringify(map));
  }
}
