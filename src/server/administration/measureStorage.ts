/**
 * Measures what takes space: reads the list of files of every stored state and lists every blob. It works in the background,
 * in pages.
 *
 *   Measured
 *   measureStorage
 */
import { sql } from 'kysely';
import { AREAS, type Area, type StorageReport, type StoredKind, type StoredSet } from '../../contract/index.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database, Tables } from '../schema.ts';
import { type ContentUse, type Ledger, openLedger, PACK_USES, type PackUse, type Piece } from './storageLedger.ts';
import { type MeasuredDatabase, readPreparedBundles, readStates, readUploads } from './storageRows.ts';

export interface Measured {
  readonly report: StorageReport;
  readonly sets: readonly StoredSet[];
  readonly deletable: readonly Pick<Tables['storagePacks'], 'packId' | 'frees' | 'keptBy'>[];
}

interface Options extends MeasuredDatabase {
  readonly blobs: Pick<Blobs, 'list'>;
  readonly snapshots: Pick<Snapshots, 'referencesOf'>;
  /** percent */
  readonly progress: (percent: number) => void;
}

/** progress of the measurement once the states are read and only the blobs are left, percent */
const STATES_SHARE = 80;

const sumOf = (pieces: Iterable<Piece>): number => {
  let sum = 0;
  for (const { bytes } of pieces) sum += bytes;
  return sum;
};
const inAnyArea = ({ areas }: ContentUse): Set<Piece> => new Set(AREAS.flatMap((area) => [...areas[area]]));

async function measureBlobs(ledger: Ledger, options: Options) {
  const bundles = await readPreparedBundles(options);
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
    packs: PACK_USES.flatMap((use) =>
      use === 'replaced' ? [] : [{ use, ...(uses.get(use) ?? { bytes: 0, files: 0 }) }],
    ),
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
  const ledger = openLedger(options.snapshots, options.signal);
  await readStates(ledger, options, (share) => options.progress(share * STATES_SHARE));
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
