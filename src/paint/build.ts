/**
 * Compiles the kernel to .build/paint/kernel.wasm when its source changed; the compiler needs about two seconds.
 *
 *   kernelFile    path of the compiled kernel, up to date
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const source = `${root}src/paint/assembly/kernel.ts`;
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd,relaxed-simd,bulk-memory'];

/** @throws Error of the compiler, naming the line */
export function kernelFile(): string {
  const hash = createHash('sha256').update(FLAGS.join()).update(readFileSync(source)).digest('hex').slice(0, 16);
  const file = `${root}.build/paint/kernel-${hash}.wasm`;
  if (existsSync(file)) return file;
  mkdirSync(`${root}.build/paint`, { recursive: true });
  const asc = `${root}node_modules/assemblyscript/bin/asc.js`;
  // Two processes may build at once: each writes its own file, and the rename is atomic.
  const own = `${file}.${process.pid}`;
  execFileSync(process.execPath, [asc, source, '-o', own, ...FLAGS], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  renameSync(own, file);
  return file;
}
