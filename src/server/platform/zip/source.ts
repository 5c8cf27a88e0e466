/**
 * Lets yauzl read a zip through a positional reader.
 *
 *   ZipSource
 */
import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { PositionalReader } from '../blobs/blobs.ts';

export class ZipSource extends yauzl.RandomAccessReader {
  readonly #reader: PositionalReader;
  constructor(reader: PositionalReader) {
    super();
    this.#reader = reader;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const reader = this.#reader;
    return Readable.from(
      (async function* () {
        yield await reader.read(start, end - start);
      })(),
    );
  }
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#reader.read(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
