/** Uploads in parts whose last request fails, and those that are never finished. */
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { startTestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import type { Reservation, UploadQuota } from './quota.ts';
import { openTusServer, type TusOptions } from './tusServer.ts';

const DAY_MS = 24 * 3600 * 1000;
const NAME = `meta-${SET}.zip`;
afterEach(() => vi.restoreAllMocks());

it('keeps all but the last byte while the store is unreachable, and the upload ends with that byte', async () => {
  const server = await startTestApp();
  const { cookie, token } = await server.signIn(['ROLE_UPLOAD']);
  const send = (method: 'POST' | 'PATCH' | 'HEAD', url: string, headers = {}, payload?: Buffer) =>
    server.app.inject({
      method,
      url,
      headers: { cookie, 'x-csrf-token': token, 'tus-resumable': '1.0.0', ...headers },
      ...(payload && { payload }),
    });
  const bytes = await metaZip();
  const begun = await send('POST', RESUMABLE_UPLOADS, {
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${Buffer.from(NAME).toString('base64')}`,
  });
  const place = new URL(String(begun.headers['location']), 'http://here').pathname;
  const part = (from: number) =>
    send(
      'PATCH',
      place,
      { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      bytes.subarray(from),
    );
  const handle = await open('/dev/null', 'r');
  await handle.close();
  const handles = Object.getPrototypeOf(handle) as Record<'sync', () => Promise<unknown>>;
  const away = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' });
  vi.spyOn(handles, 'sync').mockRejectedValue(away);
  expect((await part(0)).statusCode).toBeGreaterThanOrEqual(500);
  vi.restoreAllMocks();
  expect((await send('HEAD', place)).headers['upload-offset']).toBe(String(bytes.length - 1));
  const last = await part(bytes.length - 1);
  expect([last.statusCode, last.headers['content-type']]).toEqual([200, 'application/json']);
  expect(last.json()).toMatchObject({ fileName: NAME, size: bytes.length });
  expect((await server.waitForPack(NAME)).state).toBe('live');
  await server.stop();
});

it('deletes uploads without new bytes for a day and their reservations, but not active ones that are older; counts those that an earlier process left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const [old, recent, nobodys] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];
  const leave = (id: string, age: number, metadata: object) => {
    const creation_date = new Date(Date.now() - 3 * DAY_MS).toISOString();
    writeFileSync(join(folder, id), 'PK12');
    utimesSync(join(folder, id), new Date(), new Date(Date.now() - age));
    writeFileSync(join(folder, `${id}.json`), JSON.stringify({ id, size: 9, offset: 0, metadata, creation_date }));
  };
  leave(old, DAY_MS + 60_000, { filename: 'static_a.zip', owner: 'anna' });
  leave(recent, DAY_MS - 60_000, { filename: 'static_b.zip', owner: 'anna' });
  leave(nobodys, 0, {});
  const [counted, released]: [unknown[], string[]] = [[], []];
  const quota: Partial<UploadQuota> = {
    packBytes: 1000,
    resume: (pack, received) => {
      counted.push([pack, received]);
      return { release: () => void released.push(pack.fileName) } as Reservation;
    },
  };
  const tus = await openTusServer({ folder, quota } as TusOptions);
  expect(counted.sort()).toEqual([
    [{ who: 'anna', fileName: 'static_a.zip', size: 9 }, 4],
    [{ who: 'anna', fileName: 'static_b.zip', size: 9 }, 4],
  ]);
  await tus.deleteExpired();
  expect([old, recent].map((id) => existsSync(join(folder, id)))).toEqual([false, true]);
  expect(released).toEqual(['static_a.zip']);
  rmSync(folder, { recursive: true });
});
