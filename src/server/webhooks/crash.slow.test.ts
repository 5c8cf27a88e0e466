/** What a webhook was to be told outlives the server that was to tell it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Webhook } from '../../contract/index.ts';
import { endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

afterEach(endAll);

it('kill -9 after a pack went live and before anybody was told: the next start tells it, once, with the same id', async () => {
  let works = false;
  const deliveries: { id: unknown; taken: boolean; text: string }[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      deliveries.push({ id: request.headers['webhook-id'], taken: works, text });
      response.writeHead(works ? 200 : 503).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const data = folderOfStore();
    const networks = { LACQUER_WEBHOOK_NETWORKS: '127.0.0.1' };
    const first = await start(data, networks);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await first.post('/api/v2/admin/webhooks', { url, events: ['pack.live'], embargo: true });
    await first.upload(`meta-${SET}.zip`, await metaZip());
    await expect.poll(() => deliveries.length, { timeout: 60_000 }).toBeGreaterThan(0);
    await first.kill();
    works = true;
    const second = await start(data, networks);
    await expect.poll(() => deliveries.filter(({ taken }) => taken).length, { timeout: 120_000 }).toBe(1);
    await expect
      .poll(async () => ((await (await second.get('/api/v2/admin/webhooks')).json()) as Webhook[])[0], {
        timeout: 60_000,
      })
      .toMatchObject({ waiting: 0, last: { state: 'delivered' } });
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(1);
    expect(deliveries.at(-1)?.text).toContain(`"fileName":"meta-${SET}.zip"`);
    expect(deliveries.filter(({ taken }) => taken)).toHaveLength(1);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}, 300_000);
