/** The compiled kernel that is committed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileKernel } from './buildKernel.ts';

it('kernel.wasm is what assembly/ compiles to; `npm run kernel` compiles it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lacquer-kernel-'));
  try {
    compileKernel(join(folder, 'kernel.wasm'));
    const compiled = await readFile(join(folder, 'kernel.wasm'));
    const committed = await readFile(new URL('../src/paint/kernel.wasm', import.meta.url));
    expect(committed.equals(compiled)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});
