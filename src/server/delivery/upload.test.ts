/** Receiving a pack: what is refused leaves nothing behind, and an accepted one changes only the rows of its own name. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pack } from '../../contract/index.ts';
import { permissionsOf } from '../../engine/permissions.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { forbidden } from '../platform/http/errors.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, SET, zipOf } from '../testing/tinyPacks.ts';
import { openUploadQuota } from './quota.ts';
import { receivePack } from './upload.ts';

const NAME = 'static_a.zip';
const PACK_BYTES = 1000;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());
const staged = () => readdirSync(join(server.folder, 'blobs', 'staging'));
const packOf = (size: number) => Buffer.concat([Buffer.from('PK'), Buffer.alloc(size - 2)]);

interface Sent {
  bytes?: Buffer;
  /** as the client declares it */
  size?: number;
  truncated?: boolean;
  allowed?: boolean;
  signal?: AbortSignal;
}
async function receive({ bytes = packOf(10), size = 0, truncated = false, allowed = true, signal }: Sent) {
  const { database, folder } = server;
  const blobs = await openFolderBlobs(join(folder, 'blobs'));
  const quota = openUploadQuota({
    database,
    freeSpace: async () => 1e9,
    packBytes: PACK_BYTES,
    freeSpaceBytes: 0,
    userBytes: 0,
  });
  const file = {
    fileName: NAME,
    size,
    bytes: {
      stream: (async function* () {
        for (let at = 0; at < bytes.length; at += 100) yield Buffer.from(bytes.subarray(at, at + 100));
      })(),
      truncated: () => truncated,
    },
    assertStillAllowed: async () => {
      if (!allowed) throw forbidden('not-allowed', 'no longer');
    },
  };
  const caller = { username: 'anna', roles: [], can: permissionsOf([]) };
  return receivePack({ database, blobs, quota }, file, caller, signal ?? new AbortController().signal);
}

it.each<[string, Sent, number, string]>([
  ['one byte too many', { bytes: packOf(PACK_BYTES + 1) }, 413, 'pack-too-large'],
  ['one that a limit cut', { truncated: true }, 413, 'pack-too-large'],
  ['one that is declared too large', { size: PACK_BYTES + 1 }, 413, 'pack-too-large'],
  ['an empty one', { bytes: Buffer.alloc(0) }, 422, 'empty-pack'],
  ['one that begins like a zip', { bytes: Buffer.from('PX') }, 422, 'not-a-zip'],
  ['one that ends like a zip', { bytes: Buffer.from('XK') }, 422, 'not-a-zip'],
  ['one of half the first bytes', { bytes: Buffer.from('P') }, 422, 'not-a-zip'],
  ['one of a user who may no longer upload', { allowed: false }, 403, 'not-allowed'],
])('%s is refused, and nothing of it is left when the answer is given', async (_what, sent, status, code) => {
  await expect(receive(sent)).rejects.toMatchObject({ status, code });
  expect(staged()).toEqual([]);
  expect(await server.database.read.selectFrom('packs').select('id').where('fileName', '=', NAME).execute()).toEqual(
    [],
  );
});

it('stops with the connection', async () => {
  const broken = AbortSignal.abort(new Error('the connection broke off'));
  await expect(receive({ signal: broken })).rejects.toThrow('the connection broke off');
  expect(staged()).toEqual([]);
});

it('accepts the largest pack', async () => {
  expect(await receive({ bytes: packOf(PACK_BYTES), size: PACK_BYTES })).toMatchObject({
    fileName: NAME,
    size: PACK_BYTES,
  });
});

it('a pack replaces the refused upload of its own name, neither that of another name nor the live one', async () => {
  const states = async () =>
    (await server.call('GET', '/api/v2/admin/files'))
      .json<Pack[]>()
      .filter(({ fileName }) => fileName !== NAME)
      .map(({ fileName, state }) => [fileName, state]);
  const broken = await zipOf({ 'nonsense.txt': 'nothing' });
  const live = `meta-${SET}.zip`;
  await server.deliver(live, await metaZip());
  await server.deliver(live, broken);
  await server.deliver('static_b.zip', broken);
  await server.deliver('static_c.zip', broken);
  expect(await states()).toEqual([
    [live, 'refused'],
    [live, 'live'],
    ['static_b.zip', 'refused'],
    ['static_c.zip', 'refused'],
  ]);
  const other = await zipOf({ 'more.txt': 'nothing either' });
  await server.deliver('static_c.zip', other);
  await server.deliver(live, other);
  expect(await states()).toEqual([
    [live, 'refused'],
    [live, 'live'],
    ['static_b.zip', 'refused'],
    ['static_c.zip', 'refused'],
  ]);
});

it('a pack changes its sets in the order of their ids, so that two packs never wait for each other', async () => {
  const [first, second, third] = ['1SA2A5QESFB0A0F4', '1SB2A5QESFB0A0F4', '1SC2A5QESFB0A0F4'];
  const packWith = (...sets: readonly string[]) =>
    zipOf(Object.fromEntries(sets.map((set) => [`${set}/asset-profile.xml`, META['asset-profile.xml'] ?? ''])));
  await server.deliver('meta_order.zip', await packWith(third));
  await server.deliver('meta_order.zip', await packWith(second, first));
  const moved = await server.database.read
    .selectFrom('refHistory')
    .select('key')
    .where('key', 'in', [first, second, third])
    .orderBy('id')
    .execute();
  expect(moved.map(({ key }) => key)).toEqual([third, first, second, third]);
});
