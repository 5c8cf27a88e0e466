/**
 * For tests and measurements: a store of very many pictures, made of rows and manifests as deliveries leave them, without
 * a picture that could be painted.
 *
 *   putManyPictures
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Manifest } from './catalogue/manifest.ts';
import { openSnapshots, type SnapshotContent } from './catalogue/snapshots.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import type { Database } from './schema.ts';

const DAY = 24 * 3600 * 1000;
const ANGLES = 36;
const ROWS = 200;

export interface ManyPictures {
  sets: number;
  /** of each set */
  pictures: number;
  /** of each set in each area: all but the last twenty belong to states that nothing needs */
  moves?: number;
  /** when all of it happened */
  daysAgo?: number;
}

/** 64 hexadecimal digits, the same in SQL: eight times the number. */
const contentHash = (picture: number): string => picture.toString(16).padStart(8, '0').repeat(8);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** A set of a car line of its own. */
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
      sha256: contentHash(set * pictures + i),
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

/** In embargo and prod, each with a form of every picture; and a form of as many pictures that no set has. */
export async function putManyPictures(
  { database, blobs }: { database: Database; blobs: Blobs },
  { sets, pictures, moves = 25, daysAgo = 400 }: ManyPictures,
): Promise<void> {
  const at = Date.now() - daysAgo * DAY;
  const snapshots = openSnapshots(database, blobs);
  const present: { key: string; id: string }[] = [];
  const history: { key: string; from: string | null; to: string }[] = [];
  for (let set = 0; set < sets; set++) {
    const key = manySetId(set);
    const parts = [
      await snapshots.putManifest(metaManifest(set, Math.ceil(pictures / ANGLES))),
      await snapshots.putManifest(imageManifest(set, pictures)),
    ];
    await database.transaction(async (trx) => {
      let from: string | null = null;
      for (let move = 0; move < moves; move++) {
        // Old states differ by a pack that is gone.
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
  const packs = present.flatMap(({ key }, set) =>
    (['meta', 'image'] as const).map((kind) => ({
      id: `${at}-${kind}-${key}`,
      fileName: kind === 'meta' ? `meta-${key}.zip` : `image-ext-${key}.zip`,
      search: key.toLowerCase(),
      kind,
      type: kind,
      disIds: JSON.stringify([key]),
      sha256: hash(`${kind === 'meta' ? 'meta' : 'pack'} ${set}`),
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
  await putForms(database, sets * pictures * 2, at);
}

/** The form of every picture, in bundles of a thousand. */
async function putForms(database: Database, count: number, createdAt: number): Promise<void> {
  const STEP = 20_000;
  const eight = (number: string) =>
    database.dialect === 'sqlite'
      ? sql.raw(`replace('........', '.', printf('%08x', ${number}))`)
      : sql.raw(`repeat(lpad(to_hex(${number}), 8, '0'), 8)`);
  for (let first = 0; first < count; first += STEP) {
    const last = Math.min(first + STEP, count) - 1;
    await database.transaction((trx) =>
      sql`insert into "derived" ("kind", "sha256", "blob", "offset", "length", "createdAt")
        with recursive n(i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)})
        select 'renderReady.9.1280x720', ${eight('i')}, ${eight('i / 1000')}, 0, 20000, ${sql.lit(createdAt)} from n`.execute(
        trx,
      ),
    );
  }
}
