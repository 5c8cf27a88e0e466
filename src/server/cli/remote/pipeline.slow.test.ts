/** The pipeline of the install guide: one token delivers a pack, waits for it, promotes it to Prod, and a webhook tells so. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { product } from '../../testing/product.ts';
import { BARE, endAll, folderOfStore, start } from '../../testing/testServer.ts';
import { metaZip, plain, SET, zipOf } from '../../testing/tinyPacks.ts';

afterEach(endAll);

it('a pipeline delivers packs, waits for them, promotes them, and is told by webhook when they reached Prod', async () => {
  const messages: { type: string; data: Record<string, unknown> }[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      messages.push(JSON.parse(text) as (typeof messages)[number]);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const [data, files] = [folderOfStore(), folderOfStore()];
    const server = await start(data, { LACQUER_WEBHOOK_NETWORKS: '127.0.0.1' });
    const run = async (args: readonly string[], environment: Record<string, string>) => {
      const child = spawn(process.execPath, product(...args), {
        cwd: files,
        env: { ...BARE, XDG_STATE_HOME: files, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      const [code] = await once(child, 'close');
      expect(code, output).toBe(0);
      return output;
    };
    const scopes = ['--days', '365', '--scope', 'deliver', 'promote:preprod', 'promote:prod'];
    const token = await run(['token', 'create', 'admin', 'pipeline', ...scopes], { LACQUER_DATA: data });
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const made = await server.post('/api/v2/admin/webhooks', { url, events: ['promotion.done'], embargo: false });
    expect(made?.ok).toBe(true);

    writeFileSync(join(files, `meta-${SET}.zip`), await metaZip());
    const picture = await plain([200, 0, 0, 255]);
    const layers = ['shadow', 'black', 'white', 'wheels', 'badge'];
    const pictures = layers.flatMap((name) => ['001', '002'].map((angle) => [`${angle}/${name}.png`, picture]));
    writeFileSync(join(files, `image-ext-${SET}.zip`), await zipOf(Object.fromEntries(pictures)));
    const remote = { LACQUER_URL: server.address, LACQUER_TOKEN: /\S+$/.exec(token.trim())?.[0] ?? '' };
    await run(['deliver', `meta-${SET}.zip`, `image-ext-${SET}.zip`, '--wait'], remote);
    await run(['promote', SET, '--to', 'preprod', '--wait'], remote);
    expect(await (await server.get('/prod/api/v2/test/dis')).json()).toEqual([]);
    await run(['promote', SET, '--to', 'prod', '--wait'], remote);
    expect(await (await server.get('/prod/api/v2/test/dis')).json()).toEqual([SET]);
    await expect
      .poll(() => messages.map(({ type, data: { key, target } }) => [type, key, target]), { timeout: 60_000 })
      .toEqual(expect.arrayContaining([['promotion.done', SET, 'prod']]));
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
