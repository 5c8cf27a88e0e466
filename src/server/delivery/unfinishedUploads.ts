/**
 * The files of unfinished uploads, and what each reserves of the quota. All bytes of uploads in parts are counted here.
 *
 *   UnfinishedUploads
 *   openUnfinishedUploads
 */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import type { HashedFile } from '../platform/blobs/blobs.ts';
import { tooMany } from '../platform/http/errors.ts';
import { openPartFiles, unknownUpload } from './partFiles.ts';
import type { IncomingPack, Reservation, UploadQuota } from './quota.ts';
import { packNameOf } from './upload.ts';

/** of one user; each takes two files and some memory */
const MAX_UNFINISHED = 1000;
/** An upload without new bytes for this long is deleted. */
const EXPIRY_MS = 24 * 3600 * 1000;

export interface UnfinishedUploads {
  readonly store: FileStore;
  /** @throws ApiError 400, 429, 507 */
  begin(id: string, pack: IncomingPack, bodyBytes: number): Promise<void>;
  reservationOf(id: string): Reservation | undefined;
  /** The complete file of an upload. */
  hashed(id: string): Promise<HashedFile>;
  /** Removes the last byte, so that the client sends it again. @returns false for an upload without bytes */
  removeLastByte(upload: Upload): Promise<boolean>;
}

/** @param asAnswer makes of an error one that the library answers with */
export async function openUnfinishedUploads({
  folder,
  quota,
  asAnswer,
}: {
  folder: string;
  quota: UploadQuota;
  asAnswer: (error: unknown) => Error;
}): Promise<UnfinishedUploads> {
  const parts = openPartFiles(folder);
  const { FileStore } = await import('@tus/file-store');
  /** by upload id */
  const unfinished = new Map<string, { readonly who: string; readonly reservation: Reservation }>();

  function forget(id: string): void {
    unfinished.get(id)?.reservation.release();
    unfinished.delete(id);
  }

  await mkdir(folder, { recursive: true });
  class PartStore extends FileStore {
    override async create(upload: Upload): Promise<Upload> {
      try {
        return await super.create(upload);
      } catch (error) {
        forget(upload.id);
        throw asAnswer(error);
      }
    }
    override async write(source: Readable, id: string, offset: number): Promise<number> {
      const { reservation } = unfinished.get(id) ?? {};
      if (!reservation) throw unknownUpload();
      try {
        return await parts.append(id, reservation.count(source), offset);
      } catch (error) {
        throw asAnswer(error);
      }
    }
    override async declareUploadLength(id: string, size: number): Promise<void> {
      try {
        unfinished.get(id)?.reservation.declare(size);
      } catch (error) {
        throw asAnswer(error);
      }
      await super.declareUploadLength(id, size);
    }
    /** The library counts the day from this date: for us it is the time of the last byte, not of the beginning. */
    override async getUpload(id: string): Promise<Upload> {
      const upload = await super.getUpload(id);
      const { mtime } = await stat(join(folder, id));
      return Object.assign(upload, { creation_date: mtime.toISOString() });
    }
    override async deleteExpired(): Promise<number> {
      const ids = (await this.configstore.list?.()) ?? [];
      const modified = await Promise.all(
        ids.map((id) =>
          stat(join(folder, id)).then(
            ({ mtimeMs }) => mtimeMs,
            // A file that is not there has nothing to keep; one that cannot be looked at now may have.
            (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? 0 : Number.POSITIVE_INFINITY),
          ),
        ),
      );
      const expired = ids.filter((_, at) => Date.now() - (modified[at] ?? 0) > EXPIRY_MS);
      await Promise.all(expired.map((id) => this.remove(id)));
      return expired.length;
    }
    override async remove(id: string): Promise<void> {
      await super.remove(id);
      parts.forget(id);
      forget(id);
    }
  }
  // The library makes the folder in its constructor, where nobody can await it: a failure would end the process.
  Object.assign(PartStore.prototype, { checkOrCreateDirectory() {} });
  const store = new PartStore({ directory: folder, expirationPeriodInMilliseconds: EXPIRY_MS });

  // Uploads that an earlier process left count again.
  for (const id of (await store.configstore.list?.()) ?? []) {
    // A crash may have left half of an upload, which nobody can continue. It expires.
    const upload = await store.getUpload(id).catch(() => undefined);
    const { owner: who, filename } = upload?.metadata ?? {};
    if (!upload || typeof who !== 'string') continue;
    const pack = { who, fileName: filename ?? '', size: upload.size ?? 0 };
    unfinished.set(id, { who, reservation: quota.resume(pack, upload.offset) });
  }

  return {
    store,
    hashed: parts.hashed,
    reservationOf: (id) => unfinished.get(id)?.reservation,
    async begin(id, pack, bodyBytes) {
      packNameOf(pack.fileName);
      const ownCount = [...unfinished.values()].filter(({ who }) => who === pack.who).length;
      if (ownCount >= MAX_UNFINISHED) {
        throw tooMany(
          'too-many-uploads',
          `You have ${ownCount} unfinished uploads. Finish or cancel some of them; the others are deleted after a day.`,
        );
      }
      const reservation = await quota.reserve(pack);
      unfinished.set(id, { who: pack.who, reservation });
      try {
        await reservation.expect(bodyBytes);
      } catch (error) {
        forget(id);
        throw error;
      }
    },
    async removeLastByte({ id, offset }) {
      if (offset === 0) return false;
      await parts.truncate(id, offset - 1);
      return true;
    },
  };
}
