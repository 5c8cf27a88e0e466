/**
 * Derived forms of pictures, made once per content whatever pack or set it is in: a kind, the content's SHA-256, and
 * where the form stands in a bundle (one blob of many forms, for a file each would cost a sync each). They can always
 * be made again, so a lost or damaged one is never an error for the caller.
 *
 *   Derived, Bundle
 *   openDerived
 */
import { BlobMissing, type Blobs } from '../platform/blobs/blobs.ts';
import { databaseNow } from '../platform/database/clock.ts';
import type { Database } from '../schema.ts';

/** Forms on their way into one blob. */
export interface Bundle {
  /** The bytes are free again when it resolves. Never rejects: commit says what went wrong. */
  add(kind: string, sha256: string, bytes: Uint8Array): Promise<void>;
  /** Durable, and known to all, when it resolves. */
  commit(): Promise<void>;
  /** Leaves nothing behind; after commit it does nothing. */
  abort(): Promise<void>;
}

export interface Derived {
  /** @returns those of the contents that have a form of the kind */
  known(kind: string, sha256s: readonly string[]): Promise<Set<string>>;
  /** undefined when it was never made, or its bundle is gone */
  read(kind: string, sha256: string): Promise<Buffer | undefined>;
  bundle(): Promise<Bundle>;
  /** One form alone, in place of any before it. */
  put(kind: string, sha256: string, bytes: Uint8Array): Promise<void>;
}

/** rows of one statement: databases limit the parameters */
const AT_ONCE = 500;

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += AT_ONCE) yield list.slice(at, at + AT_ONCE);
}

export function openDerived({ database, blobs }: { database: Database; blobs: Blobs }): Derived {
  type Row = { kind: string; sha256: string; offset: number; length: number };

  async function remember(blob: string, rows: readonly Row[]): Promise<void> {
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
          // A disk that is full is no fault of the picture that met it: commit says so.
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
          await remember(sha256, rows);
        },
        async abort() {
          await written;
          await staging.abort();
        },
      };
    },

    async put(kind, sha256, bytes) {
      const { sha256: blob } = await blobs.put(bytes);
      // The same form may stand there already, and damaged be the reason to put it again.
      if (!(await blobs.verify(blob))) {
        await blobs.delete(blob);
        await blobs.put(bytes);
      }
      await remember(blob, [{ kind, sha256, offset: 0, length: bytes.length }]);
    },
  };
}
