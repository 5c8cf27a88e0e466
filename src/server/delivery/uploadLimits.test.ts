/** The bytes and uploads that one user may have: the exact limit, sizes that are declared late, unfinished uploads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { startTestApp } from '../testing/testApp.ts';
import type { Reservation, UploadQuota } from './quota.ts';
import { openUnfinishedUploads } from './unfinishedUploads.ts';

const packOf = (size: number) => Buffer.concat([Buffer.from('PK'), Buffer.alloc(size - 2)]);
const TUS = { 'tus-resumable': '1.0.0' };
const named = (fileName: string) => ({
  'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
});

it('a user may fill the quota to the last byte; then not even an upload of unknown size begins', async () => {
  const server = await startTestApp('sqlite', { LACQUER_USER_BYTES: '10000' });
  const begin = async (fileName: string, headers: Record<string, string> = { 'upload-defer-length': '1' }) =>
    server.call('POST', RESUMABLE_UPLOADS, {
      as: ['ROLE_UPLOAD'],
      headers: { ...TUS, ...named(fileName), ...headers },
    });
  const codeOf = (answer: { statusCode: number; json<T>(): T }) => [
    answer.statusCode,
    answer.json<{ code: string }>().code,
  ];

  const first = await begin('static_a.zip');
  const second = await begin('static_b.zip', { 'upload-length': '6000' });
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  const { cookie, token } = await server.signIn(['ROLE_UPLOAD']);
  const sendTo = (upload: typeof first, payload: Buffer, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'PATCH',
      url: String(upload.headers.location),
      headers: {
        cookie,
        'x-csrf-token': token,
        ...TUS,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        ...headers,
      },
      payload,
    });
  const declare = (size: number) => sendTo(first, packOf(10), { 'upload-length': String(size) });
  // Ten bytes would fit; what the client says will follow does not.
  expect(codeOf(await declare(4001))).toEqual([507, 'user-full']);
  expect((await declare(4000)).statusCode).toBe(204);
  const cancel = await server.call('DELETE', String(first.headers.location), { as: ['ROLE_UPLOAD'], headers: TUS });
  expect(cancel.statusCode).toBe(204);

  const third = await begin('static_c.zip', { 'upload-length': '4000' });
  expect((await sendTo(second, packOf(6000))).statusCode).toBe(200);
  expect((await sendTo(third, packOf(4000))).statusCode).toBe(200);
  expect(codeOf(await begin('static_d.zip'))).toEqual([507, 'user-full']);
  expect(codeOf(await server.upload('static_d.zip', packOf(10)))).toEqual([507, 'user-full']);
  // It replaces the pack that fills the quota.
  expect((await begin('static_c.zip')).statusCode).toBe(201);
  await server.stop();
});

it('a folder that cannot be made fails the start, not the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  writeFileSync(join(folder, 'file'), '');
  const quota: Partial<UploadQuota> = {};
  const opening = openUnfinishedUploads({
    folder: join(folder, 'file', 'uploads'),
    quota: quota as UploadQuota,
    asAnswer: (error) => error as Error,
  });
  await expect(opening).rejects.toThrow('ENOTDIR');
  rmSync(folder, { recursive: true });
});

it('a user has at most a thousand unfinished uploads, which no other user notices', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const reservation: Partial<Reservation> = { expect: async () => {}, release() {} };
  const quota: Partial<UploadQuota> = { reserve: async () => reservation as Reservation };
  const uploads = await openUnfinishedUploads({
    folder,
    quota: quota as UploadQuota,
    asAnswer: (error) => error as Error,
  });
  const begin = (who: string, id: string) => uploads.begin(id, { who, fileName: 'static_a.zip', size: 9 }, 0);
  for (let i = 0; i < 1000; i += 1) await begin('anna', `a${i}`);
  await expect(begin('anna', 'one-more')).rejects.toThrow('You have 1000 unfinished uploads.');
  expect(uploads.reservationOf('one-more')).toBeUndefined();
  await begin('bert', 'b0');
  expect(uploads.reservationOf('b0')).toBe(reservation);
  rmSync(folder, { recursive: true });
});
