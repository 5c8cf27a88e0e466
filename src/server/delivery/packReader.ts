/**
 * Reads the bytes of one pack: its list of entries, and their contents. Threads read a pack that is a local file; the
 * bytes of any other, such as one in a bucket that is not cached, come through the store.
 *
 *   PackReader, EntryContent
 *   openPackReader
 */
import { hash } from 'node:crypto';
import type { Preparer } from '../pictures/prepare.ts';
import type { PositionalReader } from '../platform/blobs/blobs.ts';
import { isTemporary } from '../platform/unavailable.ts';
import type { EntryBytes } from '../platform/zip/entryBytes.ts';
import { readStoredEntry } from '../platform/zip/storedEntry.ts';
import { type Listing, listEntries, type ZipEntry, type ZipLimits } from '../platform/zip/zip.ts';

/** The hash of an entry's content and where its bytes are, or a sentence for the supplier. */
export type EntryContent = { readonly sha256: string; readonly bytes: EntryBytes } | { readonly problem: string };

export interface PackReader {
  list(): Promise<Listing>;
  /** @returns in the order of the entries */
  read(entries: readonly ZipEntry[]): Promise<readonly EntryContent[]>;
}

export function openPackReader(
  reader: PositionalReader,
  threads: Pick<Preparer, 'list' | 'digest'>,
  { entries, entryBytes, ratio }: ZipLimits,
): PackReader {
  const limits = { entries, entryBytes, ratio };
  const { path: file } = reader;
  if (file === undefined) {
    return {
      list: () => listEntries(reader, limits),
      async read(entries) {
        const contents: EntryContent[] = [];
        for (const entry of entries) {
          try {
            const bytes = await readStoredEntry(reader, entry, { exact: true });
            contents.push({ sha256: hash('sha256', bytes), bytes });
          } catch (error) {
            if (isTemporary(error)) throw error;
            contents.push({ problem: (error as Error).message });
          }
        }
        return contents;
      },
    };
  }
  return {
    list: () => threads.list({ file, limits }),
    async read(entries) {
      const stored = entries.map(({ path: _, ...entry }) => entry);
      const digests = await threads.digest({ file, entries: stored });
      return stored.map((entry, i) => {
        const digest = digests[i] ?? { problem: 'the entry was not read' };
        return 'problem' in digest ? digest : { sha256: digest.sha256, bytes: { file, entry } };
      });
    },
  };
}
