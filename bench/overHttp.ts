/**
 * Pictures as users get them: over HTTP, with sessions, rights and caches, on a few connections. CPU time is that of the whole
 * server process. The peers do less: sharp composites the same PNG files in process, nginx sends a file.
 *
 *   overHttpRows
 *   busyLimit    how long the slowest of a hundred requests waits on 64 connections
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';
import { type Asker, startAsker } from './asking.ts';
import { type CarServer, startCarServer } from './carServer.ts';
import { drawLayers } from './layers.ts';
import { cpuOf } from './processes.ts';
import {
  byWall,
  compare,
  each,
  type LimitRow,
  limitLineOf,
  lineOf,
  type Measured,
  medians,
  type Row,
  type Run,
  timed,
} from './rows.ts';

type Format = 'jpeg' | 'webp' | 'png';

interface Setting {
  readonly connections: number;
  /** of each layer */
  readonly variants?: readonly number[];
  readonly environment?: Record<string, string>;
}

async function withServer<Result>(
  { connections, variants, environment }: Setting,
  work: (server: CarServer, asker: Asker, layers: readonly Buffer[]) => Promise<Result>,
): Promise<Result> {
  sharp.cache(false);
  const layers = await drawLayers();
  const server = await startCarServer(layers, variants, environment);
  const asker = await startAsker(server.port, connections, server.cookie);
  try {
    return await work(server, asker, layers);
  } finally {
    asker.end();
    await server.end();
  }
}

const GROUNDS = 64;
/** The first layer and the last, which cover all of the picture: no two pictures have a row in common. */
const NOTHING_SHARED: Setting = {
  connections: 8,
  variants: [GROUNDS, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, GROUNDS],
  environment: { LACQUER_PAINT_MEMORY_BYTES: '600 MiB' },
};

/** Hands out pictures that nobody has asked for yet, none of which shares a row with another. */
function unseen(server: CarServer) {
  let next = 0;
  return (count: number): string[] =>
    Array.from({ length: count }, () => {
      if (next >= GROUNDS ** 2) throw new Error('all pictures were asked for');
      const last = Math.floor(next / GROUNDS);
      // Another ground for each picture, so that memory is read as it is for many cars.
      return server.path([next++ % GROUNDS, ...Array.from({ length: 10 }, () => 0), last]);
    });
}

const CHOICES = 6;
const OF_MANY_CHOICES: Setting = {
  connections: 8,
  variants: Array.from({ length: 12 }, () => CHOICES),
  environment: { LACQUER_PAINT_MEMORY_BYTES: '600 MiB' },
};

/**
 * Hands out pictures that nobody has asked for yet: each has another variant of one layer than the one before, as after a
 * click.
 */
function clicks(server: CarServer) {
  const chosen = Array.from({ length: 12 }, () => 0);
  const requested = new Set<string>();
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return (count: number): string[] => {
    const paths: string[] = [];
    while (paths.length < count) {
      chosen[random(12)] = random(CHOICES);
      const path = server.path(chosen);
      if (requested.has(path)) continue;
      requested.add(path);
      paths.push(path);
    }
    return paths;
  };
}

const composed = ([ground, ...above]: readonly Buffer[]) => sharp(ground).composite(above.map((input) => ({ input })));
const peers: Readonly<Record<Format, (layers: readonly Buffer[]) => Promise<Buffer>>> = {
  jpeg: (layers) => composed(layers).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer(),
  webp: (layers) => composed(layers).webp({ quality: 85, effort: 1 }).toBuffer(),
  png: (layers) => composed(layers).png({ compressionLevel: 6 }).toBuffer(),
};

/** @param count pictures per run. @param pictures hands out pictures */
const distinct = (format: Format, count: number, setting = NOTHING_SHARED, pictures = unseen): Promise<Measured> =>
  withServer(setting, async (server, asker, layers) => {
    const fresh = pictures(server);
    const accept = `image/${format}`;
    const measured = await compare(
      () => asker.ask({ paths: fresh(count), times: count, accept }),
      () => peers[format](layers),
    );
    return { ours: each(measured.ours, count), peer: measured.peer };
  });

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
const again = (size: 'HD' | 'large'): Promise<Measured> =>
  withServer({ connections: 8 }, async (server, asker) => {
    const path = server.path([], size);
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
    const theirs: Run[] = [];
    const { ours } = await compare(
      () => asker.ask({ paths: [path], times, accept: 'image/jpeg' }),
      async () => {
        const ask = () => other.ask({ paths: ['/picture.jpg'], times, accept: 'image/jpeg' });
        theirs.push(await timed(ask, nginx.cpu));
      },
    );
    other.end();
    await nginx.stop();
    return { ours: each(ours, times), peer: each(medians(theirs.slice(1)), times) };
  });

const CONNECTIONS = 64;
const BUSY = 256;
const KNOWN = 64;

/** Every other request is for a picture that was asked for before. @returns p99 of each run after the first as well */
const busy = (): Promise<Measured & { p99: readonly number[] }> =>
  withServer({ ...NOTHING_SHARED, connections: CONNECTIONS }, async (server, asker, layers) => {
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
      return { ...byWall({ ours: each(ours, BUSY), peer: each(peer, theirs) }), p99: p99.slice(1) };
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
    work: `${twelve}, JPEG, one layer other than in the picture before`,
    peer: 'sharp composite of the PNG files, in process',
    reach: 50,
    measure: () => distinct('jpeg', 400, OF_MANY_CHOICES, clicks),
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
  {
    work: 'the same picture of 57 kB again over HTTP, from memory',
    peer: 'nginx serving the file',
    reach: 0.8,
    measure: () => again('HD'),
  },
  {
    work: 'the same picture of 200 kB again over HTTP, from memory',
    peer: 'nginx serving the file',
    reach: 0.8,
    measure: () => again('large'),
  },
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
  const wanted = process.argv[2] ?? '';
  for (const row of overHttpRows.filter(({ work }) => work.includes(wanted))) {
    console.log(lineOf(row, await row.measure()));
  }
  if (wanted === '') console.log(limitLineOf(busyLimit, await busyLimit.measure()));
  process.exit(0);
}
