/**
 * Pictures as users get them: over HTTP, with sessions, rights and caches, on a few connections. CPU time is that of the whole
 * server process. The peers do less: sharp composites the same PNG files in process, nginx sends a file.
 *
 *   overHttpRows
 *   busyLimit    how long the slowest of a hundred requests waits on 64 connections
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';
import { type Asker, startAsker } from './asking.ts';
import { type CarServer, startCarServer } from './carServer.ts';
import { drawLayers } from './layers.ts';
import {
  compare,
  each,
  type LimitRow,
  limitLineOf,
  lineOf,
  type Measured,
  median,
  type Row,
  type Times,
} from './rows.ts';

/** Of /proc. */
const TICK_MS = 10;

type Format = 'jpeg' | 'webp' | 'png';

async function withServer<Result>(
  connections: number,
  work: (server: CarServer, asker: Asker, layers: readonly Buffer[]) => Promise<Result>,
): Promise<Result> {
  sharp.cache(false);
  const layers = await drawLayers();
  const server = await startCarServer(layers);
  const asker = await startAsker(server.port, connections, server.cookie);
  try {
    return await work(server, asker, layers);
  } finally {
    asker.end();
    await server.end();
  }
}

const PICTURES = 4096;
/** Odd, so that its multiples are all pictures; each differs from the one before in half of its layers. */
const STEP = 1365;

/** Hands out pictures that nobody has asked for yet. Pictures that share layers share rows, as they do for users. */
function unseen(server: CarServer) {
  let next = 0;
  return (count: number, query?: string): string[] =>
    Array.from({ length: count }, () => {
      if (next >= PICTURES) throw new Error('all 4,096 pictures were asked for');
      return server.path((next++ * STEP) % PICTURES, query);
    });
}

const composed = ([ground, ...above]: readonly Buffer[]) => sharp(ground).composite(above.map((input) => ({ input })));
const peers: Readonly<Record<Format, (layers: readonly Buffer[]) => Promise<Buffer>>> = {
  jpeg: (layers) => composed(layers).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer(),
  webp: (layers) => composed(layers).webp({ quality: 85, effort: 1 }).toBuffer(),
  png: (layers) => composed(layers).png({ compressionLevel: 6 }).toBuffer(),
};

/** @param count pictures per run */
const distinct = (format: Format, count: number): Promise<Measured> =>
  withServer(8, async (server, asker, layers) => {
    const fresh = unseen(server);
    const accept = `image/${format}`;
    const measured = await compare(
      () => asker.ask({ paths: fresh(count), times: count, accept }),
      () => peers[format](layers),
    );
    return { ours: each(measured.ours, count), peer: measured.peer };
  });

/** CPU milliseconds of a process that is not ours. @param pid of a process without children */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function startNginx(picture: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-bench-nginx-'));
  writeFileSync(join(folder, 'picture.jpg'), picture, { mode: 0o644 });
  const port = await freePort();
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log stderr warn;
events { }
http { access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on; open_file_cache max=10;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${port}/picture.jpg`).catch(() => undefined);
    if (answers?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    cpu: () => cpuOf(child.pid as number),
    stop: async () => {
      child.kill('SIGQUIT');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

/** The same picture again, which both have in memory. */
const again = (): Promise<Measured> =>
  withServer(8, async (server, asker) => {
    const path = server.path(0);
    const picture = Buffer.from(
      await (
        await fetch(`http://127.0.0.1:${server.port}${path}`, {
          headers: { cookie: server.cookie, accept: 'image/jpeg' },
        })
      ).arrayBuffer(),
    );
    const nginx = await startNginx(picture);
    const other = await startAsker(nginx.port, 8);
    const times = 5000;
    const theirs: number[] = [];
    const measured = await compare(
      () => asker.ask({ paths: [path], times, accept: 'image/jpeg' }),
      async () => {
        const before = nginx.cpu();
        await other.ask({ paths: ['/picture.jpg'], times, accept: 'image/jpeg' });
        theirs.push((nginx.cpu() - before) / times);
      },
    );
    other.end();
    await nginx.stop();
    return { ours: each(measured.ours, times), peer: { cpu: median(theirs), wall: (measured.peer.wall ?? 0) / times } };
  });

const CONNECTIONS = 64;
const BUSY = 256;
const KNOWN = 64;

/** Every other request is for a picture that was asked for before. @returns p99 of each run as well */
const busy = (): Promise<Measured & { p99: number }> =>
  withServer(CONNECTIONS, async (server, asker, layers) => {
    const fresh = unseen(server);
    const known = fresh(KNOWN);
    const half = (path: string, at: number): string => (at % 2 === 0 ? path : (known[at % KNOWN] as string));
    await asker.ask({ paths: known, times: KNOWN, accept: 'image/jpeg' });
    const app = Fastify();
    const finished = await peers.jpeg(layers);
    app.get('/known', (_, reply) => reply.type('image/jpeg').send(finished));
    app.get('/distinct', async (_, reply) => reply.type('image/jpeg').send(await peers.jpeg(layers)));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const other = await startAsker((app.server.address() as AddressInfo).port, CONNECTIONS);
    const p99: number[] = [];
    const theirs = 32;
    try {
      const { ours, peer } = await compare(
        async () => {
          const paths = fresh(BUSY).map(half);
          p99.push((await asker.ask({ paths, times: BUSY, accept: 'image/jpeg' })).p99);
        },
        () => other.ask({ paths: ['/distinct', '/known'], times: theirs, accept: 'image/jpeg' }),
      );
      // Requests per second: both use both processors.
      const wallOnly = ({ wall = 0 }: Times, count: number): Times => ({ wall: wall / count });
      return { ours: wallOnly(ours, BUSY), peer: wallOnly(peer, theirs), p99: median(p99) };
    } finally {
      other.end();
      await app.close();
    }
  });

const twelve = 'a distinct picture over HTTP, 12 layers 1280 x 720';
export const overHttpRows: Row[] = [
  {
    work: `${twelve}, JPEG`,
    peer: 'sharp composite of the PNG files, in process',
    reach: 50,
    measure: () => distinct('jpeg', 400),
  },
  {
    work: `${twelve}, WebP`,
    peer: 'sharp composite to WebP of the same settings, in process',
    reach: 3,
    measure: () => distinct('webp', 40),
  },
  {
    work: `${twelve}, PNG`,
    peer: 'sharp composite to PNG level 6, in process',
    reach: 15,
    measure: () => distinct('png', 40),
  },
  { work: 'the same picture again over HTTP, from memory', peer: 'nginx serving the file', reach: 0.8, measure: again },
  {
    work: `${CONNECTIONS} connections, half of the pictures distinct, half known: a request`,
    peer: 'Fastify and sharp',
    reach: 30,
    measure: busy,
  },
];

export const busyLimit: LimitRow = {
  work: `${CONNECTIONS} connections, half of the pictures distinct: 99 of 100 requests answered within`,
  unit: 'ms',
  allowed: 100,
  measure: async () => (await busy()).p99,
};

if (import.meta.main) {
  for (const row of overHttpRows) console.log(lineOf(row, await row.measure()));
  console.log(limitLineOf(busyLimit, await busyLimit.measure()));
  process.exit(0);
}
