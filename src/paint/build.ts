/**
 * Compiles the kernel to .build/paint/ when its source changed; the compiler needs about two seconds.
 *
 *   kernelFile    path of the compiled kernel, up to date
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}src/paint/assembly/`;
const FLAGS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--disable', 'mutable-globals'],
  ...['--enable', 'simd,relaxed-simd,bulk-memory,threads'],
  // The memory is one of up to 4 GiB that worker threads share: createMemory in kernel.ts.
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
];

/** @throws Error of the compiler, naming the line */
export function kernelFile(): string {
  const hash = createHash('sha256').update(FLAGS.join());
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(folder + name));
  const file = `${root}.build/paint/kernel-${hash.digest('hex').slice(0, 16)}.wasm`;
  if (existsSync(file)) return file;
  mkdirSync(`${root}.build/paint`, { recursive: true });
  const asc = `${root}node_modules/assemblyscript/bin/asc.js`;
  // Two processes may build at once: each writes its own file, and the rename is atomic.
  const own = `${file}.${process.pid}`;
  execFileSync(process.execPath, [asc, `${folder}kernel.ts`, '-o', own, ...FLAGS], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  renameSync(own, file);
  return file;
}
