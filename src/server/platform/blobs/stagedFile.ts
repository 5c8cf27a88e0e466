/**
 * A blob that is being written to a file. Bytes are hashed as they arrive, so that memory use stays constant. The
 * backend decides what a commit does.
 *
 *   StagedFile
 *   writeAll       to where a file is open
 */
import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { releaseBuffer } from '../memory.ts';
import { BlobTooLarge, type Staged, type Staging, type StreamOptions } from './blobs.ts';
import { gather } from './gather.ts';

/** Repeats partial writes until all is written: a disk that fills up reports that only at the next write. */
export async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  for (let left = chunks.filter(({ length }) => length > 0); left.length > 0; ) {
    let { bytesWritten } = await file.writev(left);
    if (bytesWritten === 0) throw new Error('the disk accepts no more bytes');
    left = left.flatMap((chunk) => {
      const done = Math.min(bytesWritten, chunk.length);
      bytesWritten -= done;
      return done === chunk.length ? [] : [chunk.subarray(done)];
    });
  }
}

export class StagedFile implements Staging {
  readonly #file: FileHandle;
  readonly #store: (staged: Staged, file: FileHandle) => Promise<void>;
  readonly #discard: () => Promise<void>;
  readonly #hash: Hash;
  #size: number;
  #committed = false;

  /**
   * @param file opened for writing and reading; closed here
   * @param store makes the file a durable blob; may close it
   * @param discard removes what remains once the file is closed
   * @param held what the file holds already
   */
  constructor(
    file: FileHandle,
    store: (staged: Staged, file: FileHandle) => Promise<void>,
    discard: () => Promise<void> = async () => {},
    held: { readonly hash: Hash; readonly size: number } = { hash: createHash('sha256'), size: 0 },
  ) {
    this.#file = file;
    this.#store = store;
    this.#discard = discard;
    this.#hash = held.hash;
    this.#size = held.size;
  }

  async fromStream(
    source: AsyncIterable<Uint8Array>,
    { maxBytes = Infinity, signal, ownsChunks = false }: StreamOptions = {},
  ): Promise<Staged> {
    await gather(
      source,
      (chunk) => {
        signal?.throwIfAborted();
        if (this.#size + chunk.length > maxBytes) throw new BlobTooLarge(maxBytes);
        this.#take(chunk);
      },
      async (chunks) => {
        await writeAll(this.#file, chunks);
        if (ownsChunks) chunks.forEach(releaseBuffer);
      },
    );
    signal?.throwIfAborted();
    return this.#staged();
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#take(bytes);
    await writeAll(this.#file, [bytes]);
  }

  #take(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  #staged = (): Staged => ({ sha256: this.#hash.copy().digest('hex'), size: this.#size });

  async start(length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.min(length, this.#size));
    await this.#file.read(buffer, 0, buffer.length, 0);
    return buffer;
  }

  async commit(): Promise<Staged> {
    const staged = this.#staged();
    await this.#store(staged, this.#file);
    await this.#file.close();
    this.#committed = true;
    return staged;
  }

  async abort(): Promise<void> {
    if (this.#committed) return;
    await this.#file.close();
    await this.#discard();
  }
}
