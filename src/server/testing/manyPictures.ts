/**
 * For tests and measurements: a store of very many pictures. It has the rows and manifests of real deliveries, but no picture
 * can be painted.
 *
 *   putManyPictures     image sets
 *   putManyStatic       a static pack
 *   putManyJobs         finished jobs
 *   manySetId, manyVersionId
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Manifest } from '../catalogue/manifest.ts';
import { moveRef } from '../catalogue/refs.ts';
import { openSnapshots, type SnapshotContent } from '../catalogue/snapshots.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';

const DAY = 24 * 3600 * 1000;
const ANGLES = 36;
const ROWS = 200;
/** how many numbers are reserved for the contents of a set; half of them belong to no picture */
const SET_NUMBERS = 2000;

export interface ManyPictures {
  /** number of the first set, if the store has others */
  first?: number;
  sets: number;
  /** of each set */
  pictures: number;
  /** of each set in each area; nothing needs the states before the last twenty */
  moves?: number;
  /** the time of all of it */
  daysAgo?: number;
}

/** A number in 8 hexadecimal digits, eight times; putForms does the same in SQL. */
const contentHash = (set: number, picture: number): string =>
  (set * SET_NUMBERS + picture).toString(16).padStart(8, '0').repeat(8);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Each set has its own car line. */
export const manySetId = (n: number): string => {
  const at = (place: number) => LETTERS[Math.floor(n / LETTERS.length ** place) % LETTERS.length];
  return `${at(2)}${at(1)}${at(0)}9A5xxxxxxxxxx`;
};
/** Its only version. */
export const manyVersionId = (n: number): string => manySetId(n).replace('xxxxxxxxxx', 'QESFB0A0F4');

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function imageManifest(set: number, pictures: number): Manifest {
  return {
    pack: `image-ext-${manySetId(set)}.zip`,
    packSha256: hash(`pack ${set}`),
    kind: 'image',
    viewport: 'exterior',
    disId: manySetId(set),
    entries: Array.from({ length: pictures }, (_, i) => ({
      path: `${String((i % ANGLES) + 1).padStart(3, '0')}/layer_${Math.floor(i / ANGLES)}.png`,
      sha256: contentHash(set, i),
      size: 40_000 + i,
      at: { offset: i * 40_000, compressedSize: 39_000 + i, method: 0, crc32: i },
      picture: { width: 1280, height: 720, box: [i % 100, 20, 500, 300], format: 'png' },
    })),
  };
}

const metaManifest = (set: number, layers: number): Manifest => ({
  pack: `meta-${manySetId(set)}.zip`,
  packSha256: hash(`meta ${set}`),
  kind: 'meta',
  disId: manySetId(set),
  entries: [],
  meta: {
    assetProfile: {
      exterior: {
        angles: Array.from({ length: ANGLES }, (_, i) => String(i + 1).padStart(3, '0')),
        resolutions: [{ name: 'HD', width: 1280, height: 720 }],
      },
    },
    versions: [{ id: manyVersionId(set), label: `Version ${set}` }],
    features: { categories: [], standards: [] },
    layers: {
      exterior: {
        families: [{ name: 'all', layers: Array.from({ length: layers }, (_, z) => ({ name: `layer_${z}`, z })) }],
      },
    },
    rules: { exterior: { families: [] } },
  },
});

