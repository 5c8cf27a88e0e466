/**
 * Lists and hashes the entries of a zip in a local file, on the calling thread. Worker threads run this, so that no
 * bytes are sent to them.
 *
 *   ListTask, listZipFile
 *   DigestTask, Digest, digestZipFile
 */
import { hash } from 'node:crypto';
import { isTemporary } from '../unavailable.ts';
import { withFile } from './entryBytes.ts';
import { readStoredEntrySync, type StoredEntry } from './storedEntry.ts';
import { type Listing, listEntries, type ZipLimits } from './zip.ts';

export interface ListTask {
  readonly file: string;
  readonly limits: ZipLimits;
}

export interface DigestTask {
  readonly file: string;
  readonly entries: readonly StoredEntry[];
}

/** The hash of an entry's content, or a sentence for the sender. */
export type Digest = { readonly sha256: string } | { readonly problem: string };

export const listZipFile = ({ file, limits }: ListTask): Promise<Listing> =>
  withFile(file, (read, size) => {
    const reader = { size, read: async (at: number, length: number) => read(at, length), close: async () => {} };
    return listEntries(reader, limits);
  });

/** @returns in the order of the entries */
export const digestZipFile = ({ file, entries }: DigestTask): Promise<Digest[]> =>
  withFile(file, (read) =>
    entries.map((entry) => {
      try {
        return { sha256: hash('sha256', readStoredEntrySync(read, entry, { exact: true })) };
      } catch (error) {
        if (isTemporary(error)) throw error;
        return { problem: (error as Error).message };
      }
    }),
  );
