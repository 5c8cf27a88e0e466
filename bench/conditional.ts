/**
 * A conditional request for a picture that the caller has. The application knows its ETag before painting; ipx has to render
 * to learn it. Both over HTTP, on a few persistent connections, as browsers use them.
 *
 *   conditionalRows
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';
import { startAsker } from './asking.ts';
import { startCarServer } from './carServer.ts';
import { drawLayers } from './layers.ts';
import { startIpx } from './peers/peers.ts';
import { compare, each, lineOf, type Measured, type Row } from './rows.ts';

const CONNECTIONS = 8;
/** Requests per run: enough for start and warm-up not to count. */
const OURS = 4000;

interface Server {
  readonly port: number;
  readonly path: string;
  readonly cookie?: string;
  stop(): Promise<void> | void;
}

async function ours(layers: readonly Buffer[]): Promise<Server> {
  const server = await startCarServer(layers);
  return { port: server.port, cookie: server.cookie, path: server.path(), stop: server.end };
}

/** ipx only converts one finished picture to JPEG: less work than twelve layers. */
async function ipx([ground]: readonly Buffer[]): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-bench-ipx-'));
  writeFileSync(join(folder, 'picture.png'), ground as Buffer);
  const { port, stop } = await startIpx(folder);
  return {
    port,
    path: '/f_jpeg,q_85/picture.png',
    stop: () => {
      stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A route that only ever answers 304. */
async function bareFastify(): Promise<Server> {
  const app = Fastify();
  app.get('/picture', (request, reply) => {
    reply.header('etag', '"1"');
    return request.headers['if-none-match'] === '"1"' ? reply.code(304).send() : reply.send('a picture');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, path: '/picture', stop: () => app.close() };
}

async function asking({ port, path, cookie }: Server) {
  const asker = await startAsker(port, CONNECTIONS, cookie);
  const { etag } = await asker.ask({ paths: [path], times: 1, accept: 'image/jpeg' });
  return {
    ask: (times: number) => asker.ask({ paths: [path], times, accept: 'image/jpeg', etag }),
    end: asker.end,
  };
}

async function measure(startPeer: (layers: readonly Buffer[]) => Promise<Server>, theirs: number): Promise<Measured> {
  sharp.cache(false);
  const layers = await drawLayers();
  const servers = await Promise.all([ours(layers), startPeer(layers)]);
  const [own, peer] = await Promise.all([asking(servers[0]), asking(servers[1])]);
  try {
    const measured = await compare(
      () => own.ask(OURS),
      () => peer.ask(theirs),
    );
    return { ours: each(measured.ours, OURS), peer: each(measured.peer, theirs) };
  } finally {
    own.end();
    peer.end();
    for (const server of servers) await server.stop();
  }
}

const work = `a conditional request (304) for 12 layers 1280 x 720, ${CONNECTIONS} connections`;
export const conditionalRows: Row[] = [
  {
    work,
    peer: 'ipx, one PNG 1280 x 720 as JPEG, If-None-Match',
    reach: 100,
    measure: () => measure(ipx, 40),
  },
  { work, peer: 'a bare Fastify route that answers 304', reach: 0.5, measure: () => measure(bareFastify, OURS) },
];

if (import.meta.main) {
  for (const row of conditionalRows) console.log(lineOf(row, await row.measure()));
  process.exit(0);
}
