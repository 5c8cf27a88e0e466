/**
 * The examples for nginx and Caddy do what they promise, at the root of a host and below a path, as their comments say: the real
 * programs run them in front of a real server, and a client speaks HTTP/2 over TLS to them.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../../src/contract/index.ts';
import { product } from '../../src/server/testing/product.ts';
import { multipart, PASSWORD } from '../../src/server/testing/testApp.ts';
import { BARE, endAll, folderOfStore, type Running, start } from '../../src/server/testing/testServer.ts';
import { metaZip, plain, rawZip, SET, VERSION, zipOf } from '../../src/server/testing/tinyPacks.ts';
import { freePort } from '../services.mjs';
import { type CountedPort, openCountedPort } from './countedPort.ts';
import { connectHttp2, type Http2Client } from './http2Client.ts';
import { startNginx } from './nginx.ts';
import { adapt, findProgram, makeCertificate, startProgram, stopAll, temporaryFolder } from './programs.ts';

const HOST = 'lacquer.example.com';
const LARGE_BYTES = 100 * 1024 ** 2;
const TUS = { 'tus-resumable': '1.0.0' };

const PARTS_LOCATION = '/api/v2/admin/files/resumable';

let server: Running;
let ports: [CountedPort, CountedPort];
/** The path below which the server is; '' for the root. */
let base = '';

interface Proxy {
  readonly client: Http2Client;
}

/** Where an example names two servers, it gets the two counted ports. */
const servers = () =>
  [
    ['127.0.0.1:8080', `127.0.0.1:${ports[0].port}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports[1].port}`],
  ] as const;

async function beginNginx(program: string): Promise<Proxy> {
  const folder = temporaryFolder();
  const { certificate, key } = makeCertificate(folder, HOST);
  const [plainPort, port] = [await freePort(), await freePort()];
  const site = adapt('nginx.conf', [
    ...servers(),
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/ssl/lacquer/fullchain.pem', certificate],
    ['/etc/ssl/lacquer/privkey.pem', key],
    ['location / {', `location ${base}/ {`],
    [`location ${PARTS_LOCATION} {`, `location ${base}${PARTS_LOCATION} {`],
  ]);
  const redirected = () => fetch(`http://127.0.0.1:${plainPort}/start`, { redirect: 'manual' });
  await startNginx(program, folder, site, async () => (await redirected()).status === 301);
  expect((await redirected()).headers.get('location')).toBe('https://127.0.0.1/start');
  return { client: await connectHttp2(HOST, port, readFileSync(certificate)) };
}