async function* groups<T>(all: Iterable<T>): AsyncGenerator<T[]> {
  let some: T[] = [];
  for (const one of all) {
    some.push(one);
    if (some.length < ROWS) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Fills Embargo and Prod, with a form of every picture, and forms of as many pictures that no set has. */
export async function putManyPictures(
  { database, blobs }: { database: Database; blobs: Blobs },
  { first = 0, sets, pictures, moves = 25, daysAgo = 400 }: ManyPictures,
): Promise<void> {
  const at = Date.now() - daysAgo * DAY;
  const snapshots = openSnapshots(database, blobs);
  const present: { key: string; id: string }[] = [];
  const history: { key: string; from: string | null; to: string }[] = [];
  for (let set = first; set < first + sets; set++) {
    const key = manySetId(set);
    const parts = [
      await snapshots.putManifest(metaManifest(set, Math.ceil(pictures / ANGLES))),
      await snapshots.putManifest(imageManifest(set, pictures)),
    ];
    await database.transaction(async (trx) => {
      let from: string | null = null;
      for (let move = 0; move < moves; move++) {
        // Old states differ by a deleted pack.
        const old = { ...parts[0], pack: `old-${move}-${key}.zip` } as (typeof parts)[number];
        const content: SnapshotContent = { kind: 'dis', parts: move === moves - 1 ? parts : [...parts, old] };
        const to: string = await snapshots.putSnapshot(trx, content);
        history.push({ key, from, to });
        from = to;
      }
      present.push({ key, id: from ?? '' });
    });
  }
  await snapshots.close();
  const areas = ['embargo', 'prod'] as const;
  for await (const some of groups(present.flatMap(({ key, id }) => areas.map((area) => ({ area, key, id }))))) {
    const rows = some.map(({ area, key, id }) => ({
      area,
      kind: 'dis',
      key,
      snapshotId: id,
      movedAt: at,
      modifiedAt: at,
    }));
    await database.transaction((trx) => trx.insertInto('refs').values(rows).execute());
  }
  for await (const some of groups(history.flatMap((one) => areas.map((area) => ({ area, ...one }))))) {
    const rows = some.map(({ area, key, from, to }) => ({
      area,
      kind: 'dis',
      key,
      fromSnapshot: from,
      toSnapshot: to,
      movedAt: at,
      who: 'system',
      reason: area === 'prod' ? 'promote' : 'upload',
      note: null,
    }));
    await database.transaction((trx) => trx.insertInto('refHistory').values(rows).execute());
  }
  await database.transaction(async (trx) => {
    await trx.updateTable('snapshots').set({ createdAt: at }).execute();
    for (const area of areas) {
      await sql`insert into "areaGenerations" ("area", "generation") values (${area}, 1)
        on conflict ("area") do update set "generation" = "areaGenerations"."generation" + 1`.execute(trx);
    }
  });
  const packs = present.flatMap(({ key }, i) =>
    (['meta', 'image'] as const).map((kind) => ({
      id: `${at}-${kind}-${key}`,
      fileName: kind === 'meta' ? `meta-${key}.zip` : `image-ext-${key}.zip`,
      search: key.toLowerCase(),
      kind,
      type: kind,
      disIds: JSON.stringify([key]),
      sha256: hash(`${kind === 'meta' ? 'meta' : 'pack'} ${first + i}`),
      size: 40_000 * pictures,
      state: 'live' as const,
      problems: '[]',
      uploadedBy: 'system',
      uploadedAt: at,
      liveAt: at,
      jobId: null,
    })),
  );
  for await (const some of groups(packs)) {
    await database.transaction((trx) => trx.insertInto('packs').values(some).execute());
  }
  await putForms(database, { first, sets, pictures: pictures * 2 }, at);
}

/** The form of every picture, in a bundle for each set. */
async function putForms(
  database: Database,
  { first, sets, pictures }: { first: number; sets: number; pictures: number },
  createdAt: number,
): Promise<void> {
  const eight = (number: string) =>
    database.dialect === 'sqlite'
      ? sql.raw(`replace('........', '.', printf('%08x', ${number}))`)
      : sql.raw(`repeat(lpad(to_hex(${number}), 8, '0'), 8)`);
  const AT_ONCE = 50;
  for (let from = first; from < first + sets; from += AT_ONCE) {
    const last = Math.min(from + AT_ONCE, first + sets) - 1;
    await database.transaction((trx) =>
      sql`insert into "derived" ("kind", "sha256", "blob", "offset", "length", "createdAt")
        with recursive
          s(n) as (select ${sql.lit(from)} union all select n + 1 from s where n < ${sql.lit(last)}),
          p(i) as (select 0 union all select i + 1 from p where i < ${sql.lit(pictures - 1)})
        select 'renderReady.9.1280x720', ${eight(`n * ${SET_NUMBERS} + i`)}, ${eight('n')}, 0, 20000, ${sql.lit(createdAt)}
        from s cross join p`.execute(trx),
    );
  }
}

/** A static pack of `pictures` pictures in Embargo, in folders of a hundred. */
export async function putManyStatic(
  { database, blobs }: { database: Database; blobs: Blobs },
  pictures: number,
): Promise<void> {
  const snapshots = openSnapshots(database, blobs);
  const part = await snapshots.putManifest({
    pack: 'static_many.zip',
    packSha256: hash('static'),
    kind: 'static',
    entries: Array.from({ length: pictures }, (_, i) => ({
      path: `colors/${Math.floor(i / 1000)
        .toString(36)
        .toUpperCase()
        .padStart(4, '0')}/B${Math.floor(i / 100) % 10}/0MM${i}.png`,
      sha256: hash(`static ${i}`),
      size: 40_000,
      at: { offset: i * 40_000, compressedSize: 40_000, method: 0, crc32: i },
      picture: { width: 800, height: 600, box: null, format: 'png' },
    })),
  });
  await snapshots.close();
  await database.transaction(async (trx) => {
    const to = await snapshots.putSnapshot(trx, { kind: 'static', parts: [part] });
    const place = { area: 'embargo', kind: 'static', key: 'static_many.zip' } as const;
    await moveRef(trx, { ...place, from: null, to, who: 'system', reason: 'upload' });
  });
}

/** The finished jobs of years. */
export async function putManyJobs(database: Database, rows: number): Promise<void> {
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)})`;
  await database.transaction(async (trx) => {
    await sql`insert into "jobs" ("id", "name", "function", "state", "payload", "attempts", "maxAttempts", "notBefore",
        "createdAt", "createdBy", "startedAt", "stoppedAt", "subject")
      ${numbers} select 'old ' || i, 'readPack', 'Read a pack', 'COMPLETED', '{}', 1, 3, 0, i, 'system', i, i + 5, 'x' from n`.execute(
      trx,
    );
  });
}
