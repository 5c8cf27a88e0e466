// Makes a clone ready: installs the npm packages of the lock file that are not there yet.
// Plain JavaScript for any Node 20 or newer: it runs before the project's own Node 24 is there.
//
//   node scripts/setup.mjs           everything but what only benchmarks and mutation testing need
//   node scripts/setup.mjs run       only what it takes to build and to run: npm start, npm run demo
//   node scripts/setup.mjs bench     everything, and what the benchmarks compare with
//   node scripts/setup.mjs mutation  everything, and StrykerJS
//   node scripts/setup.mjs clients   everything, and generators of OpenAPI clients
//   node scripts/setup.mjs schemas   everything, and the schemas of Compose and Kubernetes
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A terminal shows one line that changes; a log gets fewer lines. */
const PROGRESS_INTERVAL_MS = process.stdout.isTTY ? 1000 : 10_000;
/**
 * npm warns when a package does not support the Node that runs npm. The packages run on the project's Node instead, and
 * src/dependencies.slow.test.ts proves that they all support it. None of them needs an install script.
 */
const FLAGS = ['--loglevel=error', '--no-progress', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
const isWindows = process.platform === 'win32';

/** Runs npm and prints how many of `paths` are there. Exits with npm's code when it fails. */
async function runNpm(folder, args, paths) {
  const start = performance.now();
  const print = (verb, count) => {
    const line = `${verb} ${count} packages, ${Math.round((performance.now() - start) / 1000)} s`;
    process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
  };
  print('Installing:', paths.length);
  const progress = setInterval(() => {
    const installed = paths.filter((path) => existsSync(`${folder}/${path}/package.json`));
    print('Installing:', `${installed.length} of ${paths.length}`);
  }, PROGRESS_INTERVAL_MS);
  const child = spawn('npm', [...args, ...FLAGS], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  clearInterval(progress);
  if (code !== 0) {
    console.error(`npm ${args.join(' ')} failed in ${folder}, see above.`);
    process.exit(code ?? 1);
  }
  print('Installed', paths.length);
  if (process.stdout.isTTY) console.log();
}

/**
 * Adds to each package the address of its archive. The committed lock file has none, because they name a registry; npm would
 * ask the registry for each package, and fetch archives again that it has in its cache.
 */
function addAddresses(packages) {
  const registry = execFileSync('npm', ['config', 'get', 'registry', '--loglevel=error'], {
    encoding: 'utf8',
    shell: isWindows,
  })
    .trim()
    .replace(/\/$/, '');
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.inBundle) continue;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    entry.resolved = `${registry}/${name}/-/${name.split('/').pop()}-${entry.version}.tgz`;
  }
}

/** Installs into a folder below .build/, and puts node_modules in its place when it is whole. */
async function installAnew(folder, args, lock, paths) {
  const stage = `${root}.build/setup`;
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  addAddresses(lock.packages);
  cpSync(`${folder}/package.json`, `${stage}/package.json`);
  writeFileSync(`${stage}/package-lock.json`, JSON.stringify(lock));
  await runNpm(stage, ['ci', ...args], paths);
  if (existsSync(`${folder}/node_modules`)) renameSync(`${folder}/node_modules`, `${stage}/old`);
  renameSync(`${stage}/node_modules`, `${folder}/node_modules`);
  rmSync(stage, { recursive: true, force: true });
}

/**
 * @param level 'run' leaves out what only tests need; a folder that once had 'all' keeps it
 * @param without kinds of packages that the folder above has
 */
async function install(folder, level, without = []) {
  const text = readFileSync(`${folder}/package-lock.json`, 'utf8');
  const digest = createHash('sha256').update(text).digest('hex');
  const stamp = `${folder}/node_modules/.lacquer-setup`;
  const [installedDigest, installedLevel] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const wanted = installedLevel === 'all' ? 'all' : level;
  if (installedDigest === digest && installedLevel === wanted) return;

  const omitted = wanted === 'run' ? [...without, 'dev'] : without;
  const lock = JSON.parse(text);
  const paths = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.optional && !omitted.some((kind) => entry[kind]))
    .map(([path]) => path);
  const args = omitted.map((kind) => `--omit=${kind}`);
  // Where only the rest is missing, what a running server may be using stays as it is.
  if (installedDigest === digest) await runNpm(folder, ['install', '--no-save'], paths);
  else await installAnew(folder, args, lock, paths);
  writeFileSync(stamp, `${digest} ${wanted}`);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Lacquer needs Node 20 or newer to set itself up. This is ${process.version}.`);
  process.exit(1);
}
const [level] = process.argv.slice(2);
await install(root, level === 'run' ? 'run' : 'all');
if (!existsSync(`${root}/node_modules/.bin/node`)) {
  console.error(`npm found no package with Node 24 for ${process.platform} ${process.arch}, or could not fetch it.`);
  process.exit(1);
}
if (level === 'bench') await install(`${root}/bench/peers`, 'all');
if (level === 'clients') await install(`${root}/scripts/clients`, 'all');
if (level === 'schemas') await install(`${root}/scripts/schemas`, 'all');
if (level === 'mutation') await install(`${root}/scripts/mutation`, 'all', ['peer']);
