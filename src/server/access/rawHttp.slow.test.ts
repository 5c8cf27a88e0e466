/**
 * Raw requests over a socket (OWASP ASVS 4.1, 4.2, 13.4.4): names that are not this server's, unsupported methods, and
 * requests that two parsers could read differently.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

const LIVE = '/api/v2/health/live';

describe('a bare socket', () => {
  let server: TestApp;
  let port: number;
  beforeAll(async () => {
    server = await startTestApp('sqlite', {
      LACQUER_HOSTS: 'images.example.com, *.cars.example',
      LACQUER_PUBLIC_URL: 'https://public.example.org',
      LACQUER_API_PROD_URL: 'https://prod.example.net/prod',
    });
    port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => server.stop());

  /** Sends the text at once. @returns everything received until the server closed or was silent for half a second */
  async function tell(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += String(chunk);
    });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.setTimeout(500, () => socket.destroy());
    socket.write(Buffer.from(text, 'latin1'));
    await closed;
    return heard;
  }
  const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  const ask = (host: string, path = LIVE, more = '') =>
    tell(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);

  it.each([
    'localhost',
    `localhost:1`,
    '127.0.0.1',
    '192.168.1.20:8080',
    '[::1]:8080',
    'build-server',
    'my-mac.local:8080',
    'lacquer.internal',
    'images.example.com',
    'IMAGES.example.com.:443',
    'a.cars.example',
    'public.example.org',
    'prod.example.net',
  ])('the name %s is answered', async (host) => {
    expect(statuses(await ask(host))).toEqual([200]);
  });

  it.each([
    'evil.example',
    'images.example.com.evil.example',
    'cars.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
  ])('the name %s is refused everywhere, with the setting that would change it', async (host) => {
    for (const path of [
      LIVE,
      '/',
      '/assets/x.js',
      '/api/docs',
      '/api/v2/openapi.json',
      '/api/v2/admin/files/resumable/x',
    ]) {
      const heard = await ask(host, path, 'X-Forwarded-Host: localhost\r\n');
      expect(statuses(heard), path).toEqual([421]);
      expect(heard, path).toContain('LACQUER_HOSTS');
    }
  });

  it('two names in one request are refused', async () => {
    expect(statuses(await ask('localhost', LIVE, 'Host: evil.example\r\n'))).toEqual([400]);
    expect(statuses(await ask('localhost', LIVE, 'host: localhost\r\n'))).toEqual([400]);
  });

  it('is not an open proxy: absolute addresses and CONNECT are refused', async () => {
    expect(
      statuses(await tell(`GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)),
    ).toEqual([400]);
    expect(statuses(await tell('CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'))).toEqual([]);
  });

  it.each(['TRACE', 'TRACK', 'DEBUG', 'PROPFIND'])('%s is off and echoes nothing', async (method) => {
    const heard = await tell(
      `${method} ${LIVE} HTTP/1.1\r\nHost: localhost\r\nX-Secret: 4711\r\nConnection: close\r\n\r\n`,
    );
    expect(statuses(heard)[0]).toBeGreaterThanOrEqual(400);
    expect(heard).not.toContain('4711');
  });

  const SECOND = `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const POST = 'POST /api/v2/public/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  it.each([
    ['length and chunks', `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks twice', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['chunks in disguise', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: 40\r\n\r\n`],
    ['a length with a sign', `${POST}Content-Length: +0\r\n\r\n`],
    ['a negative length', `${POST}Content-Length: -1\r\n\r\n`],
    ['a chunk of no number', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
    ['a huge chunk size', `${POST}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\n\r\n`],
    ['a blank before the colon', `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\nContent-Length : 5\r\n\r\n`],
    ['a folded header', `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n`],
    ['a zero byte', `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\nX-A: b\0c\r\n\r\n`],
    ['a bare carriage return', `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\nX-A: b\rX-B: c\r\n\r\n`],
    ['no host', `GET ${LIVE} HTTP/1.1\r\n\r\n`],
    ['no method', `\x16\x03\x01\x02\x00\x01\x00 / HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a head without end', `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(70_000)}\r\n\r\n`],
  ])('%s: refused and closed; what follows on the connection is not read', async (_what, first) => {
    const heard = statuses(await tell(first + SECOND));
    expect(heard.length).toBeLessThanOrEqual(1);
    for (const status of heard) expect([400, 413, 431]).toContain(status);
    expect(statuses(await ask('localhost'))).toEqual([200]);
  });

  it('the body of a refused request is not read as the next request', async () => {
    const body = `GET /api/v2/public/user HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const heard = await tell(
      `POST /api/v2/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}${SECOND}`,
    );
    expect(statuses(heard)).toEqual([404, 200]);
  });
});

describe('host names without a setting', () => {
  const hosts = (environment: Record<string, string>) => readSettings(environment).hosts;
  it('are those of the public addresses; an invalid one stops the start', () => {
    expect(hosts({ LACQUER_HOST: '0.0.0.0' })).toEqual(['0.0.0.0']);
    expect(
      hosts({ LACQUER_HOST: 'Images.Example', LACQUER_API_EMBARGO_URL: 'https://e.example:8443/embargo' }),
    ).toEqual(['images.example', 'e.example']);
    expect(() => hosts({ LACQUER_HOSTS: 'https://x.example' })).toThrow(/LACQUER_HOSTS/);
    expect(() => hosts({ LACQUER_HOSTS: 'x.*.example' })).toThrow(/LACQUER_HOSTS/);
  });
});
