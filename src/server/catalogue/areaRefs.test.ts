/** What is known of an area: read again when it changes, and only then; the key of its content follows what it shows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Area } from '../../contract/index.ts';
import { bumpGeneration } from '../globalConfigs/areaGeneration.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import { migrations } from '../migrations/index.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import type { Database, Tables } from '../schema.ts';
import { openAreaRefs } from './areaRefs.ts';
import { openContentKeys } from './contentKeys.ts';
import { moveRef, type RefKind } from './refs.ts';

const [A, B] = ['1PP2A5xxxxxxxxxx', '1PP2A6xxxxxxxxxx'];

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  database = await openDatabase<Tables>(`sqlite:${join(folder, 'lacquer.db')}`);
  await migrate(database, migrations);
  await database.transaction((trx) =>
    trx
      .insertInto('snapshots')
      .values(['one', 'two'].map((id) => ({ id, kind: 'dis' as const, content: '{}', createdAt: 0 })))
      .execute(),
  );
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const move = (key: string, from: string | null, to: string | null, area: Area = 'prod', kind: RefKind = 'dis') =>
  database.transaction((trx) =>
    moveRef(trx, { area, kind, key, from, to, who: 'anna', reason: 'upload', modifiedAt: 7 }),
  );
const touch = (area: Area) => database.transaction((trx) => bumpGeneration(trx, area));

it('lists the refs of one kind by key and by id, the same object until its area changes', async () => {
  const refs = openAreaRefs(database);
  await move(B, null, 'one');
  await move(A, null, 'two');
  await move(A, null, 'one', 'preprod');
  await move('static_a.zip', null, 'one', 'prod', 'static');
  const before = await refs.of('prod', 'dis');
  expect(before.refs.map(({ key, snapshotId }) => [key, snapshotId])).toEqual([
    [A, 'two'],
    [B, 'one'],
  ]);
  expect([...before.byId]).toEqual(before.refs.map((ref) => [ref.key, ref]));
  expect((await refs.of('prod', 'static')).refs.map(({ key }) => key)).toEqual(['static_a.zip']);
  await touch('preprod');
  expect(await refs.of('prod', 'dis')).toBe(before);
  await touch('prod');
  const after = await refs.of('prod', 'dis');
  expect(after).not.toBe(before);
  expect(after.generation).toBeGreaterThan(before.generation);
  await refs.of('preprod', 'dis');
  refs.clear('preprod');
  expect(await refs.of('prod', 'dis')).toBe(after);
  refs.clear('prod');
  expect(await refs.of('prod', 'dis')).not.toBe(after);
});

it('a failed reading is not remembered', async () => {
  const refs = openAreaRefs(database);
  await move(A, null, 'one');
  const select = vi.spyOn(database.read, 'selectFrom').mockImplementation(() => {
    throw new Error('away');
  });
  const background = vi.spyOn(database.background, 'selectFrom').mockImplementation(() => {
    throw new Error('away');
  });
  await expect(refs.of('prod', 'dis')).rejects.toThrow('away');
  select.mockRestore();
  background.mockRestore();
  expect((await refs.of('prod', 'dis')).refs).toHaveLength(1);
});

it('the key changes with every content, file and passed date of the area, and with nothing else', async () => {
  let visibility: readonly { from?: string }[] = [];
  const globalConfigs: Partial<GlobalConfigStore> = { of: (async () => ({ visibility })) as never };
  const open = () =>
    openContentKeys({ database, areaRefs: openAreaRefs(database), globalConfigs: globalConfigs as GlobalConfigStore });
  const keyOf = open();
  const seen = new Set<string>();
  /** @returns whether the key is one that the area did not have before; any server computes the same */
  const isNew = async () => {
    const key = await keyOf('prod');
    expect(await open()('prod')).toBe(key);
    const known = seen.has(key);
    seen.add(key);
    return !known;
  };
  const configure = async (fileName: string, sha256: string, area: Area = 'prod') => {
    const row = { area, fileName, kind: 'redirects', content: '', sha256, uploadedBy: 'anna', uploadedAt: 0 };
    await database.transaction(async (trx) => {
      await trx.deleteFrom('globalConfigs').where('area', '=', area).where('fileName', '=', fileName).execute();
      await trx.insertInto('globalConfigs').values(row).execute();
      await bumpGeneration(trx, area);
    });
  };
  expect(await isNew()).toBe(true);
  await move(A, null, 'one');
  expect(await isNew()).toBe(true);
  await move(A, 'one', 'two');
  expect(await isNew()).toBe(true);
  await move('static_a.zip', null, 'one', 'prod', 'static');
  expect(await isNew()).toBe(true);
  await configure('redirects.xml', 'a');
  expect(await isNew()).toBe(true);
  await configure('redirects.xml', 'b');
  expect(await isNew()).toBe(true);
  await configure('countries.xml', 'a');
  expect(await isNew()).toBe(true);
  // Another area, and a generation without a change.
  await configure('redirects.xml', 'c', 'preprod');
  await move(B, null, 'one', 'preprod');
  await touch('prod');
  expect(await isNew()).toBe(false);
  // Dates that pass change what is shown without any write.
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)].map((at) =>
    at.toISOString(),
  );
  visibility = [{ from: future ?? '' }];
  expect(await isNew()).toBe(true);
  visibility = [{ from: past ?? '' }];
  expect(await isNew()).toBe(true);
  visibility = [{}];
  expect(await isNew()).toBe(false);
  // The content of before has the key of before.
  visibility = [];
  expect(await isNew()).toBe(false);
});
