/**
 * Builds what changed: the paint kernel, and the web app, compressed once so that the server never has to.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { kernelFile } from '../src/paint/build.ts';

kernelFile();

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}.build/web`;
const stamp = `${root}.build/web.stamp`;

const hash = createHash('sha256');
const inputs = ['src/web/**/*', 'src/contract/*.ts', 'src/engine/*.ts', 'vite.config.ts', 'package-lock.json'];
for (const file of globSync(inputs, { cwd: root }).sort()) {
  if (/\.\w+$/.test(file)) hash.update(file).update(readFileSync(`${root}${file}`));
}
const digest = hash.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest || !existsSync(`${out}/index.html`)) {
  execFileSync(process.execPath, [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const file of globSync('**/*.{js,css,svg}', { cwd: out })) {
    const bytes = readFileSync(`${out}/${file}`);
    writeFileSync(`${out}/${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${out}/${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
  mkdirSync(`${root}.build`, { recursive: true });
  writeFileSync(stamp, digest);
}
