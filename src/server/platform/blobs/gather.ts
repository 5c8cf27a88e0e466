/**
 * Collects chunks of a stream into larger writes: each write costs a round trip to another thread, however small it is.
 *
 *   gather
 */

/** size of one write, and of what is collected meanwhile */
const WRITE_BYTES = 1024 ** 2;
/** at most so many per write: small chunks take more memory than their bytes */
const CHUNKS = 256;

/**
 * Memory stays flat: during one write, at most one more is gathered.
 * @param take  receives each chunk as it arrives, in order; its error ends everything
 * @param write never called while a write is in progress
 * @throws what the source, `take` or `write` throw, after the last write has ended
 */
export async function gather(
  source: AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => void,
  write: (chunks: readonly Uint8Array[]) => Promise<void>,
): Promise<void> {
  let writing = Promise.resolve();
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  const flush = async () => {
    await writing;
    writing = write(gathered);
    // Awaited above or at the end; until then an unhandled rejection would end the process.
    writing.catch(() => {});
    [gathered, bytes] = [[], 0];
  };
  try {
    for await (const chunk of source) {
      take(chunk);
      gathered.push(chunk);
      bytes += chunk.length;
      if (bytes >= WRITE_BYTES || gathered.length >= CHUNKS) await flush();
    }
    if (gathered.length > 0) await flush();
    await writing;
  } finally {
    // Only waits: the error was thrown above.
    await writing.catch(() => {});
  }
}
