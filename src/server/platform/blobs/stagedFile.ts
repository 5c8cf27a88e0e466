/**
 * A blob in the making as a file: written and hashed as the bytes come, so that memory stays flat. What becomes of it
 * the backend says.
 *
 *   StagedFile
 */
import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BlobTooLarge, type Staged, type Staging } from './blobs.ts';

/** A write may take less than it was given (a disk that fills up says so only at the next one): repeat until done. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done);
    if (bytesWritten === 0) throw new Error('the disk takes no more bytes');
    done += bytesWritten;
  }
}

export class StagedFile implements Staging {
  readonly #file: FileHandle;
  readonly #keep: (staged: Staged, file: FileHandle) => Promise<void>;
  readonly #drop: () => Promise<void>;
  readonly #hash: Hash = createHash('sha256');
  #size = 0;
  #committed = false;

  /**
   * @param file opened for writing and reading; closed here
   * @param keep makes it a blob, durably; may close the file
   * @param drop removes what closing the file leaves
   */
  constructor(
    file: FileHandle,
    keep: (staged: Staged, file: FileHandle) => Promise<void>,
    drop: () => Promise<void> = async () => {},
  ) {
    this.#file = file;
    this.#keep = keep;
    this.#drop = drop;
  }

  async fromStream(
    source: Readable,
    { maxBytes = Infinity, signal }: { maxBytes?: number; signal?: AbortSignal } = {},
  ): Promise<Staged> {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      await this.write(chunk as Uint8Array, maxBytes);
    }
    signal?.throwIfAborted();
    return this.#staged();
  }

  async write(bytes: Uint8Array, maxBytes = Infinity): Promise<void> {
    if (this.#size + bytes.length > maxBytes) throw new BlobTooLarge(maxBytes);
    this.#hash.update(bytes);
    await writeAll(this.#file, bytes);
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
    await this.#keep(staged, this.#file);
    await this.#file.close();
    this.#committed = true;
    return staged;
  }

  async abort(): Promise<void> {
    if (this.#committed) return;
    await this.#file.close();
    await this.#drop();
  }
}
