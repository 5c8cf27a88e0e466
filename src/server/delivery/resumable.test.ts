/** Resumable uploads over real HTTP: in parts, only for the user who began them, and refused in our own words. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../contract/index.ts';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { recordFailures } from '../platform/testing/recordFailures.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import type { UploadQuota } from './quota.ts';
import { openResumable } from './resumable.ts';
import { begin, meta, offsetOf, part, type Send, TUS } from './testing/tusUpload.ts';
import type { TusOptions } from './tusServer.ts';

const DAY_MS = 24 * 3600 * 1000;

describe.each(databases())('resumable uploads on %s', (kind) => {
  let server: TestApp;
  let address: string;
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_PACK_BYTES: '1000000' });
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.stop());

  const as = async (roles: readonly Role[]): Promise<Send> => {
    const { cookie, token } = await server.signIn(roles);
    return (method, path, headers = {}, body) =>
      fetch(new URL(path, address), {
        method,
        headers: { cookie, 'x-csrf-token': token, ...headers },
        ...(body && { body: new Uint8Array(body) }),
      });
  };

  it('arrive in parts, continue where they stopped, and become packs like any other', async () => {
    const send = await as(['ROLE_UPLOAD']);
    const bytes = await metaZip();
    const begun = await begin(send, `meta-${SET}.zip`, bytes.length);
    expect(begun.status).toBe(201);
    const place = begun.headers.get('location') ?? '';
    // Behind a proxy, the server does not know the address that its callers use.
    expect(place).toMatch(/^\/api\/v2\//);
    expect((await part(send, place, 0, bytes.subarray(0, 300))).status).toBe(204);
    expect(await offsetOf(send, place)).toBe('300');
    // A part at the wrong place is refused; nothing is lost.
    const misplaced = await part(send, place, 10, bytes.subarray(10));
    expect([misplaced.status, await misplaced.json()]).toEqual([
      409,
      expect.objectContaining({ status: 409, code: 'upload-protocol' }),
    ]);
    const last = await part(send, place, 300, bytes.subarray(300));
    expect(last.status).toBe(200);
    const { jobId, ...reports } = (await last.json()) as { jobId: string };
    expect(last.headers.get('location')).toBe(`/api/v2/admin/jobs/${jobId}`);
    expect(reports).toMatchObject({
      message: `meta-${SET}.zip was received and is being read.`,
      size: bytes.length,
    });
    expect((await server.waitForPack(`meta-${SET}.zip`)).state).toBe('live');
    expect((await send('HEAD', place, TUS)).status).toBe(404);
  });

  it('are checked like any other: names, size, content; users who may not upload may not begin', async () => {
    const send = await as(['ROLE_UPLOAD']);
    const wrong = await begin(send, 'holiday.zip', 10);
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('File name holiday.zip do not match the expected format!');
    const large = await begin(send, 'meta_a.zip', 2_000_000);
    expect([large.status, await large.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'pack-too-large', errorMessage: 'A pack has at most 976.5 KiB.' }),
    ]);
    const text = Buffer.from('not a zip at all');
    const place = (await begin(send, 'meta_a.zip', text.length)).headers.get('location') ?? '';
    const last = await part(send, place, 0, text);
    expect(last.status).toBe(422);
    expect(await last.text()).toContain('meta_a.zip is not a zip file.');
    expect((await begin(await as(['ROLE_TEST']), 'meta_a.zip', 10)).status).toBe(403);
    const { cookie } = await server.signIn(['ROLE_UPLOAD']);
    const bare = await fetch(new URL(RESUMABLE_UPLOADS, address), { method: 'POST', headers: { cookie, ...TUS } });
    expect(bare.status).toBe(403);
  });

  it('are refused in the words of the protocol where a client wants more than is offered: parallel parts', async () => {
    const send = await as(['ROLE_UPLOAD']);
    const headers = { ...TUS, ...meta(`meta-${SET}.zip`), 'upload-length': '10', 'upload-concat': 'partial' };
    const answer = await send('POST', RESUMABLE_UPLOADS, headers);
    expect([answer.status, await answer.json()]).toEqual([
      501,
      expect.objectContaining({
        code: 'upload-protocol',
        errorMessage: 'Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.',
      }),
    ]);
  });

  it('belong to the user who began them; for others they do not exist', async () => {
    const send = await as(['ROLE_UPLOAD']);
    const place = (await begin(send, 'meta_a.zip', 100)).headers.get('location') ?? '';
    const other = await as(['ROLE_ADMIN']);
    const unknown = await other('HEAD', `${RESUMABLE_UPLOADS}/${'0'.repeat(32)}`, TUS);
    expect([(await other('HEAD', place, TUS)).status, unknown.status]).toEqual([404, 404]);
    expect((await part(other, place, 0, Buffer.alloc(10))).status).toBe(404);
    expect((await other('DELETE', place, TUS)).status).toBe(404);
    expect(await offsetOf(send, place)).toBe('0');
  });

  it('continue as long as bytes arrive, also days after they began', async () => {
    const send = await as(['ROLE_UPLOAD']);
    const place = (await begin(send, 'meta_days.zip', 100)).headers.get('location') ?? '';
    const state = join(server.folder, 'uploads', `${basename(place)}.json`);
    const creation_date = new Date(Date.now() - 3 * DAY_MS).toISOString();
    writeFileSync(state, JSON.stringify({ ...JSON.parse(readFileSync(state, 'utf8')), creation_date }));
    const continued = await part(send, place, 0, Buffer.alloc(10));
    expect([continued.status, continued.headers.get('upload-offset')]).toEqual([204, '10']);
    expect(Date.parse(continued.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now() + DAY_MS / 2);
    expect((await send('DELETE', place, TUS)).status).toBe(204);
  });

  it('answer a failing disk in the words of every other call, and continue afterwards', async () => {
    const send = await as(['ROLE_UPLOAD']);
    const unknown = { ...TUS, ...meta('meta_disk.zip'), 'upload-defer-length': '1' };
    const place = (await send('POST', RESUMABLE_UPLOADS, unknown)).headers.get('location') ?? '';
    const declare = () =>
      send(
        'PATCH',
        place,
        { ...TUS, 'upload-length': '100', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        Buffer.alloc(10),
      );
    for (const [code, status, answered] of [
      ['EIO', 500, 'internal'],
      ['ENOSPC', 507, 'store-full'],
    ] as const) {
      vi.spyOn(fs, 'writeFile').mockRejectedValueOnce(Object.assign(new Error(`${code}: write`), { code }));
      const failed = await declare();
      vi.restoreAllMocks();
      expect([failed.status, await failed.json()]).toEqual([
        status,
        expect.objectContaining({ code: answered, requestId: expect.any(String) }),
      ]);
    }
    expect(await offsetOf(send, place)).toBe('0');
    expect((await declare()).status).toBe(204);
    expect((await send('DELETE', place, TUS)).status).toBe(204);
    expect((await send('HEAD', place, TUS)).status).toBe(404);
  });

  it('are acknowledged although their parts cannot be deleted', async () => {
    const send = await as(['ROLE_UPLOAD']);
    const bytes = await metaZip();
    const place = (await begin(send, `meta-${SET}.zip`, bytes.length)).headers.get('location') ?? '';
    const unlink = vi
      .spyOn(fs, 'unlink')
      .mockRejectedValueOnce(Object.assign(new Error('EIO: unlink'), { code: 'EIO' }));
    const last = await part(send, place, 0, bytes);
    expect([last.status, await last.json()]).toEqual([200, expect.objectContaining({ size: bytes.length })]);
    expect(unlink).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
    expect((await send('HEAD', place, TUS)).status).toBe(404);
  });

  it('announce the bytes of each request, so that one that the disk cannot take is refused before it is sent', async () => {
    const large = await startTestApp(kind, { LACQUER_PACK_BYTES: '900000000000000' });
    const { cookie, token } = await large.signIn(['ROLE_UPLOAD']);
    const call = (method: 'POST' | 'PATCH' | 'HEAD', url: string, headers: Record<string, string>) =>
      large.app.inject({
        method,
        url,
        headers: {
          cookie,
          'x-csrf-token': token,
          ...TUS,
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
        ...(method !== 'HEAD' && { payload: Buffer.from('PK') }),
      });
    const unknown = { ...meta('static_a.zip'), 'upload-defer-length': '1' };
    const far = { 'content-length': '800000000000000' };
    const refused = await call('POST', RESUMABLE_UPLOADS, { ...unknown, ...far });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([507, 'store-full']);
    expect(readdirSync(join(large.folder, 'uploads'))).toEqual([]);
    const place = String((await call('POST', RESUMABLE_UPLOADS, unknown)).headers['location']);
    const next = await call('PATCH', place, { 'upload-offset': '2', ...far });
    expect([next.statusCode, next.json<{ code: string }>().code]).toEqual([507, 'store-full']);
    expect((await call('HEAD', place, {})).headers['upload-offset']).toBe('2');
    expect((await call('PATCH', place, { 'upload-offset': '2' })).headers['upload-offset']).toBe('4');
    await large.stop();
  });
});

it('uploads that an earlier process left are deleted at the next start if their day is over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const id = 'a'.repeat(32);
  writeFileSync(join(folder, id), 'PK12');
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ id, size: 9, offset: 0, metadata: {} }));
  utimesSync(join(folder, id), new Date(), new Date(Date.now() - DAY_MS - 60_000));
  const quota: Partial<UploadQuota> = { packBytes: 1000 };
  const { reports, trouble } = recordFailures();
  const resumable = openResumable({ ...({ folder, quota } as TusOptions), sweepFailures: trouble });
  await expect.poll(() => existsSync(join(folder, id)), { timeout: 60_000 }).toBe(false);
  await expect.poll(() => reports).toEqual(['worked']);
  resumable.close();
  rmSync(folder, { recursive: true });
});

it('expired uploads that cannot be deleted are reported', async () => {
  const { reports, trouble } = recordFailures();
  // Nobody makes a folder below a file.
  const folder = fileURLToPath(import.meta.url);
  const resumable = openResumable({ ...({ folder } as TusOptions), sweepFailures: trouble });
  await expect.poll(() => reports).toEqual([expect.stringContaining('ENOTDIR')]);
  resumable.close();
});
