/** Connections: a request after a refused body is answered; slow bodies and slow readers are cut off. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../contract/index.ts';
import { startTestApp, type TestApp } from './testing/testApp.ts';

const MIB = 1024 ** 2;
const NEXT = 'GET /api/v2/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
const BOUNDARY = 'x-boundary';

describe('an answer that comes before the body has ended', () => {
  let server: TestApp;
  let port: number;
  let signedIn: string;
  beforeAll(async () => {
    const limits = { connections: { windowMs: 600, leastBytes: 4096, drainBytes: 8 * MIB, drainMs: 3000 } };
    server = await startTestApp('sqlite', { LACQUER_PACK_BYTES: '1 MiB', LACQUER_USER_BYTES: '900 KiB' }, limits);
    port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const { cookie, token } = await server.signIn(['ROLE_UPLOAD']);
    signedIn = `Cookie: ${cookie}\r\nX-CSRF-Token: ${token}\r\n`;
  });
  afterAll(() => server.stop());

  /** A client that keeps its connection and writes while it reads, as most do. */
  async function client() {
    const socket: Socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += String(chunk);
    });
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    const send = async (bytes: Uint8Array | string) => {
      if (socket.destroyed || socket.write(bytes)) return;
      await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    };
    const statuses = () => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    return { socket, send, closed, statuses, heard: () => heard };
  }
  const multipartHead = (fileName: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\nPK`;
  const upload = (length: number | 'chunked', who: string, more = '') =>
    `POST /api/v2/admin/files HTTP/1.1\r\nHost: localhost\r\n${who}Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${
      length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
    }\r\n${more}\r\n`;

  const patch = (length: number) =>
    `PATCH ${RESUMABLE_UPLOADS}/${'0'.repeat(32)} HTTP/1.1\r\nHost: localhost\r\n${signedIn}Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${length}\r\n\r\n`;

  it.each([
    ['400: a wrong name', (length: number) => upload(length, signedIn), multipartHead('holiday.zip'), 400],
    ['401: nobody', (length: number) => upload(length, ''), multipartHead('static_a.zip'), 401],
    ['403: without the header token', (length: number) => upload(length, `${signedIn.split('\r\n')[0]}\r\n`), '', 403],
    ['413: a pack that is too large', (length: number) => upload(length, signedIn), multipartHead('static_a.zip'), 413],
    ['404: no such upload in parts', patch, '', 404],
    [
      '404: no such call',
      (n: number) => `POST /api/v2/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${n}\r\n\r\n`,
      '',
      404,
    ],
    [
      '413: JSON',
      (n: number) =>
        `POST /api/v2/public/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${n}\r\n\r\n`,
      '{"username":"',
      413,
    ],
  ])(
    '%s, 5 MB: the next request on the connection is answered, or the connection ends',
    async (_what, head, start, status) => {
      const one = await client();
      const length = 5 * MIB;
      await one.send(head(length) + start);
      for (let sent = start.length; sent < length; sent += 65_536) {
        await one.send(Buffer.alloc(Math.min(65_536, length - sent)));
      }
      await expect.poll(one.statuses).toEqual([status]);
      await one.send(NEXT);
      await Promise.race([expect.poll(one.statuses).toEqual([status, 200]), one.closed]);
      if (one.statuses().length === 1) expect(one.heard()).toMatch(/^connection: close/im);
      one.socket.destroy();
    },
  );

  it('507: a user over the quota', async () => {
    const one = await client();
    const body = `${multipartHead('static_a.zip')}${'x'.repeat(950 * 1024)}\r\n--${BOUNDARY}--\r\n`;
    await one.send(upload(body.length, signedIn) + body);
    await one.send(NEXT);
    await expect.poll(one.statuses).toEqual([507, 200]);
    one.socket.destroy();
  });

  it.each([
    ['with a length', 'length' as const],
    ['in chunks', 'chunked' as const],
  ])('a body without end, %s: answered, told that the connection ends, and cut', async (_what, how) => {
    const one = await client();
    await one.send(upload(how === 'length' ? 1024 ** 4 : 'chunked', signedIn));
    const bytes = Buffer.alloc(65_536);
    const chunk = how === 'length' ? bytes : Buffer.concat([Buffer.from('10000\r\n'), bytes, Buffer.from('\r\n')]);
    const start = multipartHead('holiday.zip');
    await one.send(how === 'length' ? start : `${start.length.toString(16)}\r\n${start}\r\n`);
    let sent = 0;
    while (!one.socket.destroyed && sent < 200 * MIB) {
      await one.send(chunk);
      sent += chunk.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(one.statuses()).toEqual([400]);
    expect(one.heard()).toMatch(/^connection: close/im);
    expect(one.heard()).toContain('do not match the expected format');
    expect(sent).toBeLessThan(200 * MIB);
  });

  it('a sender that asks first is refused before it sends', async () => {
    const one = await client();
    await one.send(upload(1024 ** 3, '', 'Expect: 100-continue\r\n'));
    await one.closed;
    expect(one.statuses()).toEqual([401]);
    const other = await client();
    await other.send(upload(40, signedIn, 'Expect: 100-continue\r\n'));
    await expect.poll(other.statuses).toEqual([100]);
    other.socket.destroy();
  });

  const slow: readonly [string, () => string][] = [
    ['a pack', () => upload(MIB / 2, signedIn) + multipartHead('static_a.zip')],
    ['a part', () => patch(MIB)],
    [
      'JSON',
      () =>
        'POST /api/v2/public/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
    ],
  ];
  it.each(slow)('%s: a body that trickles in is cut off', async (_what, head) => {
    const one = await client();
    await one.send(head());
    const drops = setInterval(() => void one.send('"'), 100);
    await one.closed;
    clearInterval(drops);
    expect([408, 404]).toContain(one.statuses()[0]);
  });

  it('a body that arrives steadily may take any time', async () => {
    const one = await client();
    const body = `${multipartHead('static_a.zip')}${'x'.repeat(60_000)}\r\n--${BOUNDARY}--\r\n`;
    await one.send(upload(body.length, signedIn));
    for (let at = 0; at < body.length; at += 3000) {
      await one.send(body.slice(at, at + 3000));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await expect.poll(one.statuses).toEqual([200]);
    one.socket.destroy();
  });

  it('a reader that reads nothing of a large answer is cut off; a slow one is not', async () => {
    const { cookie } = await server.signIn(['ROLE_ADMIN']);
    await server.database.transaction(async (trx) => {
      for (let i = 0; i < 20; i += 1) {
        await trx
          .insertInto('globalConfigs')
          .values({
            area: 'embargo',
            fileName: `x${i}.xml`,
            kind: 'x',
            content: 'x'.repeat(MIB),
            sha256: '',
            uploadedBy: '',
            uploadedAt: 0,
          })
          .execute();
      }
    });
    const asks = `GET /embargo/api/v2/admin/global-files/status HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
    const connected = once(server.app.server, 'connection') as Promise<[Socket]>;
    const one = await client();
    const [ours] = await connected;
    one.socket.pause();
    await one.send(asks);
    await once(ours, 'close');
    one.socket.destroy();

    const steady = await client();
    await steady.send(asks);
    const turns = setInterval(() => (steady.socket.isPaused() ? steady.socket.resume() : steady.socket.pause()), 50);
    // Reading is slow on purpose, and slower on a busy machine.
    await expect.poll(() => steady.heard().length, { interval: 500, timeout: 110_000 }).toBeGreaterThan(20 * MIB);
    clearInterval(turns);
    steady.socket.destroy();
  });
});
