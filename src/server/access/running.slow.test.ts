/** OWASP ASVS 8.3.2: when an account is disabled or loses a role, its running calls are cut, and open uploads cannot continue. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS, type Role } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { createApiToken } from './apiTokens.ts';
import { addUser, setDisabled, setRoles } from './users.ts';

/** More than socket buffers hold. */
const LARGE = 64 * 1024 ** 2;

describe.each(databases())('running calls on %s', (kind) => {
  let server: TestApp;
  let address: string;
  beforeAll(async () => {
    server = await startTestApp(kind);
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    await server.upload('static_large.zip', Buffer.concat([Buffer.from('PK'), randomBytes(LARGE)]));
    await server.waitForPack('static_large.zip');
  });
  afterAll(() => server.stop());

  const person = async (username: string, role: Role) => {
    await addUser(server.database, { username, password: PASSWORD, roles: [role] }, Date.now());
    const payload = { username, password: PASSWORD };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v2/public/session', payload });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { cookie, 'x-csrf-token': answer.json<{ token: string }>().token };
  };
  const begin = (method: string, path: string, headers: Record<string, string | number>) => {
    const sending = request(new URL(path, address), { method, headers });
    sending.on('error', () => {});
    return sending;
  };
  const write = (sending: ClientRequest, bytes: Uint8Array) => new Promise((sent) => sending.write(bytes, sent));
  const disable = (username: string) => setDisabled(server.database, username, true, Date.now());
  const noRole = (username: string) => setRoles(server.database, username, [], Date.now(), 'admin');
  const packs = async () => (await server.call('GET', '/api/v2/admin/files')).json<{ fileName: string }[]>();
  const staged = () => readdirSync(join(server.folder, 'blobs', 'staging'));

  it.each([
    ['disabled', disable],
    ['no uploader any more', noRole],
  ])('an upload is cut: %s', async (what, lose) => {
    const name = what.replaceAll(' ', '-');
    const { headers, payload } = multipart(`static_${name}.zip`, Buffer.from(`PK${'x'.repeat(100_000)}`));
    const own = await person(name, 'ROLE_UPLOAD');
    const sending = begin('POST', '/api/v2/admin/files', { ...own, ...headers, 'content-length': payload.length });
    const closed = new Promise((resolve) => sending.once('close', resolve));
    await write(sending, payload.subarray(0, 50_000));
    await expect.poll(staged).toHaveLength(1);
    await lose(name);
    await closed;
    await expect.poll(staged).toEqual([]);
    expect((await packs()).map((pack) => pack.fileName)).toEqual(['static_large.zip']);
  });

  it('an upload whose last byte arrives right afterwards is refused', async () => {
    const { headers, payload } = multipart('static_quick.zip', Buffer.from(`PK${'x'.repeat(100_000)}`));
    const own = await person('quick', 'ROLE_UPLOAD');
    const sending = begin('POST', '/api/v2/admin/files', { ...own, ...headers, 'content-length': payload.length });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    await write(sending, payload.subarray(0, 50_000));
    await expect.poll(staged).toHaveLength(1);
    await noRole('quick');
    sending.end(payload.subarray(50_000));
    // Answered, or cut before the answer.
    const status = await answered.then(([answer]) => answer.statusCode).catch(() => 403);
    expect(status).toBe(403);
    await expect.poll(staged).toEqual([]);
    expect((await packs()).map((pack) => pack.fileName)).toEqual(['static_large.zip']);
  });

  it('a part of a resumable upload is cut, and the next one is refused', async () => {
    const tus = { ...(await person('parts', 'ROLE_UPLOAD')), 'tus-resumable': '1.0.0' };
    const filename = Buffer.from('static_parts.zip').toString('base64');
    const begun = await fetch(new URL(RESUMABLE_UPLOADS, address), {
      method: 'POST',
      headers: { ...tus, 'upload-length': '100000', 'upload-metadata': `filename ${filename}` },
    });
    const place = begun.headers.get('location') ?? '';
    const more = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', 'content-length': 100_000 };
    const sending = begin('PATCH', place, { ...tus, ...more });
    const closed = new Promise((resolve) => sending.once('close', resolve));
    await write(sending, Buffer.alloc(50_000));
    const came = () =>
      readdirSync(join(server.folder, 'uploads')).map((name) => statSync(join(server.folder, 'uploads', name)).size);
    // The received bytes are written, so the part was admitted.
    await expect.poll(() => Math.max(...came())).toBeGreaterThan(10_000);
    await disable('parts');
    await closed;
    const next = await fetch(new URL(place, address), { method: 'HEAD', headers: tus });
    expect(next.status).toBe(401);
  });

  const download = async (headers: Record<string, string>) => {
    const sending = begin('GET', '/api/v2/admin/file-elements-content?path=/packs/static_large.zip', headers);
    sending.end();
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(LARGE + 2)]);
    return answer;
  };
  it('a download is cut in the middle', async () => {
    const answer = await download(await person('reader', 'ROLE_ADMIN'));
    await disable('reader');
    let got = 0;
    answer.on('data', (chunk: Buffer) => {
      got += chunk.length;
      answer.pause();
      setTimeout(() => answer.resume(), 20);
    });
    await expect(once(answer, 'end')).rejects.toThrow(/aborted/);
    expect(got).toBeLessThan(LARGE);
  });

  it('a download by an API token ends with the token', async () => {
    await person('robot', 'ROLE_ADMIN');
    const made = { name: 'r', username: 'robot', now: Date.now(), expiresAt: null };
    const { id, token } = await createApiToken(server.database, made);
    const answer = await download({ authorization: `Bearer ${token}` });
    expect((await server.call('DELETE', `/api/v2/admin/tokens/${id}`)).statusCode).toBe(200);
    answer.on('data', () => {
      answer.pause();
      setTimeout(() => answer.resume(), 20);
    });
    await expect(once(answer, 'end')).rejects.toThrow(/aborted/);
  });

  it('a slow upload by a user with permission succeeds', async () => {
    const { headers, payload } = multipart('static_slow.zip', Buffer.from(`PK${'x'.repeat(1000)}`));
    const own = await person('slow', 'ROLE_UPLOAD');
    const sending = begin('POST', '/api/v2/admin/files', { ...own, ...headers, 'content-length': payload.length });
    await write(sending, payload.subarray(0, 500));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    sending.end(payload.subarray(500));
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
  });
});
