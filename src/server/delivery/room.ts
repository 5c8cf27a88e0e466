/**
 * How much may still come: the store keeps a reserve, and one user's packs have a largest size together, so that a script
 * that goes wrong does not take the room of everybody. What is on its way counts.
 *
 *   Room
 *   openRoom
 */
import { sql, type Transaction } from 'kysely';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/http/errors.ts';
import type { Tables } from '../schema.ts';

export interface Coming {
  who: string;
  fileName: string;
  /** bytes; 0 where the sender does not say */
  size: number;
}

export interface Room {
  /** bytes of one pack */
  readonly packBytes: number;
  /**
   * Counts the pack as on its way until `leave`. `bytes` is the most that may come.
   *
   * @throws ApiError 507
   */
  enter(pack: Coming): Promise<{ readonly bytes: number; leave(): void }>;
  /** Whether so much may begin to come, beside `more` bytes of the same user. @throws ApiError 507 */
  ask(pack: Coming, more?: number): Promise<void>;
  /** Once more, in the transaction that takes the pack, where no other upload of the user can come between. @throws ApiError 507 */
  hold(trx: Transaction<Tables>, pack: Coming): Promise<void>;
  /** @throws ApiError 507 */
  refuseFullStore(size: number): Promise<void>;
  tooMuch(who: string): ApiError;
}

const full = (code: string, message: string) => new ApiError(507, code, message);
const GIB = 1024 ** 3;
const inWords = (bytes: number) => (bytes >= GIB ? `${Math.floor((bytes / GIB) * 10) / 10} GiB` : `${bytes} bytes`);

/** @param userBytes of all packs that one user sent and that were not replaced; 0: no limit */
export function openRoom({
  database,
  blobs,
  packBytes,
  freeSpaceBytes,
  userBytes,
}: {
  database: Database;
  blobs: Blobs;
  packBytes: number;
  freeSpaceBytes: number;
  userBytes: number;
}): Room {
  const onTheWay = new Set<Coming>();
  const sizeOf = (packs: Iterable<Coming>) => [...packs].reduce((sum, { size }) => sum + size, 0);

  const tooMuch = (who: string) =>
    full(
      'user-full',
      `Packs of ${who} may take ${inWords(userBytes)} together. Delete packs that nobody needs in the file browser, or ask an administrator for more room.`,
    );

  /** A pack of the same name will be replaced: its bytes are not counted twice. */
  async function keptBy(from: Pick<Database['read'], 'selectFrom'>, { who, fileName }: Coming): Promise<number> {
    const row = await from
      .selectFrom('packs')
      .select((e) => e.fn.sum<number | string | null>('size').as('bytes'))
      .where('uploadedBy', '=', who)
      .where('fileName', '!=', fileName)
      .where('state', '!=', 'replaced')
      .executeTakeFirst();
    return Number(row?.bytes ?? 0);
  }

  async function refuseFullStore(size: number): Promise<void> {
    const free = await blobs.freeSpace();
    if (free - size - sizeOf(onTheWay) >= freeSpaceBytes) return;
    throw full('store-full', 'The store is almost full. Ask an administrator to make room, then upload again.');
  }

  /** @returns bytes */
  async function roomOf(pack: Coming, more: number): Promise<number> {
    if (userBytes === 0) return packBytes;
    const others = sizeOf([...onTheWay].filter(({ who }) => who === pack.who));
    return Math.min(packBytes, userBytes - (await keptBy(database.read, pack)) - others - more);
  }

  async function ask(pack: Coming, more = 0): Promise<number> {
    await refuseFullStore(Math.min(pack.size, packBytes));
    const room = await roomOf(pack, more);
    if (room <= 0 || (room < packBytes && pack.size > room)) throw tooMuch(pack.who);
    return room;
  }

  return {
    packBytes,
    tooMuch,
    refuseFullStore,
    ask: async (pack, more) => {
      await ask(pack, more);
    },
    async enter(pack) {
      const counted = { ...pack, size: Math.min(pack.size, packBytes) };
      const bytes = await ask(counted);
      onTheWay.add(counted);
      return { bytes, leave: () => void onTheWay.delete(counted) };
    },
    async hold(trx, pack) {
      if (userBytes === 0) return;
      // SQLite has one writer; elsewhere two uploads of one user wait for each other here.
      if (database.dialect === 'postgres') {
        await sql`select 1 from users where username = ${pack.who} for update`.execute(trx);
      }
      if ((await keptBy(trx, pack)) + pack.size > userBytes) throw tooMuch(pack.who);
    },
  };
}
