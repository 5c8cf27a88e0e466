/**
 * Public pictures of Prod behind the examples for nginx and Varnish: kept there, asked for again when they expire, painted
 * anew after a promotion; nothing else gets through.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endAll, folderOfStore, type Running, start } from '../../src/server/testing/testServer.ts';
import { metaZip, plain, SET, VERSION, zipOf } from '../../src/server/testing/tinyPacks.ts';
import { freePort } from '../services.mjs';
import { type CountedPort, openCountedPort } from './countedPort.ts';
import { connectHttp2 } from './http2Client.ts';
import { startNginx } from './nginx.ts';
import { adapt, findProgram, makeCertificate, startProgram, stopAll, temporaryFolder } from './programs.ts';

const HOST = 'pictures.example.com';
/** in place of a minute */
const SECONDS = 2;
const PICTURE = `/prod/api/v2/image/dis/${SET}/imageFromOptions?versionId=${VERSION}&view=001&format=webp`;

let server: Running;
let counted: CountedPort;

interface Answer {
  readonly status: number;
  /** of the cache: HIT, MISS, REVALIDATED … */
  readonly from: string | undefined;
  readonly etag: string | undefined;
}
type Get = (path: string, headers?: Record<string, string>) => Promise<Answer>;

/** Delivers the set in one colour and promotes it to Prod. */
async function promote(colour: readonly number[]): Promise<void> {
  const picture = await plain(colour);
  const names = ['shadow', 'black', 'white', 'wheels', 'badge'];
  const files = names.flatMap((name) => ['001', '002'].map((angle) => [`${angle}/${name}.png`, picture]));
  const { sha256 } = (await server.upload(`image-ext-${SET}.zip`, await zipOf(Object.fromEntries(files)))) ?? {};
  const isLive = async () =>
    ((await (await server.get('/api/v2/admin/files')).json()) as { sha256: string; state: string }[]).some(
      (pack) => pack.sha256 === sha256 && pack.state === 'live',
    );
  await expect.poll(isLive).toBe(true);
  const body = { disId: SET, source: 'embargo', target: 'prod' };
  expect((await server.post(`/api/v2/admin/dis/${SET}/promote`, body))?.status).toBe(200);
}

async function behindNginx(program: string): Promise<Get> {
  const folder = temporaryFolder();
  const { certificate, key } = makeCertificate(folder, HOST);
  const port = await freePort();
  const site = adapt('nginx-public-pictures.conf', [
    ['/var/cache/nginx/lacquer', join(folder, 'cache')],
    ['127.0.0.1:8080', `127.0.0.1:${counted.port}`],
    ['    server 127.0.0.1:8081;\n', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/ssl/lacquer/fullchain.pem', certificate],
    ['/etc/ssl/lacquer/privkey.pem', key],
  ]);
  const connected = () => connectHttp2(HOST, port, readFileSync(certificate));
  await startNginx(program, folder, site, async () => {
    (await connected()).close();
    return true;
  });
  const client = await connected();
  return async (path, more = {}) => {
    const { status, headers } = await client.send('GET', path, more);
    return { status, from: headers['x-cache'] as string | undefined, etag: headers['etag'] };
  };
}

async function behindVarnish(program: string): Promise<Get> {
  const folder = temporaryFolder();
  const port = await freePort();
  const changes = [['.port = "8080";', `.port = "${counted.port}";`]] as const;
  writeFileSync(join(folder, 'default.vcl'), adapt('varnish.vcl', changes));
  const listen = ['-a', `127.0.0.1:${port}`, '-T', 'none', '-s', 'malloc,32m'];
  // Debian's Varnish gives its processes users of their own only as root, which a container may not allow.
  const jail = process.getuid?.() === 0 ? ['-j', 'none'] : [];
  const get: Get = async (path, more = {}) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: more });
    return { status, from: headers.get('x-cache') ?? undefined, etag: headers.get('etag') ?? undefined };
  };
  await startProgram(
    [program, ...jail, '-F', '-n', join(folder, 'work'), '-f', join(folder, 'default.vcl'), ...listen],
    async () => (await get('/')).status === 404,
  );
  return get;
}

beforeAll(async () => {
  server = await start(folderOfStore(), {
    LACQUER_HOSTS: HOST,
    LACQUER_TRUST_PROXY: 'loopback',
    LACQUER_PUBLIC_PROD_PICTURES: 'true',
    LACQUER_PUBLIC_PICTURES_SECONDS: String(SECONDS),
  });
  counted = await openCountedPort(Number(new URL(server.address).port));
  await server.upload(`meta-${SET}.zip`, await metaZip());
});
afterEach(stopAll);
afterAll(async () => {
  await endAll();
  await counted?.close();
});

describe.each([
  ['nginx', 'nginx', behindNginx],
  ['varnish', 'varnishd', behindVarnish],
] as const)('%s', (_name, binary, begin) => {
  const program = findProgram(binary);
  it.skipIf(program === undefined)('keeps public pictures, asks again, shows what was promoted', async () => {
    await promote([200, 0, 0, 255]);
    const direct = async () => (await fetch(`${server.address}${PICTURE}`)).headers.get('etag') ?? undefined;
    await expect.poll(direct).toBeDefined();
    const get = await begin(program ?? '');
    const requests = () => counted.requests().filter((line) => line.includes(PICTURE)).length;

    const before = requests();
    const first = await get(PICTURE);
    expect(first).toMatchObject({ status: 200, from: 'MISS' });
    // Whoever asks, signed in or not: one answer for everybody.
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => get(PICTURE, { cookie: `__Host-lacquer=${i}`, accept: `image/${i}` })),
    );
    // On a slow machine it may have expired meanwhile.
    expect(answers.filter(({ from }) => from === 'HIT').length).toBeGreaterThan(90);
    expect(new Set(answers.map(({ etag }) => etag))).toEqual(new Set([first.etag]));
    expect(requests() - before).toBeLessThan(10);

    // An answer that expired costs no painting: the cache asks by its ETag.
    const painted = async () =>
      Number(
        /lacquer_pictures_total\{from="not_modified"\} (\d+)/.exec(
          await (await server.get('/api/v2/metrics')).text(),
        )?.[1],
      );
    const unchanged = await painted();
    await expect
      .poll(async () => {
        await get(PICTURE);
        return painted();
      })
      .toBeGreaterThan(unchanged);

    await promote([0, 0, 200, 255]);
    await expect.poll(direct).not.toBe(first.etag);
    await expect.poll(async () => (await get(PICTURE)).etag).toBe(await direct());

    expect((await get(`${PICTURE}&w=100`)).status).toBe(400);
    expect((await get(PICTURE.replace('/prod', '/embargo'))).status).toBe(404);
    expect((await get('/prod/api/v2/test/dis')).status).toBe(404);
  });
});
