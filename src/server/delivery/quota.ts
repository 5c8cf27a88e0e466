/**
 * How much may still be uploaded: the disk keeps a reserve, and the packs of one user have a limit together, so that a
 * faulty script does not use up the space of others. Uploads in progress count from their first byte, whether or not the
 * client declared their size.
 *
 *   UploadQuota, Reservation, IncomingPack
 *   openUploadQuota
 */
import { sql, type Transaction } from 'kysely';
import { formatBytes } from '../platform/bytes.ts';
import { ApiError } from '../platform/http/errors.ts';
import type { Database, Tables } from '../schema.ts';

export interface IncomingPack {
  readonly who: string;
  readonly fileName: string;
  /** bytes; 0 if the client does not declare it */
  readonly size: number;
}

/** The bytes of an upload in progress. */
export interface Reservation {
  /** Announces bytes that will need space on the disk. @throws ApiError 507 */
  expect(bytes: number): Promise<void>;
  /** Passes bytes on and counts them. @throws ApiError 507 at the first byte over the limit */
  count(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Counts the size that the client declared. @throws ApiError 507 */
  declare(size: number): void;
  /** Ends the reservation. A stored pack counts by its row in the database. */
  release(): void;
}

export interface UploadQuota {
  /** bytes of one pack */
  readonly packBytes: number;
  /**
   * Counts the pack until the reservation is released.
   * @throws ApiError 507
   */
  reserve(pack: IncomingPack): Promise<Reservation>;
  /** Counts an upload that began before this process started. @param received bytes */
  resume(pack: IncomingPack, received: number): Reservation;
  /**
   * Checks again in the transaction that stores the pack, where no other upload of the user can interfere.
   * @throws ApiError 507
   */
  commit(trx: Transaction<Tables>, pack: IncomingPack): Promise<void>;
}

/** Free space is checked again after this many unannounced bytes. */
const RECHECK_BYTES = 16 * 1024 ** 2;

const full = (code: string, message: string) => new ApiError(507, code, message);

/** @param userBytes limit of the packs of one user that were not replaced; 0: no limit */
export function openUploadQuota({
  database,
  freeSpace,
  packBytes,
  freeSpaceBytes,
  userBytes,
}: {
  database: Database;
  /** bytes that uploads may still take on the disks of this machine */
  freeSpace: () => Promise<number>;
  packBytes: number;
  freeSpaceBytes: number;
  userBytes: number;
}): UploadQuota {
  /** bytes of each user's uploads in progress */
  const inProgress = new Map<string, number>();
  /** bytes of all users that were announced and have not arrived yet */
  let expected = 0;

  const quotaExceededError = (who: string) =>
    full(
      'user-full',
      `Packs of ${who} may take ${formatBytes(userBytes)} together. Delete packs that are no longer needed in the file browser, or ask an administrator for more space.`,
    );

  /** @returns bytes. Without packs of the same name, which will be replaced. */
  async function storedBytesOf(
    from: Pick<Database['read'], 'selectFrom'>,
    { who, fileName }: Pick<IncomingPack, 'who' | 'fileName'>,
  ): Promise<number> {
    if (userBytes === 0) return 0;
    const row = await from
      .selectFrom('packs')
      .select((e) => e.fn.sum<number | string | null>('size').as('bytes'))
      .where('uploadedBy', '=', who)
      .where('fileName', '!=', fileName)
      .where('state', '!=', 'replaced')
      .executeTakeFirst();
    return Number(row?.bytes ?? 0);
  }

  /** Checks and counts in one step, without awaiting anything in between. @throws ApiError 507 */
  function announce(free: number, bytes: number): void {
    if (free - expected - bytes < freeSpaceBytes) {
      throw full('store-full', 'The store is almost full. Ask an administrator to free space, then upload again.');
    }
    expected += bytes;
  }

  /** @param stored bytes of the user's packs; undefined: not known yet */
  function reservationOf(pack: IncomingPack, stored: number | undefined, received: number): Reservation {
    const { who } = pack;
    const capped = (bytes: number) => Math.min(bytes, packBytes);
    let storedBytes = stored;
    let size = 0;
    let arrivedBytes = received;
    let announced = 0;
    let checkedAt = received;
    let released = false;

    const otherUploads = () => (inProgress.get(who) ?? 0) - size;
    function set(to: number): void {
      const total = otherUploads() + to;
      if (total > 0) inProgress.set(who, total);
      else inProgress.delete(who);
      size = to;
    }
    /** @throws ApiError 507; counts nothing then */
    function grow(to: number): void {
      if (to <= size) return;
      if (userBytes > 0 && storedBytes !== undefined && storedBytes + otherUploads() + to > userBytes)
        throw quotaExceededError(who);
      set(to);
    }
    const withdraw = () => {
      expected -= announced;
      announced = 0;
    };
    if (stored === undefined) set(Math.max(capped(pack.size), received));
    else grow(capped(pack.size));

    return {
      async expect(bytes) {
        const [free, now] = await Promise.all([freeSpace(), storedBytesOf(database.background, pack)]);
        storedBytes = now;
        withdraw();
        announce(free, capped(bytes));
        announced = capped(bytes);
      },
      async *count(source) {
        try {
          for await (const chunk of source) {
            arrivedBytes += chunk.length;
            const arrived = Math.min(announced, chunk.length);
            announced -= arrived;
            expected -= arrived;
            grow(arrivedBytes);
            if (announced === 0 && arrivedBytes - checkedAt > RECHECK_BYTES) {
              checkedAt = arrivedBytes;
              announce(await freeSpace(), 0);
            }
            yield chunk;
          }
        } finally {
          withdraw();
        }
      },
      declare: (bytes) => grow(capped(bytes)),
      release() {
        if (released) return;
        released = true;
        withdraw();
        set(0);
      },
    };
  }

  return {
    packBytes,
    async reserve(pack) {
      const [stored, free] = await Promise.all([storedBytesOf(database.background, pack), freeSpace()]);
      // Nothing is awaited from here on, so of two simultaneous uploads the second sees the first.
      if (userBytes > 0 && stored + (inProgress.get(pack.who) ?? 0) >= userBytes) throw quotaExceededError(pack.who);
      announce(free, 0);
      return reservationOf(pack, stored, 0);
    },
    resume: (pack, received) => reservationOf(pack, undefined, received),
    async commit(trx, pack) {
      if (userBytes === 0) return;
      // SQLite has one writer. On PostgreSQL this lock makes uploads of one user wait for each other.
      if (database.dialect === 'postgres') {
        await sql`select 1 from users where username = ${pack.who} for update`.execute(trx);
      }
      if ((await storedBytesOf(trx, pack)) + pack.size > userBytes) throw quotaExceededError(pack.who);
    },
  };
}
