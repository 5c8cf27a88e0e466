/**
 * Writes a pack: entries in the given order, pictures stored, texts deflated, a fixed date. The same input gives the same
 * bytes.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

const date = new Date(Date.UTC(2026, 0, 1, 12));

export async function writePack(
  path: string,
  entries: Iterable<readonly [name: string, content: Uint8Array | string]>,
): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of entries) {
    const bytes =
      typeof content === 'string'
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    zip.addBuffer(bytes, name, { mtime: date, mode: 0o100644, compress: typeof content === 'string' });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}
