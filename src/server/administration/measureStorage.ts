/**
 * Measures what takes space: reads the list of files of every stored state and lists every blob. It works in the background,
 * in pages, and keeps a few hundred bytes in memory for each pack and each set.
 *
 * Content that several areas or sets share is one piece: what packs with the same bytes delivered.
 *
 *   Measured
 *   measureStorage
 */
import { sql } from 'kysely';
import { AREAS, type Area, type StorageReport, type StoredKind, type StoredSet } from '../../contract/index.ts';
import { parsePackName } from '../../engine/packNames.ts';
import { HashSet } from '../catalogue/hashSet.ts';
import type { SnapshotContent, SnapshotPart, Snapshots } from '../catalogue/snapshots.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { releaseBuffer } from '../platform/memory.ts';
import { isTemporary } from '../platform/unavailable.ts';
import type { Database, Tables } from '../schema.ts';

export interface Measured {
  readonly report: StorageReport;
  readonly sets: readonly StoredSet[];
  readonly deletable: readonly Pick<Tables['storagePacks'], 'packId' | 'frees' | 'keptBy'>[];
}

interface Options {
  readonly database: Database;
  readonly blobs: Pick<Blobs, 'list'>;
  readonly snapshots: Pick<Snapshots, 'referencesOf'>;
  readonly signal: AbortSignal;
  /** percent */
  readonly progress: (percent: number) => void;
}

/** What a pack delivered for one set, or packs with the same bytes for several sets. */
interface Piece {
  bytes: number;
  /** the one set or static pack that shows it; null: several do */
  shownBy: ContentUse | null | undefined;
}
/** A set or static pack. */
interface ContentUse {
  readonly kind: 'dis' | 'static';
  readonly key: string;
  readonly areas: Record<Area, Set<Piece>>;
  readonly older: Set<Piece>;
}
type PackUse = StorageReport['packs'][number]['use'] | 'replaced';
interface PackBlob {
  kind: StoredKind;
  use: PackUse;
  /** how many uploads have these bytes */
  uploads: number;
}

/** rows per statement */
const PAGE = 500;
/** progress of the measurement once the states are read and only the blobs are left, percent */
const STATES_SHARE = 80;
const USES = ['shown', 'history', 'reading', 'refused', 'unused', 'replaced'] as const satisfies readonly PackUse[];
const ORDER = new Map<PackUse, number>(USES.map((use, at) => [use, at]));
const USE_OF_STATE = {
  received: 'reading',
  reading: 'reading',
  refused: 'refused',
  live: 'unused',
  replaced: 'replaced',
} as const;

const sumOf = (pieces: Iterable<Piece>): number => {
  let sum = 0;
  for (const { bytes } of pieces) sum += bytes;
  return sum;
};
const inAnyArea = ({ areas }: ContentUse): Set<Piece> => new Set(AREAS.flatMap((area) => [...areas[area]]));

/**
 * Suppliers deliver the same pictures for several sets: packs with the same bytes are stored once and are one piece. In
 * a pack for several sets, each set has its own part.
 */
function pieceName(
  { pack, kind, viewport, driver }: SnapshotPart,
  packSha256: string,
  disId: string | undefined,
): string {
  const name = parsePackName(pack);
  const isWhole = 'kind' in name && (name.kind === 'image' || name.kind === 'static');
  return [packSha256, kind, viewport, driver, isWhole ? undefined : disId].join(' ');
}

/** Collects packs, the lists of their files, and which sets use them. */
function openLedger({ snapshots, signal }: Options) {
  const packs = new Map<string, PackBlob>();
  const contents = new Map<string, ContentUse>();
  const pieces = new Map<string, Piece>();
  /** manifest -> its piece */
  const known = new Map<string, { readonly piece: Piece; readonly pack: string } | 'unreadable'>();
  const lists = new HashSet();

  function notePack(sha256: string, kind: StoredKind, use: PackUse): PackBlob {
    const pack = packs.get(sha256) ?? { kind, use, uploads: 0 };
    if ((ORDER.get(use) ?? 0) < (ORDER.get(pack.use) ?? 0)) pack.use = use;
    packs.set(sha256, pack);
    return pack;
  }

  async function read(part: SnapshotPart) {
    try {
      const { packSha256, hashes, disId, storedBytes } = await snapshots.referencesOf(part);
      releaseBuffer(hashes);
      const name = pieceName(part, packSha256, disId);
      // A state without some of the files has its own list, of the same bytes.
      const piece = pieces.get(name) ?? { bytes: 0, shownBy: undefined };
      piece.bytes = Math.max(piece.bytes, storedBytes);
      pieces.set(name, piece);
      return { piece, pack: packSha256 };
    } catch (error) {
      if (signal.aborted || isTemporary(error)) throw error;
      return 'unreadable';
    }
  }

  return {
    packs,
    contents,
    lists,
    notePack,
    unreadable: () => [...known.values()].filter((one) => one === 'unreadable').length,
    contentOf(kind: 'dis' | 'static', key: string): ContentUse {
      const name = `${kind} ${key}`;
      const content = contents.get(name) ?? {
        kind,
        key,
        areas: { embargo: new Set(), preprod: new Set(), prod: new Set() },
        older: new Set(),
      };
      contents.set(name, content);
      return content;
    },
    /** @returns undefined if its list of files cannot be read */
    async pieceOf(part: SnapshotPart, use: 'shown' | 'history'): Promise<Piece | undefined> {
      const found = known.get(part.manifest) ?? (await read(part));
      known.set(part.manifest, found);
      lists.add(part.manifest);
      if (found === 'unreadable') return undefined;
      notePack(found.pack, part.kind, use);
      return found.piece;
    },
  };
}
type Ledger = ReturnType<typeof openLedger>;