async function beginCaddy(program: string): Promise<Proxy> {
  const folder = temporaryFolder();
  const { certificate, key } = makeCertificate(folder, HOST);
  const port = await freePort();
  const example = adapt('Caddyfile', [
    ...servers(),
    [`${HOST} {`, `https://${HOST}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
    [`handle ${PARTS_LOCATION}* {`, `handle ${base}${PARTS_LOCATION}* {`],
  ]);
  // What the comment says: the two blocks below `handle /cars/*`.
  const site =
    base === ''
      ? example
      : example.replace(/(\n\t# The parts of an upload[\s\S]*\n\t\})\n\}/, `\n\thandle ${base}/* {$1\n\t}\n}`);
  // Without its own port for administration, and without the redirect from port 80.
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  const environment = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const connected = () => connectHttp2(HOST, port, readFileSync(certificate));
  await startProgram(
    [program, 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    async () => {
      const client = await connected();
      const { status } = await client.send('GET', `${base}/api/v2/health/ready`);
      client.close();
      return status === 200;
    },
    environment,
  );
  return { client: await connected() };
}

async function begin(): Promise<void> {
  server = await start(folderOfStore(), {
    LACQUER_HOSTS: HOST,
    LACQUER_TRUST_PROXY: 'loopback',
    LACQUER_BASE_PATH: base,
  });
  const port = Number(new URL(server.address).port);
  ports = [await openCountedPort(port), await openCountedPort(port)];
  await server.upload(`meta-${SET}.zip`, await metaZip());
  const picture = await plain([200, 0, 0, 255]);
  const names = ['shadow', 'black', 'white', 'wheels', 'badge'];
  const files = names.flatMap((name) => ['001', '002'].map((angle) => [`${angle}/${name}.png`, picture]));
  await server.upload(`image-ext-${SET}.zip`, await zipOf(Object.fromEntries(files)));
}
afterEach(stopAll);

const PROXIES = [
  ['nginx', beginNginx],
  ['caddy', beginCaddy],
] as const;

describe.each(['', '/cars'])('at %j', (path) => {
  beforeAll(async () => {
    base = path;
    await begin();
  });
  afterAll(async () => {
    await endAll();
    for (const port of ports) await port.close();
  });

  // Caddy answers nobody who asks for an address instead of a name.
  const nginx = findProgram('nginx');
  it.skipIf(nginx === undefined)('a command that does not know the authority of its certificate says so', async () => {
    const { client } = await beginNginx(nginx ?? '');
    client.close();
    const { port } = new URL(client.origin);
    const environment = { ...BARE, LACQUER_URL: `https://127.0.0.1:${port}${base}`, LACQUER_TOKEN: 'lq_x' };
    const { status, stderr } = spawnSync(process.execPath, product('status'), {
      env: environment,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      /its certificate was not issued by an authority that this machine trusts .* NODE_EXTRA_CA_CERTS names/,
    );
    expect(status).toBe(2);
  });

  describe.each(PROXIES)('%s', (name, startProxy) => {
    const program = findProgram(name);
    it.skipIf(program === undefined)('serves the app, its calls and large uploads', async () => {
      const { client } = await startProxy(program ?? '');
      const origin = { origin: client.origin, 'sec-fetch-site': 'same-origin' };
      const page = await client.send('GET', `${base}/start`);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers['strict-transport-security']).toContain('max-age');
      // What the page loads is served, too.
      const script = /<script[^>]* src="([^"]+)"/.exec(page.bytes.toString())?.[1] ?? '';
      const loaded = await client.send('GET', new URL(script, `${client.origin}${base}/start`).pathname);
      expect([script, loaded.status, loaded.headers['content-type']]).toEqual([
        expect.any(String),
        200,
        expect.stringContaining('javascript') as string,
      ]);
      if (base !== '') expect((await client.send('GET', '/start')).bytes.toString()).not.toContain('<script');

      // The server compares the origin of the page, which has a port, with the host that it was asked for.
      const signedIn = await client.send(
        'POST',
        `${base}/api/v2/public/session`,
        { ...origin, 'content-type': 'application/json', 'x-forwarded-host': 'other.example.com' },
        Buffer.from(JSON.stringify({ username: 'admin', password: PASSWORD })),
      );
      expect(signedIn.status).toBe(200);
      const { token } = JSON.parse(signedIn.bytes.toString()) as { token: string };
      const cookie = String(signedIn.headers['set-cookie']?.find((text) => text.startsWith('__Host-lacquer='))).split(
        ';',
      );
      const user = { ...origin, cookie: cookie[0] ?? '', 'x-csrf-token': token };

      // Addresses in answers are those that the browser uses.
      const { headers, payload } = multipart(
        'static_large.zip',
        rawZip([{ name: 'co2/A.png', content: Buffer.alloc(LARGE_BYTES, name) }]),
      );
      const sent = await client.send('POST', `${base}/api/v2/admin/files`, { ...user, ...headers }, payload);
      expect([sent.status, JSON.parse(sent.bytes.toString())]).toEqual([
        200,
        expect.objectContaining({ message: 'static_large.zip was received and is being read.' }),
      ]);

      const pack = await zipOf({ 'co2/B.png': await plain([0, 0, 200, 255], 64, 64) });
      const before = ports.map((port) => port.requests().length);
      const begun = await client.send('POST', base + RESUMABLE_UPLOADS, {
        ...user,
        ...TUS,
        'upload-length': String(pack.length),
        'upload-metadata': `filename ${Buffer.from('static_parts.zip').toString('base64')}`,
      });
      expect(begun.status).toBe(201);
      const place = String(begun.headers['location']);
      const part = { ...user, ...TUS, 'content-type': 'application/offset+octet-stream' };
      const PARTS = 8;
      for (let i = 0; i < PARTS; i += 1) {
        const { headers: had } = await client.send('HEAD', place, { ...user, ...TUS });
        const from = Number(had['upload-offset']);
        expect(from).toBe(Math.floor((pack.length * i) / PARTS));
        const to = Math.floor((pack.length * (i + 1)) / PARTS);
        const { status } = await client.send(
          'PATCH',
          place,
          { ...part, 'upload-offset': String(from) },
          pack.subarray(from, to),
        );
        expect(status).toBe(i === PARTS - 1 ? 200 : 204);
      }
      const uploads = ports.map(
        (port, i) =>
          port
            .requests()
            .slice(before[i])
            .filter((line) => line.includes(RESUMABLE_UPLOADS)).length,
      );
      expect(uploads.toSorted((a, b) => a - b)).toEqual([0, 1 + 2 * PARTS]);

      const get = async (path: string, more = {}) => client.send('GET', base + path, { ...user, ...more });
      const picture = `/embargo/api/v2/image/dis/${SET}/imageFromOptions?versionId=${VERSION}&view=001&size=HD&format=png`;
      await expect.poll(async () => (await get(picture)).status).toBe(200);
      const painted = await get(picture);
      expect(createHash('sha256').update(painted.bytes).digest('hex')).toBe(
        createHash('sha256')
          .update(Buffer.from(await (await server.get(picture)).arrayBuffer()))
          .digest('hex'),
      );
      expect((await get(picture, { 'if-none-match': painted.headers['etag'] })).status).toBe(304);
      await expect
        .poll(
          async () =>
            JSON.parse(
              (await get('/embargo/api/v2/image/static/CO2ClassImages?explicit=true')).bytes.toString(),
            ) as unknown,
        )
        .toContainEqual(
          expect.objectContaining({ url: expect.stringMatching(`^${client.origin}${base}/embargo/`) as string }),
        );

      // Waiting for jobs ends when a job is made, not when a buffer is full.
      const { cursor } = JSON.parse((await get('/api/v2/admin/batch/changes')).bytes.toString()) as { cursor: string };
      const waiting = get(`/api/v2/admin/batch/changes?after=${encodeURIComponent(cursor)}`);
      await server.upload('static_other.zip', await zipOf({ 'co2/C.png': await plain([9, 9, 9, 255]) }));
      expect(JSON.parse((await waiting).bytes.toString())).not.toEqual({ cursor });

      // Events arrive as they happen, and Last-Event-ID reaches the server.
      const live = client.follow(`${base}/api/v2/events`, { ...user, accept: 'text/event-stream' });
      await expect.poll(live, { timeout: 60_000 }).toContain('retry: ');
      await server.upload('static_third.zip', await zipOf({ 'co2/D.png': await plain([9, 9, 9, 255]) }));
      await expect.poll(live, { timeout: 60_000 }).toContain('event: pack.received\n');
      const first = /^id: (evt_\S+)$/m.exec(live())?.[1] ?? '';
      const again = client.follow(`${base}/api/v2/events`, {
        ...user,
        accept: 'text/event-stream',
        'last-event-id': first,
      });
      await expect.poll(again, { timeout: 60_000 }).toContain('static_third.zip');

      // Connections to the server are reused.
      const connections = () => ports.reduce((sum, port) => sum + port.connections(), 0);
      const atFirst = connections();
      for (let i = 0; i < 50; i += 1) expect((await get('/api/v2/health/live')).status).toBe(200);
      expect(connections() - atFirst).toBeLessThan(10);
      client.close();
    });
  });
});
