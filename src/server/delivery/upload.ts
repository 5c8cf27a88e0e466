/**
 * Receives a pack: streams it to the blob store in constant memory, checks what can be checked without reading all of it, and
 * acknowledges it only when its bytes and its row are durable. A job then reads it.
 *
 *   receivePack
 *   receiveAgain              a refused pack whose job runs again
 *   READ_PACK, packKey        name and serial key of the job
 *   packNameOf, packTooLarge
 */
import type { Transaction } from 'kysely';
import { type PackName, parsePackName } from '../../engine/packNames.ts';
import type { Caller } from '../handlers.ts';
import { write } from '../journal/journal.ts';
import { type Blobs, BlobTooLarge, type HashedFile, type Staged, type Staging } from '../platform/blobs/blobs.ts';
import { formatBytes } from '../platform/bytes.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { type ApiError, badRequest, tooLarge, unprocessable } from '../platform/http/errors.ts';
import { timeOrderedId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import type { Database, Tables } from '../schema.ts';
import { publish } from '../webhooks/publish.ts';
import { packLine } from './packLine.ts';
import type { Reservation, UploadQuota } from './quota.ts';

export const READ_PACK = 'readPack';
/** Uploads of one name are read one after the other. */
export const packKey = (fileName: string): string => `pack ${fileName}`;

export interface Received {
  fileName: string;
  sha256: string;
  size: number;
  jobId: string;
  /** ISO 8601 */
  lastModifiedDate: string;
}

const ZIP_START = [0x50, 0x4b];

/** @throws ApiError 400 with the specified sentence (section 8) */
export function packNameOf(fileName: string): PackName {
  const name = parsePackName(fileName);
  if ('error' in name) throw badRequest('pack-name', name.error);
  return name;
}

export const packTooLarge = (packBytes: number): ApiError =>
  tooLarge('pack-too-large', `A pack has at most ${formatBytes(packBytes)}.`);

/** `image-ext-lhd`, `meta`, …: as in file names */
export const typeOf = (name: PackName): string =>
  name.kind === 'image'
    ? ['image', name.viewport.slice(0, 3), name.driver?.toLowerCase()].filter((part) => part !== undefined).join('-')
    : name.kind;

const ownDisId = (name: PackName): string[] => ('disId' in name && name.disId !== undefined ? [name.disId] : []);

/** Bytes that are arriving; `truncated()` says after their end whether a limit cut them. Or a file that is complete. */
type IncomingBytes = { readonly stream: AsyncIterable<Uint8Array>; readonly truncated: () => boolean } | HashedFile;

/**
 * @throws ApiError 400, 401, 403, 413, 422, 507. Nothing is left behind then
 */
export async function receivePack(
  { database, blobs, quota }: { database: Database; blobs: Blobs; quota: UploadQuota },
  file: {
    fileName: string;
    /** bytes that the pack has at least; 0 if the client does not declare them */
    size: number;
    bytes: IncomingBytes;
    /** @throws ApiError if the sender may no longer upload */
    assertStillAllowed: () => Promise<void>;
    /** of an upload whose bytes were counted already; its owner releases it */
    reservation?: Reservation | undefined;
  },
  caller: Caller,
  signal: AbortSignal,
): Promise<Received> {
  const name = packNameOf(file.fileName);
  const { packBytes } = quota;
  if (file.size > packBytes) throw packTooLarge(packBytes);
  const pack = { who: caller.username, fileName: file.fileName };

  async function receive(reservation: Reservation): Promise<Staging> {
    const { bytes } = file;
    if ('path' in bytes) return blobs.stageFile(bytes, () => reservation.expect(bytes.size));
    await reservation.expect(file.size);
    const staging = await blobs.stage();
    try {
      const counted = reservation.count(bytes.stream);
      await staging.fromStream(counted, { maxBytes: packBytes, signal, ownsChunks: true });
      if (bytes.truncated()) throw packTooLarge(packBytes);
      return staging;
    } catch (error) {
      await staging.abort();
      throw error;
    }
  }

  async function store(reservation: Reservation): Promise<Staged> {
    let staging: Staging | undefined;
    try {
      staging = await receive(reservation);
      const start = await staging.start(2);
      if (start.length === 0) throw unprocessable('empty-pack', `${file.fileName} is empty.`);
      if (ZIP_START.some((byte, i) => start[i] !== byte)) {
        throw unprocessable('not-a-zip', `${file.fileName} is not a zip file.`);
      }
      await file.assertStillAllowed();
      return await staging.commit();
    } catch (error) {
      await staging?.abort();
      if (error instanceof BlobTooLarge) throw packTooLarge(packBytes);
      throw error;
    }
  }

  const reservation = file.reservation ?? (await quota.reserve({ ...pack, size: file.size }));
  try {
    return await insertPack(await store(reservation));
  } finally {
    if (!file.reservation) reservation.release();
  }

  async function insertPack({ sha256, size }: Staged): Promise<Received> {
    const { jobId, uploadedAt } = await database.transaction(async (trx) => {
      await quota.commit(trx, { ...pack, size });
      const id = timeOrderedId();
      const job = await enqueue(trx, {
        name: READ_PACK,
        function: `Read ${file.fileName}`,
        subject: file.fileName,
        payload: { packId: id },
        serialKey: packKey(file.fileName),
        createdBy: caller.username,
      });
      // A refused upload is listed until the name is sent again.
      await trx
        .updateTable('packs')
        .set({ state: 'replaced' })
        .where('fileName', '=', file.fileName)
        .where('state', '=', 'refused')
        .execute();
      const { uploadedAt } = await trx
        .insertInto('packs')
        .values({
          id,
          fileName: file.fileName,
          search: file.fileName.toLowerCase(),
          kind: name.kind,
          type: typeOf(name),
          disIds: JSON.stringify(ownDisId(name)),
          sha256,
          size,
          state: 'received',
          problems: '[]',
          uploadedBy: caller.username,
          uploadedAt: databaseNow(trx),
          liveAt: null,
          jobId: job,
        })
        .returning('uploadedAt')
        .executeTakeFirstOrThrow();
      await write(trx, {
        status: 'INFO',
        context: 'upload',
        ...packLine({ kind: name.kind, fileName: file.fileName }, `received: ${size} bytes, sha256 ${sha256}.`),
        who: caller.username,
      });
      const { fileName } = file;
      const data = { fileName, kind: name.kind, sha256, uploadedBy: caller.username, jobId: job };
      await publish(trx, { type: 'pack.received', about: fileName, data, owner: caller.username });
      return { jobId: job, uploadedAt };
    });
    const lastModifiedDate = new Date(uploadedAt).toISOString();
    return { fileName: file.fileName, sha256, size, jobId, lastModifiedDate };
  }
}

export async function receiveAgain(trx: Transaction<Tables>, jobId: string): Promise<void> {
  await trx
    .updateTable('packs')
    .set({ state: 'received', problems: '[]' })
    .where('jobId', '=', jobId)
    .where('state', '=', 'refused')
    .execute();
}
