/**
 * What may still come: the store keeps a reserve, and the packs of one user have a largest size together, so that a script
 * that goes wrong does not take everybody's space. Uploads under way count from their first byte, whether they said how
 * large they are or not.
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
  /** bytes; 0 where the sender does not say */
  readonly size: number;
}

/** An upload under way. */
export interface Reservation {
  /** So many bytes are about to come and need space on the disk. @throws ApiError 507 */
  expect(bytes: number): Promise<void>;
  /** Passes the bytes on and counts them. @throws ApiError 507 at the first byte that is too much */
  count(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** The sender said how large the pack will be. @throws ApiError 507 */
  declare(size: number): void;
  /** Nothing more comes: what is stored counts by its row in the database. */
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
  /** Counts an upload that was begun before this process started. @param received bytes */
  resume(pack: IncomingPack, received: number): Reservation;
  /** Decides in the transaction that takes the pack, where no other upload of the user can come between. @throws ApiError 507 */
  commit(trx: Transaction<Tables>, pack: IncomingPack): Promise<void>;
}

/** Free space is looked at again after so many bytes that nobody had announced. */
const LOOK_EVERY_BYTES = 16 * 1024 ** 2;

const full = (code: string, message: string) => new ApiError(507, code, message);

/** @param userBytes of all packs that one user sent and that were not replaced; 0: no limit */
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
  /** bytes of each user's uploads under way */
  const underWay = new Map<string, number>();
  /** bytes that were announced and have not come yet, of all users */
  let expected = 0;

  const exceeded = (who: string) =>
    full(
      'user-full',
      `Packs of ${who} may take ${formatBytes(userBytes)} together. Delete packs that nobody needs in the file browser, or ask an administrator for more room.`,
    );

  /** A pack of the same name will be replaced: its bytes are not counted twice. */
  async function keptBy(
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

  /** Looks and counts in one step: nothing is awaited between. @throws ApiError 507 */
  function expectWithin(free: number, bytes: number): void {
    if (free - expected - bytes < freeSpaceBytes) {
      throw full('store-full', 'The store is almost full. Ask an administrator to make room, then upload again.');
    }
    expected += bytes;
  }

  /** @param kept bytes of the user's packs; undefined: not known yet */
  function reservationOf(pack: IncomingPack, kept: number | undefined, received: number): Reservation {
    const { who } = pack;
    const capped = (bytes: number) => Math.min(bytes, packBytes);
    let ofPacks = kept;
    let size = 0;
    let came = received;
    let announced = 0;
    let looked = received;
    let released = false;

    const othersOf = () => (underWay.get(who) ?? 0) - size;
    function set(to: number): void {
      const left = othersOf() + to;
      if (left > 0) underWay.set(who, left);
      else underWay.delete(who);
      size = to;
    }
    /** @throws ApiError 507, and counts nothing then */
    function grow(to: number): void {
      if (to <= size) return;
      if (userBytes > 0 && ofPacks !== undefined && ofPacks + othersOf() + to > userBytes) throw exceeded(who);
      set(to);
    }
    const forget = () => {
      expected -= announced;
      announced = 0;
    };
    if (kept === undefined) set(Math.max(capped(pack.size), received));
    else grow(capped(pack.size));

    return {
      async expect(bytes) {
        const [free, now] = await Promise.all([freeSpace(), keptBy(database.background, pack)]);
        ofPacks = now;
        forget();
        expectWithin(free, capped(bytes));
        announced = capped(bytes);
      },
      async *count(source) {
        try {
          for await (const chunk of source) {
            came += chunk.length;
            const arrived = Math.min(announced, chunk.length);
            announced -= arrived;
            expected -= arrived;
            grow(came);
            if (announced === 0 && came - looked > LOOK_EVERY_BYTES) {
              looked = came;
              expectWithin(await freeSpace(), 0);
            }
            yield chunk;
          }
        } finally {
          forget();
        }
      },
      declare: (bytes) => grow(capped(bytes)),
      release() {
        if (released) return;
        released = true;
        forget();
        set(0);
      },
    };
  }

  return {
    packBytes,
    async reserve(pack) {
      const [kept, free] = await Promise.all([keptBy(database.background, pack), freeSpace()]);
      // From here on nothing is awaited: of two that come at once the second sees the first.
      if (userBytes > 0 && kept + (underWay.get(pack.who) ?? 0) >= userBytes) throw exceeded(pack.who);
      expectWithin(free, 0);
      return reservationOf(pack, kept, 0);
    },
    resume: (pack, received) => reservationOf(pack, undefined, received),
    async commit(trx, pack) {
      if (userBytes === 0) return;
      // SQLite has one writer; elsewhere two uploads of one user wait for each other here.
      if (database.dialect === 'postgres') {
        await sql`select 1 from users where username = ${pack.who} for update`.execute(trx);
      }
      if ((await keptBy(trx, pack)) + pack.size > userBytes) throw exceeded(pack.who);
    },
  };
}
