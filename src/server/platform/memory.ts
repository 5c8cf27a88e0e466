/**
 * Releases the memory of large buffers.
 *
 *   releaseBuffer
 */

/** Node may have sliced a smaller buffer from a pool that others share. */
const LARGE_BYTES = 16_384;

/**
 * Frees a large buffer immediately instead of waiting for the garbage collector, which does not see its size. Nothing
 * may read the bytes afterwards. Does nothing for a view of a larger buffer.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength >= LARGE_BYTES && byteLength === buffer.byteLength)
    buffer.transfer(0);
}