async function readStates(ledger: Ledger, { database, signal, progress }: Options): Promise<void> {
  const db = database.background;
  const count = await db
    .selectFrom('snapshots')
    .select((e) => e.fn.countAll<number>().as('all'))
    .executeTakeFirst();
  let done = 0;
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const page = await db
      .selectFrom('snapshots')
      .select(['id', 'content'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    last = page.at(-1)?.id ?? last;
    const ids = page.map(({ id }) => id);
    const [refs, moves] = ids.length === 0 ? [[], []] : await Promise.all([refsTo(db, ids), movesTo(db, ids)]);
    const refsOf = Map.groupBy(refs, ({ id }) => id);
    const movesOf = Map.groupBy(moves, ({ id }) => id);
    for (const { id, content } of page) {
      const shownIn = refsOf.get(id) ?? [];
      for (const part of (JSON.parse(content) as SnapshotContent).parts) {
        signal.throwIfAborted();
        const piece = await ledger.pieceOf(part, shownIn.length > 0 ? 'shown' : 'history');
        if (!piece) continue;
        for (const { area, kind, key } of shownIn) {
          const user = ledger.contentOf(kind, key);
          user.areas[area].add(piece);
          piece.shownBy = piece.shownBy === undefined || piece.shownBy === user ? user : null;
        }
        for (const { kind, key } of movesOf.get(id) ?? []) ledger.contentOf(kind, key).older.add(piece);
      }
    }
    done += page.length;
    progress((done / Math.max(1, Number(count?.all ?? 1))) * STATES_SHARE);
    if (page.length < PAGE) return;
  }
}

type Content = { id: string; kind: 'dis' | 'static'; key: string };
const refsTo = (db: Database['background'], ids: readonly string[]) =>
  db
    .selectFrom('refs')
    .select(['snapshotId as id', 'area', 'kind', 'key'])
    .where('snapshotId', 'in', ids)
    .execute() as Promise<(Content & { area: Area })[]>;
const movesTo = (db: Database['background'], ids: readonly string[]) =>
  db
    .selectFrom('refHistory')
    .select(['toSnapshot as id', 'kind', 'key'])
    .distinct()
    .where('toSnapshot', 'in', ids)
    .execute() as Promise<Content[]>;

/** @returns the uploads that could be deleted, with their bytes */
async function readUploads(ledger: Ledger, { database, signal }: Options) {
  const uploads: { id: string; sha256: string; size: number; state: 'refused' | 'live' }[] = [];
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const page = await database.background
      .selectFrom('packs')
      .select(['id', 'sha256', 'kind', 'state', 'size', 'fileName'])
      .select((e) =>
        e
          .case()
          .when(
            e.exists(
              e
                .selectFrom('snapshotPacks')
                .innerJoin('refs', 'refs.snapshotId', 'snapshotPacks.snapshotId')
                .select('refs.key')
                .whereRef('snapshotPacks.pack', '=', 'packs.fileName'),
            ),
          )
          .then(1)
          .else(0)
          .end()
          .as('inUse'),
      )
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    last = page.at(-1)?.id ?? last;
    for (const { id, sha256, kind, state, size, inUse } of page) {
      const pack = ledger.notePack(sha256, kind, USE_OF_STATE[state]);
      pack.kind = kind;
      pack.uploads += 1;
      if (state === 'refused' || (state === 'live' && Number(inUse) === 0)) {
        uploads.push({ id, sha256, size: Number(size), state });
      }
    }
    if (page.length < PAGE) return uploads;
  }
}

