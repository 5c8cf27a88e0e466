/** Snapshots and the sets that they make: what is stored, what a later pack replaces, and what the memory forgets. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SetMeta } from '../../engine/meta.ts';
import { migrations } from '../migrations/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import type { Database, Tables } from '../schema.ts';
import { openImageSets } from './imageSets.ts';
import type { Manifest } from './manifest.ts';
import { openSnapshots, type SnapshotPart, type Snapshots, touchSnapshot } from './snapshots.ts';

const MIB = 1024 ** 2;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

let folder: string;
let database: Database;
let blobs: Blobs;
let snapshots: Snapshots;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  database = await openDatabase<Tables>(`sqlite:${join(folder, 'lacquer.db')}`);
  await migrate(database, migrations);
  blobs = await openFolderBlobs(join(folder, 'blobs'));
  snapshots = openSnapshots(database, blobs);
});
afterEach(async () => {
  await snapshots.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const entryOf = (path: string, picture = true) => ({
  path,
  sha256: hash(path),
  size: 100,
  at: { offset: 0, compressedSize: 10, method: 0, crc32: 0 },
  ...(picture && { picture: { width: 8, height: 4, box: null, format: 'png' as const } }),
});
const putMeta = (pack: string, meta: Partial<SetMeta>) => {
  const entries = [entryOf('versions.xml', false)];
  return snapshots.putManifest({ pack, packSha256: hash(pack), kind: 'meta', entries, meta });
};
const putImages = (pack: string, paths: readonly string[], more: Partial<Manifest> = { viewport: 'exterior' }) => {
  const entries = paths.map((path) => entryOf(path));
  return snapshots.putManifest({ pack, packSha256: hash(pack), kind: 'image', entries, ...more });
};
const put = (...parts: readonly SnapshotPart[]) =>
  database.transaction((trx) => snapshots.putSnapshot(trx, { kind: 'dis', parts }));
const versionsOf = (...ids: readonly string[]) =>
  ({ versions: ids.map((id) => ({ id, label: id })) }) as unknown as Partial<SetMeta>;
const rowOf = (id: string) =>
  database.read.selectFrom('snapshots').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('a part names its pack, viewport and driver type, and those only if it has them', async () => {
  const part = await putImages('a.zip', ['001/a.png'], { viewport: 'interior', driver: 'LHD' });
  expect(part).toEqual({ manifest: part.manifest, pack: 'a.zip', kind: 'image', viewport: 'interior', driver: 'LHD' });
  const meta = await putMeta('meta.zip', {});
  expect(meta).toEqual({ manifest: meta.manifest, pack: 'meta.zip', kind: 'meta' });
  expect(meta.manifest).not.toBe(part.manifest);
});

it('equal parts in equal order are one snapshot; meta and pictures have a hash each', async () => {
  const [meta, one, two] = [
    await putMeta('meta.zip', {}),
    await putImages('1.zip', ['001/a.png']),
    await putImages('2.zip', ['001/b.png']),
  ];
  const id = await put(meta, one, two);
  expect(await put(meta, one, two)).toBe(id);
  const row = await rowOf(id);
  // Status lists compare the hashes: the order of pictures counts, and meta is not a picture.
  const others = await Promise.all([
    rowOf(await put(one, meta, two)),
    rowOf(await put(meta, two, one)),
    rowOf(await put(one, two)),
  ]);
  expect(others.map(({ metaHash }) => metaHash === row.metaHash)).toEqual([true, true, false]);
  expect(others.map(({ pictureHash }) => pictureHash === row.pictureHash)).toEqual([true, false, true]);
  expect(row.metaHash).not.toBe(row.pictureHash);
  expect(await snapshots.contentOf(id)).toEqual({ kind: 'dis', parts: [meta, one, two] });
});

it('names each of its packs once, however many there are', async () => {
  const part = await putImages('0.zip', ['001/a.png']);
  const parts = Array.from({ length: 900 }, (_, i) => ({ ...part, pack: `${i % 850}.zip` }));
  const id = await put(...parts);
  await put(...parts);
  const rows = await database.read.selectFrom('snapshotPacks').select('pack').where('snapshotId', '=', id).execute();
  expect(rows.map(({ pack }) => pack).sort()).toEqual(Array.from({ length: 850 }, (_, i) => `${i}.zip`).sort());
});

it('storing a snapshot again, or touching it, renews its age; one that is gone cannot be touched', async () => {
  const part = await putImages('a.zip', ['001/a.png']);
  const [id, other] = [await put(part), await put(part, part)];
  const age = () =>
    database.transaction((trx) =>
      trx.updateTable('snapshots').set({ createdAt: 5 }).where('id', 'is not', null).execute(),
    );
  await age();
  await put(part);
  expect([Number((await rowOf(id)).createdAt) > 5, Number((await rowOf(other)).createdAt)]).toEqual([true, 5]);
  await age();
  expect(await database.transaction((trx) => touchSnapshot(trx, id))).toBe(true);
  expect([Number((await rowOf(id)).createdAt) > 5, Number((await rowOf(other)).createdAt)]).toEqual([true, 5]);
  expect(await database.transaction((trx) => touchSnapshot(trx, 'gone'))).toBe(false);
});

it('of a manifest in memory the versions are taken from there, of others from the store', async () => {
  const part = await putMeta('meta.zip', versionsOf('1PP2A5QESFB0A0F4'));
  const read = vi.spyOn(blobs, 'bytes');
  expect(await snapshots.versionsOf(part)).toMatchObject([{ id: '1PP2A5QESFB0A0F4' }]);
  const manifest = await snapshots.manifestOf(part);
  expect(manifest.meta?.versions).toMatchObject([{ id: '1PP2A5QESFB0A0F4' }]);
  read.mockClear();
  expect(await snapshots.manifestOf(part)).toBe(manifest);
  expect(await snapshots.versionsOf(part)).toBe(manifest.meta?.versions);
  expect(read).not.toHaveBeenCalled();
  snapshots.clear();
  expect(await snapshots.manifestOf(part)).not.toBe(manifest);
});

it('a manifest that the store lost is damaged content of its pack, whoever reads it', async () => {
  const part = await putMeta('meta.zip', versionsOf('1PP2A5QESFB0A0F4'));
  await blobs.delete(part.manifest);
  for (const reading of [() => snapshots.versionsOf(part), () => snapshots.manifestOf(part)]) {
    await expect(reading()).rejects.toMatchObject({ code: 'content-damaged', message: /meta\.zip/ });
  }
});

it('a later meta file replaces the file of its name, a later pack the pictures of its paths; drivers have their own', async () => {
  const layers = (name: string) => ({ layers: { exterior: { [name]: 1 } } }) as unknown as Partial<SetMeta>;
  const id = await put(
    await putMeta('meta-1.zip', { ...versionsOf('1PP2A5QESFB0A0F4'), ...layers('old') }),
    await putImages('1.zip', ['001/a.png', '001/b.png']),
    await putMeta('meta-2.zip', { layers: { interior: { seat: 1 } as never } }),
    await putImages('2.zip', ['001/b.png']),
    await putImages('lhd.zip', ['001/a.png'], { viewport: 'exterior', driver: 'LHD' }),
    await putImages('int.zip', ['001/seat.png'], { viewport: 'interior' }),
    await putMeta('meta-3.zip', layers('new')),
  );
  const sets = openImageSets(snapshots, { bytes: MIB });
  const set = await sets.load(id);
  expect(set.meta).toMatchObject({
    versions: [{ id: '1PP2A5QESFB0A0F4' }],
    layers: { exterior: { new: 1 }, interior: { seat: 1 } },
  });
  const packsOf = (map: (typeof set.pictures.exterior)['common']) =>
    [...map].map(({ path, pack }) => `${path} ${pack}`).sort();
  expect([
    packsOf(set.pictures.exterior.common),
    packsOf(set.pictures.exterior.LHD),
    packsOf(set.pictures.exterior.RHD),
    packsOf(set.pictures.interior.common),
    packsOf(set.pictures.interior.LHD),
  ]).toEqual([['001/a.png 1.zip', '001/b.png 2.zip'], ['001/a.png lhd.zip'], [], ['001/seat.png int.zip'], []]);
  expect(await sets.meta(id)).toEqual(set.meta);
});

it('the versions are those of the last pack that declares some', async () => {
  const [one, two, none] = [
    await putMeta('1.zip', versionsOf('1PP2A5QESFB0A0F4')),
    await putMeta('2.zip', versionsOf('1PP2A5QESFB0A0F5')),
    await putMeta('3.zip', { layers: {} }),
  ];
  const image = await putImages('4.zip', ['001/a.png']);
  const sets = openImageSets(snapshots, { bytes: MIB });
  const ids = async (...parts: readonly SnapshotPart[]) =>
    (await sets.versions(await put(...parts))).map(({ id }) => id);
  expect(await ids(one, two, none, image)).toEqual(['1PP2A5QESFB0A0F5']);
  expect(await ids(two, one, none)).toEqual(['1PP2A5QESFB0A0F4']);
  expect(await ids(none, image)).toEqual([]);
});

it('a set stays in memory until it is cleared or others need the space, and whoever listens is told', async () => {
  const [one, two] = [await put(await putMeta('1.zip', {})), await put(await putMeta('2.zip', {}))];
  const sets = openImageSets(snapshots, { bytes: MIB });
  const forgotten: string[] = [];
  sets.onForgotten((id) => forgotten.push(id));
  const set = await sets.load(one);
  const [meta, versions] = [await sets.meta(one), await sets.versions(one)];
  expect(set.bytes).toBeGreaterThan(0);
  expect([await sets.load(one), sets.loaded(one), sets.loaded(two)]).toEqual([set, set, undefined]);
  expect(await sets.meta(one)).toBe(meta);
  expect(await sets.versions(one)).toBe(versions);
  const clear = vi.spyOn(snapshots, 'clear');
  sets.clear();
  expect([forgotten, clear.mock.calls.length, sets.loaded(one)]).toEqual([[one], 1, undefined]);
  expect(await sets.load(one)).not.toBe(set);
  expect(await sets.meta(one)).not.toBe(meta);
  expect(await sets.versions(one)).not.toBe(versions);
  // Room for one of the two.
  const small = openImageSets(snapshots, { bytes: set.bytes * 2 });
  const left: string[] = [];
  small.onForgotten((id) => left.push(id));
  await small.load(one);
  await small.load(two);
  expect([left, small.loaded(one), small.loaded(two) !== undefined]).toEqual([[one], undefined, true]);
});
