/**
 * `npm run package`: makes the package that is installed anywhere, `.build/lacquer-<version>.tgz`.
 *
 *   node scripts/package/main.ts [folder]     leaves the package's files in `folder` too (.build/package)
 *
 * It holds the bundled server and web app, what they read, a bill of materials and the licences of all code in it. What cannot
 * be bundled is a dependency, in the versions of the lock file, and so is the Node that it runs with.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_PAGE, bundleServer, EXTERNAL } from './bundle.ts';
import { licenceTexts } from './licences.ts';
import { findLocked } from './locked.ts';
import { BUILD_TOOLS } from './shipped.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, '.build/package'));
const from = (path: string) => join(root, path);
const to = (path: string) => join(folder, path);
const copy = (source: string, target = source) => cpSync(from(source), to(target), { recursive: true });
const runNode = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });

const own = JSON.parse(readFileSync(from('package.json'), 'utf8')) as {
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const pick = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, own.dependencies[name] ?? '']));

rmSync(folder, { recursive: true, force: true });
for (const path of ['bin', 'man']) mkdirSync(to(path), { recursive: true });
runNode(from('scripts/build.ts'));
await bundleServer(to('lib/server'));
copy('.build/web', 'web');
copy('.build/docs', 'docs');
copy('formats');
copy('src/paint/kernel.wasm', 'lib/paint/kernel.wasm');
copy('src/server/staticImages/fonts', 'lib/server/staticImages/fonts');
mkdirSync(to('api-page'), { recursive: true });
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) copy(`${API_PAGE}/${file}`, `api-page/${file}`);
copy('src/server/access/commonPasswords.txt', 'lib/server/access/commonPasswords.txt');
for (const file of ['CHANGELOG.md', 'LICENSE', 'README.md', 'deploy', 'docs/guides']) copy(file);
copy('scripts/package/lacquer.mjs', 'bin/lacquer.mjs');
chmodSync(to('bin/lacquer.mjs'), 0o755);
writeFileSync(to('man/lacquer.1'), execFileSync(process.execPath, [from('src/server/cli.ts'), 'manual']));
runNode(from('scripts/sbom.ts'), to('lacquer.cdx.json'));
const bundled = Object.keys(own.dependencies).filter((name) => ![...BUILD_TOOLS, ...EXTERNAL].includes(name));
writeFileSync(
  to('THIRD-PARTY.txt'),
  licenceTexts(root, Object.keys(findLocked(root, { dependencies: pick(bundled) }))),
);
const now = new Date().toISOString();
const manifest = {
  name: '@lacquer/server',
  version: own.version,
  description: own.description,
  license: own.license,
  type: 'module',
  engines: { node: '>=20' },
  bin: { lacquer: 'bin/lacquer.mjs' },
  man: ['man/lacquer.1'],
  dependencies: pick(EXTERNAL),
  optionalDependencies: own.optionalDependencies,
  builtAt: { backend: now, frontend: statSync(from('.build/web/index.html')).mtime.toISOString() },
};
writeFileSync(to('package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const { name, version } = manifest;
const packages = { '': manifest, ...findLocked(root, manifest) };
const shrinkwrap = { name, version, lockfileVersion: 3, requires: true, packages };
writeFileSync(to('npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, null, 2)}\n`);

const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', from('.build')], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }),
) as { unpackedSize: number }[];
const file = `.build/lacquer-${version}.tgz`;
// npm names the file after scope and package.
renameSync(from(`.build/lacquer-server-${version}.tgz`), from(file));
console.log(`${file}: ${Math.round((packed?.unpackedSize ?? 0) / 1e6)} MB unpacked`);
