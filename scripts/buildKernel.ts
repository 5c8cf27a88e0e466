/**
 * `npm run kernel`: compiles the paint kernel, src/paint/assembly/, to src/paint/kernel.wasm. That file is committed: it has
 * 29 kB, its compiler has 100 MB, and only people who change the kernel need the compiler.
 *
 *   compileKernel(out)      writes the compiled kernel to the path `out`
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FLAGS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--disable', 'mutable-globals'],
  ...['--enable', 'simd,relaxed-simd,bulk-memory,threads'],
  // The memory is one of up to 4 GiB that worker threads share: createMemory in src/paint/kernel.ts.
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
];

/** @throws Error of the compiler, which prints the line */
export function compileKernel(out: string): void {
  const compiler = `${root}node_modules/assemblyscript/bin/asc.js`;
  execFileSync(process.execPath, [compiler, 'src/paint/assembly/kernel.ts', '-o', out, ...FLAGS], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

if (import.meta.main) compileKernel(`${root}src/paint/kernel.wasm`);
