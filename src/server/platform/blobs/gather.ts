/**
 * Chunks of a stream on their way to a disk, gathered: each write costs a way to another thread and back, however little
 * it writes.
 *
 *   gather
 */

/** bytes of one write, and of what is gathered meanwhile */
const WRITE_BYTES = 1024 ** 2;
/** Small chunks take more memory than their bytes. */
const CHUNKS = 256;

/**
 * Memory stays flat: while one write is under way, at most one more is gathered.
 * @param take  sees each chunk as it comes, in order; what it throws ends everything
 * @param write never called while it is under way
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
    // Awaited above or at the end; until then its failure must not end the process.
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
    await writing.catch(() => {});
  }
}
