/**
 * Derived forms of pictures, made once per content, whatever packs or sets have it. A row holds the kind, the content's
 * SHA-256, and the position in a bundle: one blob of many forms, because a file for each would cost a sync for each. A form
 * can always be made again, so a lost or damaged one is never an error for the caller.
 *
 *   DerivedForms, Bundle
 *   openDerivedForms
 */
import { BlobMissing, type Blobs } from '../platform/blobs/blobs.ts';
import { databaseNow } from '../platform/database/clock.ts';
import type { FailureLog } from '../platform/log.ts';
import type { Database } from '../schema.ts';

/** Collects forms into one blob. */
export interface Bundle {
  /** The caller may reuse the bytes when it resolves. Never rejects: commit throws what went wrong. */
  add(kind: string, sha256: string, bytes: Uint8Array): Promise<void>;
  /** Durable and visible to all servers when it resolves. */
  commit(): Promise<void>;
  /** Leaves nothing behind. Does nothing after a commit. */
  abort(): Promise<void>;
}

export interface DerivedForms {
  /** @returns the contents that have a form of the kind */
  known(kind: string, sha256s: readonly string[]): Promise<Set<string>>;
  /** @returns undefined if it was never made or its bundle is gone */
  read(kind: string, sha256: string): Promise<Buffer | undefined>;
  bundle(): Promise<Bundle>;
  /**
   * Stores one form in a blob of its own, replacing any before it. Never rejects, because a full disk must not stop pictures
   * from being served: what could not be stored is made again the next time, and `storing` learns why.
   */
  put(kind: string, sha256: string, bytes: Uint8Array): Promise<void>;
}

/** rows per statement, because databases limit the number of parameters */
const ROWS_PER_STATEMENT = 500;

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += ROWS_PER_STATEMENT) yield list.slice(at, at + ROWS_PER_STATEMENT);
}

export function openDerivedForms({
  database,
  blobs,
  storeFailures,
}: {
  database: Database;
  blobs: Blobs;
  storeFailures: FailureLog;
}): DerivedForms {
  type Row = { kind: string; sha256: string; offset: number; length: number };

  async function insertRows(blob: string, rows: readonly Row[]): Promise<void> {
    for (const some of chunks(rows)) {
      await database.transaction((trx) =>
        trx
          .insertInto('derived')
          .values(some.map((row) => ({ ...row, blob, createdAt: databaseNow(trx) })))
          .onConflict((conflict) =>
            conflict.columns(['kind', 'sha256']).doUpdateSet((e) => ({
              blob: e.ref('excluded.blob'),
              offset: e.ref('excluded.offset'),
              length: e.ref('excluded.length'),
              createdAt: e.ref('excluded.createdAt'),
            })),
          )
          .execute(),
      );
    }
  }

  return {
    async known(kind, sha256s) {
      const found = new Set<string>();
      for (const some of chunks(sha256s)) {
        const rows = await database.read
          .selectFrom('derived')
          .select('sha256')
          .where('kind', '=', kind)
          .where('sha256', 'in', some)
          .execute();
        for (const row of rows) found.add(row.sha256);
      }
      return found;
    },

    async read(kind, sha256) {
      const row = await database.read
        .selectFrom('derived')
        .select(['blob', 'offset', 'length'])
        .where('kind', '=', kind)
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      if (!row) return undefined;
      try {
        const file = await blobs.file(row.blob);
        try {
          if (row.offset + row.length > file.size) return undefined;
          return await file.read(row.offset, row.length);
        } finally {
          await file.close();
        }
      } catch (error) {
        if (error instanceof BlobMissing) return undefined;
        throw error;
      }
    },

    async bundle() {
      const staging = await blobs.stage();
      const rows: Row[] = [];
      const taken = new Set<string>();
      let offset = 0;
      let failure: { error: unknown } | undefined;
      let written = Promise.resolve();
      return {
        add(kind, sha256, bytes) {
          if (taken.has(`${kind} ${sha256}`)) return written;
          taken.add(`${kind} ${sha256}`);
          rows.push({ kind, sha256, offset, length: bytes.length });
          offset += bytes.length;
          // A full disk is not the fault of the picture that hits it, so only commit throws.
          written = written.then(async () => {
            if (!failure) await staging.write(bytes);
          });
          written = written.catch((error: unknown) => {
            failure ??= { error };
          });
          return written;
        },
        async commit() {
          await written;
          if (failure) throw failure.error;
          if (rows.length === 0) return staging.abort();
          const { sha256 } = await staging.commit();
          await insertRows(sha256, rows);
        },
        async abort() {
          await written;
          await staging.abort();
        },
      };
    },

    async put(kind, sha256, bytes) {
      try {
        const { sha256: blob } = await blobs.put(bytes);
        // If the blob exists already, it may be damaged, which may be why the form is stored again.
        if (!(await blobs.verify(blob))) {
          await blobs.delete(blob);
          await blobs.put(bytes);
        }
        await insertRows(blob, [{ kind, sha256, offset: 0, length: bytes.length }]);
        storeFailures.worked();
      } catch (error) {
        storeFailures.failed(error);
      }
    },
  };
}
