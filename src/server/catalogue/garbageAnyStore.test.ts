/** Garbage collection of any store deletes exactly what nothing needs, whatever else happens and wherever it is interrupted. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS, type BatchRow } from '../../contract/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import type { Database } from '../schema.ts';
import { databases, openTestDatabase } from '../testing/databases.ts';
import { shorter } from '../testing/length.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import type { GarbageOptions } from './garbage.ts';
import { type Manifest, manifestBytes } from './manifest.ts';
import { openSnapshots } from './snapshots.ts';
import { collect } from './testing/garbage.ts';

const DAY = 24 * 3600 * 1000;
const TABLES = ['refs', 'refHistory', 'snapshots', 'packs', 'derived'] as const;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const blobFiles = (folder: string): { path: string; sha256: string }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() && !/staging|unused/.test(path) ? [{ path, sha256: path.slice(-65).replace('/', '') }] : [];
  });
const setAge = (path: string, days: number, now: number) =>
  utimesSync(path, (now - days * DAY) / 1000, (now - days * DAY) / 1000);

/** A pack of one manifest, as the generated stores know them by number. */
interface Stored {
  pack: string;
  manifest: string;
  content: string;
}

const days = fc.constantFrom(1, 30, 400);
const stores = fc.record({
  packs: fc.array(fc.record({ blobAge: days, rowAge: days, state: fc.constantFrom('live', 'replaced', 'received') }), {
    minLength: 1,
    maxLength: 5,
  }),
  snapshots: fc.array(fc.record({ parts: fc.uniqueArray(fc.nat(4), { maxLength: 3 }), age: days }), { maxLength: 6 }),
  moves: fc.array(fc.record({ area: fc.nat(2), to: fc.nat(5), age: days, stays: fc.boolean(), buried: fc.boolean() }), {
    maxLength: 8,
  }),
  forms: fc.array(fc.record({ pack: fc.nat(4), age: days, blobAge: days }), { maxLength: 5 }),
  loose: fc.array(days, { maxLength: 3 }),
});
type Store = typeof stores extends fc.Arbitrary<infer S> ? S : never;

