/**
 * Bounds the memory of WebAssembly in a thread of a pool: Node's limits know only JavaScript objects.
 *
 *   limitWasmMemory
 */
import { OUT_OF_MEMORY_EXIT } from './messages.ts';

interface Memory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}
/** bytes */
const PAGE = 65_536;

/**
 * Ends the thread before a memory grows past the limit: a library that ran out of memory cannot be trusted to continue.
 * @param bytes limit for one memory
 */
export function limitWasmMemory(bytes: number): void {
  const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } }).WebAssembly
    .Memory;
  const { grow } = prototype;
  prototype.grow = function (this: Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > bytes) process.exit(OUT_OF_MEMORY_EXIT);
    return grow.call(this, pages);
  };
}
