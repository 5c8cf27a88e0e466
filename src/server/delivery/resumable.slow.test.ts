/** Resumable uploads over real HTTP: in parts, across a killed server, and only for the user who began them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pack, Role } from '../../contract/index.ts';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { databases, startTestApp, type TestApp } from '../testing/testApp.ts';
import { endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const meta = (fileName: string) => ({ 'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}` });
type Send = (method: string, path: string, headers?: Record<string, string>, body?: Uint8Array) => Promise<Response>;

const begin = (send: Send, fileName: string, size: number) =>
  send('POST', RESUMABLE_UPLOADS, { ...TUS, ...meta(fileName), 'upload-length': String(size) });
const part = (send: Send, place: string, offset: number, bytes: Uint8Array) =>
  send(
    'PATCH',
    place,
    { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes,
  );
const offsetOf = async (send: Send, place: string) => (await send('HEAD', place, TUS)).headers.get('upload-offset');

describe.each(databases())('resumable uploads on %s', (kind) => {
  let server: TestApp;
  let address: string;
  beforeEach(async () => {
    server = await startTestApp(kind, { LACQUER_PACK_BYTES: '1000000' });
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.stop());

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
    const { jobId, ...told } = (await last.json()) as { jobId: string };
    expect(last.headers.get('location')).toBe(`/api/v2/admin/jobs/${jobId}`);
    expect(told).toMatchObject({
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
});

describe('kill -9 in the middle of a resumable upload', () => {
  afterEach(endAll);
  it('loses nothing that was acknowledged: the upload continues after the next start', async () => {
    const data = folderOfStore();
    const bytes = await metaZip();
    let server = await start(data);
    const place = (await begin(server.send, 'meta_killed.zip', bytes.length)).headers.get('location') ?? '';
    await part(server.send, place, 0, bytes.subarray(0, 500));
    await server.kill();
    server = await start(data);
    const offset = Number(await offsetOf(server.send, place));
    expect(offset).toBe(500);
    expect((await part(server.send, place, offset, bytes.subarray(offset))).status).toBe(200);
    const packs = async () => (await (await server.get('/api/v2/admin/files')).json()) as Pack[];
    await expect.poll(async () => (await packs())[0]?.fileName).toBe('meta_killed.zip');
  });
});