async function readPrepared({ database, signal }: Options): Promise<HashSet> {
  const bundles = new HashSet();
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const page = await database.background
      .selectFrom('derived')
      .select('blob')
      .distinct()
      .where('blob', '>', last)
      .orderBy('blob')
      .limit(PAGE)
      .execute();
    for (const { blob } of page) bundles.add(blob);
    last = page.at(-1)?.blob ?? last;
    if (page.length < PAGE) return bundles;
  }
}

async function measureBlobs(ledger: Ledger, options: Options) {
  const bundles = await readPrepared(options);
  const kinds = new Map<StoredKind, { bytes: number; files: number }>();
  const uses = new Map<PackUse, { bytes: number; files: number }>();
  const count = <K>(sums: Map<K, { bytes: number; files: number }>, name: K, bytes: number) => {
    const sum = sums.get(name) ?? { bytes: 0, files: 0 };
    sums.set(name, { bytes: sum.bytes + bytes, files: sum.files + 1 });
  };
  for await (const { sha256, size } of options.blobs.list()) {
    options.signal.throwIfAborted();
    const pack = ledger.packs.get(sha256);
    if (pack && pack.use !== 'replaced') {
      count(kinds, pack.kind, size);
      count(uses, pack.use, size);
    } else {
      count(kinds, ledger.lists.has(sha256) ? 'lists' : bundles.has(sha256) ? 'prepared' : 'unneeded', size);
    }
  }
  return {
    kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })).sort((a, b) => b.bytes - a.bytes),
    packs: USES.flatMap((use) => (use === 'replaced' ? [] : [{ use, ...(uses.get(use) ?? { bytes: 0, files: 0 }) }])),
  };
}

async function measureDatabase({ dialect, background: db }: Database): Promise<StorageReport['database']> {
  const postgres = dialect === 'postgres';
  const bytes = postgres
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as "bytes"`
    : sql<{ bytes: number }>`select page_count * page_size as "bytes" from pragma_page_count(), pragma_page_size()`;
  const logs = postgres
    ? sql<{ bytes: number }>`select pg_total_relation_size('"logLines"') as "bytes"`
    : sql<{ bytes: number }>`select sum("pgsize") as "bytes" from "dbstat" where "name" in
        (select "name" from "sqlite_schema" where "tbl_name" = 'logLines' or "tbl_name" like 'logText%')`;
  const one = async (query: typeof bytes) => Number((await query.execute(db)).rows[0]?.bytes ?? 0);
  // SQLite would read all pages of the logs for it, and the time of a statement is limited.
  return { bytes: await one(bytes), logs: await one(logs).catch(() => null) };
}

/** @throws what the stores throw; a damaged list of files only counts as unreadable */
export async function measureStorage(options: Options): Promise<Measured> {
  const ledger = openLedger(options);
  await readStates(ledger, options);
  const uploads = await readUploads(ledger, options);
  const blobs = await measureBlobs(ledger, options);
  const contents = [...ledger.contents.values()];
  const shownIn = (area: Area): Set<Piece> => new Set(contents.flatMap(({ areas }) => [...areas[area]]));
  const byArea = AREAS.map((area) => [area, shownIn(area)] as const);
  const others = (area: Area) => byArea.filter(([other]) => other !== area).map(([, pieces]) => pieces);
  return {
    report: {
      ...blobs,
      areas: byArea.map(([area, pieces]) => ({
        area,
        bytes: sumOf(pieces),
        own: sumOf([...pieces].filter((piece) => !others(area).some((other) => other.has(piece)))),
      })),
      shown: sumOf(new Set(byArea.flatMap(([, pieces]) => [...pieces]))),
      database: await measureDatabase(options.database),
      unreadable: ledger.unreadable(),
    },
    sets: contents
      .map((content) => {
        const shown = inAnyArea(content);
        return {
          kind: content.kind,
          key: content.key,
          embargo: sumOf(content.areas.embargo),
          preprod: sumOf(content.areas.preprod),
          prod: sumOf(content.areas.prod),
          shown: sumOf(shown),
          shared: sumOf([...shown].filter(({ shownBy }) => shownBy === null)),
          older: sumOf([...content.older].filter((piece) => !shown.has(piece))),
        };
      })
      .filter(({ shown, older }) => shown + older > 0),
    deletable: uploads.map(({ id, sha256, size, state }) => {
      const pack = ledger.packs.get(sha256);
      const isFree = pack?.use === (state === 'refused' ? 'refused' : 'unused') && pack.uploads === 1;
      const keptBy = isFree ? null : pack?.use === 'history' ? 'history' : 'otherUpload';
      return { packId: id, frees: isFree ? size : 0, keptBy };
    }),
  };
}
