/**
 * Memory of large buffers, given back at once: the collector knows little of it and comes late, or often.
 *
 *   giveBack
 */

/** Below, Node may have cut a buffer from one that others share. */
const LARGE = 16_384;

/** Nobody may look at the bytes any more. Does nothing where they are only a part of something. */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength >= LARGE && byteLength === buffer.byteLength) buffer.transfer(0);
}