describe.each(databases())('garbage collection of any store on %s', (kind) => {
  let database: Database;
  let folder: string;
  let end: () => Promise<void>;
  const now = Date.now();
  beforeAll(async () => {
    ({ database, end } = await openTestDatabase(kind));
  });
  afterAll(() => end());

  async function build(store: Store): Promise<{ blobs: Blobs; stays: { blobs: Set<string>; snapshots: Set<string> } }> {
    folder = mkdtempSync(join(tmpdir(), 'lacquer-garbage-'));
    const blobs = await openFolderBlobs(folder);
    for (const table of TABLES) await database.transaction((trx) => trx.deleteFrom(table).execute());
    const stays = { blobs: new Set<string>(), snapshots: new Set<string>() };
    const ages = new Map<string, number>();
    const put = async (text: string, age: number) => {
      const { sha256 } = await blobs.put(Buffer.from(text));
      ages.set(sha256, age);
      return sha256;
    };
    const packs: Stored[] = [];
    for (const [i, { blobAge, rowAge, state }] of store.packs.entries()) {
      const pack = await put(`pack ${i}`, blobAge);
      const content = hash(`picture ${i}`);
      const at = { offset: 0, compressedSize: 1, method: 0, crc32: 0 };
      const entries: Manifest['entries'] = [{ path: 'a.png', sha256: content, size: 1, at }];
      const text = String(manifestBytes({ pack: `${i}.zip`, packSha256: pack, kind: 'image', entries }));
      packs.push({ pack, content, manifest: await put(text, blobAge) });
      const row = {
        id: `p${i}`,
        fileName: `${i}.zip`,
        search: '',
        kind: 'image' as const,
        type: 'image',
        disIds: '[]',
        sha256: pack,
        size: 1,
        state: state as 'live',
        problems: '[]',
        uploadedBy: 'a',
        uploadedAt: now - rowAge * DAY,
        liveAt: null,
        jobId: null,
      };
      await database.transaction((trx) => trx.insertInto('packs').values(row).execute());
      if (state === 'received' || (state === 'live' && rowAge < 365)) stays.blobs.add(pack);
    }
    const partsOf = (parts: readonly number[]) => parts.flatMap((n) => packs[n] ?? []);
    const snapshots: { id: string; parts: Stored[] }[] = [];
    for (const [i, { parts, age }] of store.snapshots.entries()) {
      const id = hash(`snapshot ${i}`);
      const content = JSON.stringify({ kind: 'dis', parts: partsOf(parts).map(({ manifest }) => ({ manifest })) });
      const row = { id, kind: 'dis', content, createdAt: now - age * DAY };
      await database.transaction((trx) => trx.insertInto('snapshots').values(row).execute());
      snapshots.push({ id, parts: partsOf(parts) });
      if (age < 7) stays.snapshots.add(id);
    }
    for (const [i, { area, to, age, stays: staysThere, buried }] of store.moves.entries()) {
      const id = snapshots[to]?.id;
      if (id === undefined) continue;
      const place = { area: AREAS[area] ?? 'prod', kind: 'dis', key: `set ${i}` };
      const movedAt = now - age * DAY;
      const note = { who: 'a', reason: 'promote', note: null };
      await database.transaction(async (trx) => {
        const ref = { ...place, snapshotId: id, movedAt, modifiedAt: movedAt };
        if (staysThere) await trx.insertInto('refs').values(ref).execute();
        // Half of the entries have it as their previous snapshot.
        const sides = i % 2 === 0 ? { fromSnapshot: null, toSnapshot: id } : { fromSnapshot: id, toSnapshot: null };
        await trx
          .insertInto('refHistory')
          .values({ ...place, ...sides, movedAt, ...note })
          .execute();
      });
      if (buried) {
        // Twenty later entries of the same set: only its age can keep this one.
        const later = { ...place, fromSnapshot: null, toSnapshot: null, movedAt: now, ...note };
        await database.transaction((trx) => trx.insertInto('refHistory').values(Array(20).fill(later)).execute());
      }
      if (staysThere || !buried || age < 365) stays.snapshots.add(id);
    }
    const contents = new Set<string>();
    for (const { id, parts } of snapshots) {
      if (!stays.snapshots.has(id)) continue;
      for (const { pack, manifest, content } of parts) {
        stays.blobs.add(pack).add(manifest);
        contents.add(content);
      }
    }
    for (const [i, { pack, age, blobAge }] of store.forms.entries()) {
      const sha256 = packs[pack]?.content ?? hash('of nothing');
      const blob = await put(`form ${i}`, blobAge);
      const row = { kind: `form ${i}`, sha256, blob, offset: 0, length: 1, createdAt: now - age * DAY };
      await database.transaction((trx) => trx.insertInto('derived').values(row).execute());
      if (age < 7 || contents.has(sha256)) stays.blobs.add(blob);
    }
    for (const [i, age] of store.loose.entries()) await put(`loose ${i}`, age);
    for (const { path, sha256 } of blobFiles(folder)) {
      const age = ages.get(sha256) ?? 0;
      setAge(path, age, now);
      if (age < 7) stays.blobs.add(sha256);
    }
    return { blobs, stays };
  }
  const left = async () => ({
    blobs: new Set(blobFiles(folder).map(({ sha256 }) => sha256)),
    snapshots: new Set((await database.read.selectFrom('snapshots').select('id').execute()).map(({ id }) => id)),
  });
  const clean = (blobs: Blobs, options: Partial<GarbageOptions> = {}) =>
    collect({ database, blobs }, { now, historyDays: 365, ...options });

  it('keeps what a ref, a kept history entry, an unread pack or the grace time needs, deletes all else, and a dry run counts the same', async () => {
    await fc.assert(
      fc.asyncProperty(stores, async (store) => {
        const { blobs, stays } = await build(store);
        try {
          const before = await left();
          const planned = await clean(blobs, { dryRun: true });
          expect(await left()).toEqual(before);
          expect(await clean(blobs)).toEqual(planned);
          expect(await left()).toEqual(stays);
          expect(await clean(blobs)).toMatchObject({ blobs: 0, snapshots: 0, packs: 0, derived: 0 });
        } finally {
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: shorter(80, 8) },
    );
  });

  it('interrupted at any step, it has deleted only garbage, and the next run deletes the rest', async () => {
    await fc.assert(
      fc.asyncProperty(stores, fc.nat(12), async (store, last) => {
        const { blobs, stays } = await build(store);
        try {
          let steps = 0;
          const step = async <T>(work: () => Promise<T>): Promise<T> => {
            if (steps++ === last) throw new Error('cut off');
            return work();
          };
          const cutOff = {
            database: { ...database, transaction: (work) => step(() => database.transaction(work)) } satisfies Database,
            blobs: {
              ...blobs,
              deleteUnused: (sha256, before) => step(() => blobs.deleteUnused(sha256, before)),
            } satisfies Blobs,
          };
          await clean(blobs, cutOff).catch((error: Error) => expect(error.message).toBe('cut off'));
          const between = await left();
          expect([...stays.blobs].filter((sha256) => !between.blobs.has(sha256))).toEqual([]);
          expect([...stays.snapshots].filter((id) => !between.snapshots.has(id))).toEqual([]);
          await clean(blobs);
          expect(await left()).toEqual(stays);
        } finally {
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: shorter(80, 8) },
    );
  });

  it.each([
    ['a ref', 'refs'],
    ['an entry of the history', 'refHistory'],
  ] as const)('what %s came to need after it was found useless stays, whole', async (_what, table) => {
    const { blobs } = await build({
      packs: [{ blobAge: 400, rowAge: 400, state: 'replaced' }],
      snapshots: [{ parts: [0], age: 400 }],
      moves: [],
      forms: [{ pack: 0, age: 400, blobAge: 400 }],
      loose: [],
    });
    const before = await left();
    const [id = ''] = before.snapshots;
    const place = { area: 'prod', kind: 'dis', key: 'late', movedAt: now - 400 * DAY };
    let moved = false;
    const late: Database = {
      ...database,
      async transaction(work) {
        if (!moved) {
          moved = true;
          await database.transaction(async (trx) => {
            const ref = { ...place, snapshotId: id, modifiedAt: now };
            const entry = { ...place, fromSnapshot: null, toSnapshot: id, who: 'a', reason: 'promote', note: null };
            if (table === 'refs') await trx.insertInto('refs').values(ref).execute();
            else await trx.insertInto('refHistory').values(entry).execute();
          });
        }
        return database.transaction(work);
      },
    };
    try {
      expect(await clean(blobs, { database: late })).toMatchObject({ snapshots: 0, blobs: 0 });
      expect(moved).toBe(true);
      expect(await left()).toEqual(before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a missing manifest stops it before any blob is deleted', async () => {
    const part = { parts: [0], age: 400 as const };
    const { blobs } = await build({
      packs: [{ blobAge: 400, rowAge: 400, state: 'live' }],
      snapshots: [part],
      moves: [{ area: 0, to: 0, age: 400, stays: true, buried: false }],
      forms: [],
      loose: [400],
    });
    const row = await database.read.selectFrom('snapshots').select('content').executeTakeFirstOrThrow();
    const { parts } = JSON.parse(row.content) as { parts: { manifest: string }[] };
    await blobs.delete(parts[0]?.manifest ?? '');
    const before = await left();
    await expect(clean(blobs)).rejects.toThrow(/lacks the blob/);
    expect(await left()).toEqual(before);
    rmSync(folder, { recursive: true });
  });
});

describe.each(databases())('cleaning up beside a running server on %s', (kind) => {
  const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;
  const GREEN = [0, 255, 0, 255];
  let server: TestApp;
  let blobs: Blobs;
  beforeAll(async () => {
    server = await startTestApp(kind);
    blobs = await openFolderBlobs(join(server.folder, 'blobs'));
  });
  afterAll(() => server.stop());

  /** Makes everything this many days old, without a history that would keep it. */
  async function age(daysAgo: number): Promise<void> {
    for (const { path } of blobFiles(join(server.folder, 'blobs'))) setAge(path, daysAgo, Date.now());
    const then = Date.now() - daysAgo * DAY;
    await server.database.transaction(async (trx) => {
      await trx.updateTable('snapshots').set({ createdAt: then }).execute();
      await trx.deleteFrom('refHistory').execute();
      await trx.updateTable('derived').set({ createdAt: then }).execute();
      await trx.updateTable('packs').set({ uploadedAt: then }).execute();
    });
  }
  const jobsLeft = async () =>
    (await server.call('GET', '/api/v2/admin/getBatchSummary'))
      .json<BatchRow[]>()
      .filter((job) => /CREATED|STARTED/.test(job.jobStatus)).length;
  const settled = () => expect.poll(jobsLeft).toBe(0);
  const picture = async (area: string) =>
    (await server.call('GET', `/${area}/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`)).statusCode;
  const deliver = async (colour: readonly number[]) => {
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(colour) }));
  };

  it('packs that are delivered and promoted again while their old content is collected lose nothing', async () => {
    await deliver(GREEN);
    for (let round = 0; round < shorter(4, 2); round += 1) {
      expect((await server.call('DELETE', `/api/v2/admin/dis/${SET}`, UPLOADER)).statusCode).toBe(200);
      await age(400);
      let collecting = true;
      const collector = (async () => {
        while (collecting) await collect({ database: server.database, blobs });
      })();
      try {
        await deliver(GREEN);
        const body = { disId: SET, source: 'embargo', target: 'preprod' };
        await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { ...UPLOADER, body });
        await settled();
      } finally {
        collecting = false;
        await collector;
      }
      expect([await picture('embargo'), await picture('preprod')]).toEqual([200, 200]);
      const named = await server.database.read
        .selectFrom('packs')
        .select('sha256')
        .where('state', '=', 'live')
        .execute();
      for (const { sha256 } of named) expect(await blobs.has(sha256)).toBe(true);
    }
  });

  it('a roll back to content that is being deleted is complete or refused', async () => {
    await deliver(GREEN);
    const { database } = server;
    const rows = await database.read.selectFrom('refHistory').selectAll().where('key', '=', SET).execute();
    const first = rows.find(({ toSnapshot }) => toSnapshot !== null);
    expect((await server.call('DELETE', `/api/v2/admin/dis/${SET}`, UPLOADER)).statusCode).toBe(200);
    await age(400);
    const old = { ...first, id: undefined, movedAt: Date.now() - 400 * DAY, area: 'embargo' } as never;
    const later = { ...first, id: undefined, movedAt: Date.now(), fromSnapshot: null, toSnapshot: null } as never;
    await database.transaction((trx) => trx.insertInto('refHistory').values([old]).execute());
    await database.transaction((trx) => trx.insertInto('refHistory').values(Array(20).fill(later)).execute());
    const entry = (
      await database.read.selectFrom('refHistory').select('id').where('toSnapshot', 'is not', null).execute()
    )[0];
    // The roll back comes after the garbage was found and before it is deleted.
    let isFirst = false;
    const late: Database = {
      ...database,
      async transaction(work) {
        if (!isFirst) {
          isFirst = true;
          const body = { area: 'embargo', entry: Number(entry?.id) };
          const path = `/api/v2/admin/dis/${SET}/rollback`;
          expect((await server.call('POST', path, { ...UPLOADER, body })).statusCode).toBe(200);
          await settled();
        }
        return database.transaction(work);
      },
    };
    const snapshots = openSnapshots(database, blobs);
    await collect({ database: late, blobs }, { snapshots });
    expect(isFirst).toBe(true);
    const ref = await database.read.selectFrom('refs').select('snapshotId').where('key', '=', SET).executeTakeFirst();
    expect(ref?.snapshotId).toBe(first?.toSnapshot);
    const parts = (await snapshots.contentOf(ref?.snapshotId ?? '')).parts;
    for (const part of parts) {
      expect(await blobs.has(part.manifest)).toBe(true);
      expect(await blobs.has((await snapshots.manifestOf(part)).packSha256)).toBe(true);
    }
  });
});
