/**
 * Memory in which the kernel converts a picture: a PNG's data to pixels, pixels to the render-ready form.
 *
 *   Workspace, workspace
 */
import { createArena } from './arena.ts';
import { createMemory, instantiate, type Kernel, kernelModule } from './kernel.ts';

export interface Workspace {
  readonly memory: WebAssembly.Memory;
  readonly kernel: Kernel;
  /** address of the pixels: each step leaves them here, so that the next one need not copy */
  readonly at: number;
  readonly bytes: number;
}

let working: Workspace | undefined;
/**
 * One per thread, as large as its largest picture so far. Call it from a worker thread.
 * @param bytes size from `at` on; it still contains what the last picture left
 */
export function workspace(bytes: number): Workspace {
  if (!working || working.bytes < bytes) {
    // A new memory, so that the old one can be collected: a memory never shrinks.
    const memory = createMemory();
    working = { memory, kernel: instantiate(kernelModule(), memory), at: createArena(memory).allocate(bytes), bytes };
  }
  return working;
}
