/**
 * Builds the web app and the documentation when they changed, and compresses them, so that the server never has to. Draws the
 * sample cars of the start page.
 *
 *   node scripts/build.ts            all of it
 *   node scripts/build.ts web docs   without the sample cars, which take longest
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const chosen = process.argv.slice(2);
const wants = (part: 'web' | 'docs' | 'sample'): boolean => chosen.length === 0 || chosen.includes(part);
const out = `${root}.build/web`;
const stamp = `${root}.build/web.stamp`;

const WEB_INPUTS = [
  'src/web/**/*',
  'src/contract/*.ts',
  'src/engine/*.ts',
  'vite.config.ts',
  'scripts/browsers.ts',
  'package-lock.json',
];
/** The pages link to files beside them. */
const DOCS_INPUTS = [
  '*.md',
  'docs/**/*',
  'formats/*',
  'deploy/**/*',
  'scripts/docs/*',
  'scripts/browsers.ts',
  'src/web/public/icon.svg',
  'package-lock.json',
];

function digestOf(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync([...inputs], { cwd: root }).sort()) {
    if (/\.\w+$/.test(file)) hash.update(file).update(readFileSync(`${root}${file}`));
  }
  return hash.digest('hex');
}

/** Writes `file.br` and `file.gz` beside it. */
async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const brotli = promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await Promise.all([
    writeFile(`${file}.br`, await brotli),
    writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 })),
  ]);
}

const digest = digestOf(WEB_INPUTS);
if (
  wants('web') &&
  (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest || !existsSync(`${out}/index.html`))
) {
  const start = performance.now();
  console.log('Building the web app …');
  // Node reads the configuration itself: bundling it first takes seconds, and warns of that on a busy machine.
  const options = ['build', '--configLoader', 'native', '--logLevel', 'warn'];
  // Not the caller's: with that of a test run, the build would have React's development version.
  const env = { ...process.env, NODE_ENV: 'production' };
  const build = (...more: string[]) =>
    execFileSync(process.execPath, [`${root}node_modules/vite/bin/vite.js`, ...options, ...more], {
      cwd: root,
      stdio: 'inherit',
      env,
    });
  // Each language has a page and scripts of its own; files without words are the same in both.
  build('--mode', 'de');
  renameSync(`${out}/index.html`, `${out}/index.de.html`);
  build();
  await Promise.all(globSync('**/*.{js,css,svg}', { cwd: out }).map((file) => compress(`${out}/${file}`)));
  writeFileSync(stamp, digest);
  console.log(`Built the web app in ${Math.round((performance.now() - start) / 1000)} s.`);
}

const docs = `${root}.build/docs`;
const docsStamp = `${root}.build/docs.stamp`;
const docsDigest = digestOf(DOCS_INPUTS);
if (
  wants('docs') &&
  (!existsSync(docsStamp) || readFileSync(docsStamp, 'utf8') !== docsDigest || !existsSync(`${docs}/index.html`))
) {
  // Loaded only when something changed: it needs the whole of Vite.
  const { buildDocs } = await import('./docs/site.ts');
  await buildDocs(root, docs);
  await Promise.all(globSync('**/*.{html,js,css,json,svg}', { cwd: docs }).map((file) => compress(`${docs}/${file}`)));
  writeFileSync(docsStamp, docsDigest);
  console.log('Built the documentation.');
}

/** The sample cars of the start page are drawn once, until the code that draws them changes. */
const sample = `${root}.build/sample`;
const sampleStamp = `${root}.build/sample.stamp`;
const drawing = createHash('sha256');
for (const file of globSync('demo/**/*.ts', { cwd: root }).sort()) drawing.update(readFileSync(`${root}${file}`));
const drawn = drawing.digest('hex');
if (wants('sample') && (!existsSync(sampleStamp) || readFileSync(sampleStamp, 'utf8') !== drawn)) {
  console.log('Drawing the sample cars …');
  execFileSync(process.execPath, [`${root}demo/sample.ts`, '--out', sample], { stdio: 'inherit' });
  rmSync(`${out}/sample`, { recursive: true, force: true });
  writeFileSync(sampleStamp, drawn);
}
// The folder is there from the beginning: a running server finds what is drawn later.
mkdirSync(`${out}/sample`, { recursive: true });
if (existsSync(sample)) cpSync(sample, `${out}/sample`, { recursive: true });
