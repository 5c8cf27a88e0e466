/**
 * A conditional request for a picture that the caller has. The application knows its ETag before painting; ipx has to render
 * to learn it. Both over HTTP, on a few persistent connections, as browsers use them.
 *
 *   conditionalRows
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startTestApp } from '../src/server/testing/testApp.ts';
import { END_WITH_PARENT } from '../src/server/testing/testServer.ts';
import { META, metaZip, SET, zipOf } from '../src/server/testing/tinyPacks.ts';
import { drawLayers, HEIGHT, WIDTH } from './layers.ts';
import { startIpx } from './peers/peers.ts';
import { compare, lineOf, type Row, type Times } from './rows.ts';

const CONNECTIONS = 8;

/** Sends requests from a process of its own. */
async function asker(port: number, path: string, cookie = '') {
  const child = fork(new URL('./asker.ts', import.meta.url), [String(port), path, String(CONNECTIONS), cookie], {
    execArgv: ['--import', END_WITH_PARENT],
  });
  const answer = (): Promise<unknown> =>
    Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error(`asking for ${path} failed`);
      }),
    ]);
  await answer();
  return {
    ask: async (times: number) => {
      child.send(times);
      await answer();
    },
    end: () => void child.kill(),
  };
}

async function ours(layers: readonly Buffer[]) {
  const server = await startTestApp();
  const names = layers.map((_, at) => `layer${at}`);
  const meta = {
    'asset-profile.xml': META['asset-profile.xml']?.replace(
      'width="8" height="4"',
      `width="${WIDTH}" height="${HEIGHT}"`,
    ),
    'layers-ext.xml': `<layers>${names.map((name, z) => `<family name="f${z}"><layer name="${name}" z="${z}"/></family>`).join('')}</layers>`,
    'rules-ext.xml': `<rules>${names.map((name, z) => `<family name="f${z}"><rule layer="${name}"/></family>`).join('')}</rules>`,
  };
  await server.deliver(`meta-${SET}.zip`, await metaZip(meta));
  const files = Object.fromEntries(layers.map((png, at) => [`001/${names[at]}.png`, png]));
  await server.deliver(`image-ext-${SET}.zip`, await zipOf(files));
  const { cookie } = await server.signIn(['ROLE_TEST_EMBARGO']);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const path = `/embargo/api/v2/image/dis/${SET}/image?view=001&size=HD&layers=${names.join(',')}`;
  const asks = await asker(port, path, cookie);
  return {
    ask: asks.ask,
    end: async () => {
      asks.end();
      await server.stop();
    },
  };
}

/** ipx only converts one finished picture to JPEG: less work than twelve layers. */
async function theirs([ground]: readonly Buffer[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-bench-ipx-'));
  writeFileSync(join(folder, 'picture.png'), ground as Buffer);
  const { port, stop } = await startIpx(folder);
  const asks = await asker(port, '/f_jpeg,q_85/picture.png');
  return {
    ask: asks.ask,
    end: () => {
      asks.end();
      stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Requests per run: enough for start and warm-up not to count. */
const OURS = 4000;
const THEIRS = 40;
const each = ({ cpu = 0, wall = 0 }: Times, times: number): Times => ({ cpu: cpu / times, wall: wall / times });

export const conditionalRows: Row[] = [
  {
    work: `a conditional request (304) for 12 layers 1280 x 720, ${CONNECTIONS} connections`,
    peer: 'ipx, one PNG 1280 x 720 as JPEG, If-None-Match',
    reach: 100,
    measure: async () => {
      sharp.cache(false);
      const layers = await drawLayers();
      const [own, peer] = await Promise.all([ours(layers), theirs(layers)]);
      try {
        const measured = await compare(
          () => own.ask(OURS),
          () => peer.ask(THEIRS),
        );
        return { ours: each(measured.ours, OURS), peer: each(measured.peer, THEIRS) };
      } finally {
        peer.end();
        await own.end();
      }
    },
  },
];

if (import.meta.main) {
  for (const row of conditionalRows) console.log(lineOf(row, await row.measure()));
}
