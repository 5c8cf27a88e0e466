/**
 * Memory in which the kernel turns one picture into another form: a PNG's data into pixels, pixels into what is stored.
 *
 *   Workspace, workspace
 */
import { createArena } from './arena.ts';
import { createMemory, instantiate, type Kernel, kernelModule } from './kernel.ts';

export interface Workspace {
  readonly memory: WebAssembly.Memory;
  readonly kernel: Kernel;
  /** address; pixels stand here, so that what one step leaves the next one need not copy */
  readonly at: number;
  readonly bytes: number;
}

let working: Workspace | undefined;
/**
 * One on each thread, as large as the largest picture so far; give the work to a worker thread.
 * @param bytes room from `at` on; what stands there is whatever the last picture left
 */
export function workspace(bytes: number): Workspace {
  if (!working || working.bytes < bytes) {
    // A new memory: the old one is collected, where growing it would keep both.
    const memory = createMemory();
    working = { memory, kernel: instantiate(kernelModule(), memory), at: createArena(memory).take(bytes), bytes };
  }
  return working;
}
