/**
 * Webhooks: who gets which messages, signed and at least once, from any number of processes; and addresses that they must not
 * call.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Webhook, WebhookEvent, WebhookMessage } from '../../contract/index.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { openFailureLog } from '../platform/log.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import { publish } from './publish.ts';
import { openSender, type SenderTimes } from './sender.ts';
import { openTargets } from './targets.ts';

const LOOPBACK = [{ address: '127.0.0.1', bits: undefined }];
const ADMIN = ['ROLE_ADMIN'] as const;
const FAST: SenderTimes = { pollMs: 20, pausesMs: [30], leaseMs: 60_000, answerMs: 300 };

interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}
const listening: { close(): unknown }[] = [];
/** @param answer the answer to the nth request, from 0 */
async function receiver(
  answer: (n: number, ...args: Parameters<RequestListener>) => void = (_n, _in, out) => out.end(),
) {
  const received: Received[] = [];
  let calls = 0;
  const server: Server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
      calls += 1;
      answer(calls - 1, request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  listening.push(server);
  await once(server, 'listening');
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}
afterEach(() => {
  for (const server of listening.splice(0)) server.close();
});

const verify = (secret: string, { headers, text }: Received): void => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')}`);
  expect(Math.abs(Number(at) * 1000 - Date.now())).toBeLessThan(60_000);
};

const silent = openFailureLog({ error: () => {}, warn: () => {} } as never, 'x');

describe.each(databases())('webhooks on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_WEBHOOK_NETWORKS: '127.0.0.1', LACQUER_WORKERS: '0' });
  });
  afterAll(() => server.stop());
  const hooks = async () => (await server.call('GET', '/api/v2/admin/webhooks', { as: ADMIN })).json<Webhook[]>();
  afterEach(async () => {
    for (const { id } of await hooks()) await server.call('DELETE', `/api/v2/admin/webhooks/${id}`, { as: ADMIN });
  });

  async function make(url: string, { events = ['pack.live'] as WebhookEvent[], embargo = true } = {}) {
    const answer = await server.call('POST', '/api/v2/admin/webhooks', { as: ADMIN, body: { url, events, embargo } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: string; secret: string }>();
  }
  const messages = async (id: string) =>
    (await server.call('GET', `/api/v2/admin/webhooks/${id}/messages`, { as: ADMIN })).json<WebhookMessage[]>();
  const tellLive = (about = 'meta_a.zip') =>
    server.database.transaction((trx) => publish(trx, { type: 'pack.live', about, data: { fileName: about } }));

  /** Sends until `done`. */
  async function sending(
    done: () => Promise<boolean>,
    { times = {}, targets = openTargets(LOOPBACK), senders = 1 } = {},
  ) {
    const ends = Array.from({ length: senders }, () =>
      openSender({
        database: server.database,
        targets,
        hides: async (_area, disId) => disId === 'HIDDEN',
        times: { ...FAST, ...times },
      }).watch(silent),
    );
    await expect.poll(done, { timeout: 60_000, interval: 20 }).toBe(true);
    for (const end of ends) await end();
  }
  const ended = (id: string) => async () => (await messages(id)).every(({ state }) => state !== 'waiting');

  it('a renamed set is not told while its old id is hidden', async () => {
    const { received, url } = await receiver();
    const { id } = await make(url, { events: ['set.renamed'], embargo: false });
    const data = (from: string) => ({ area: 'prod', disId: 'NEW', from, who: 'admin' });
    await server.database.transaction(async (trx) => {
      await publish(trx, { type: 'set.renamed', about: 'NEW', data: data('HIDDEN'), shownIn: 'prod' });
      await publish(trx, { type: 'set.renamed', about: 'NEW', data: data('OLD'), shownIn: 'prod' });
    });
    await sending(ended(id));
    expect(received.map(({ body }) => body.data['from'])).toEqual(['OLD']);
    expect((await messages(id)).map(({ state }) => state).sort()).toEqual(['delivered', 'failed']);
  });

  it('a message is signed, and its log says that it was delivered', async () => {
    const { received, url } = await receiver();
    const { id, secret } = await make(url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await tellLive();
    expect((await hooks())[0]).toMatchObject({ id, waiting: 1, last: null, embargo: true, enabled: true });
    await sending(ended(id));
    const [message] = received;
    expect(received).toHaveLength(1);
    verify(secret, message as Received);
    expect(message?.body).toMatchObject({ type: 'pack.live', data: { fileName: 'meta_a.zip' } });
    expect(await messages(id)).toMatchObject([
      { id: message?.headers['webhook-id'], state: 'delivered', attempts: 1, status: 200, failure: null, nextAt: null },
    ]);
    expect((await hooks())[0]).toMatchObject({ waiting: 0, last: { state: 'delivered', failure: null } });
    expect(JSON.stringify(await hooks())).not.toContain(secret);
  });

  it('an event that is rolled back sends no message', async () => {
    const { id } = await make((await receiver()).url);
    const rolledBack = server.database.transaction(async (trx) => {
      await publish(trx, { type: 'pack.live', about: 'x', data: {} });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await messages(id)).toEqual([]);
  });

  it('only webhooks that want the event get it, and only those marked for Embargo get events of Embargo', async () => {
    const { url } = await receiver();
    const marked = await make(url, { events: ['pack.live', 'promotion.done'] });
    const unmarked = await make(url, { events: ['pack.live', 'promotion.done'], embargo: false });
    const other = await make(url, { events: ['job.failed'] });
    await server.database.transaction(async (trx) => {
      await publish(trx, { type: 'pack.live', about: 'pack', data: {} });
      await publish(trx, { type: 'promotion.done', about: 'SHOWN', shownIn: 'preprod', data: {} });
    });
    const delivered = async (id: string) => (await messages(id)).map(({ about }) => about).sort();
    expect([await delivered(marked.id), await delivered(unmarked.id), await delivered(other.id)]).toEqual([
      ['SHOWN', 'pack'],
      ['SHOWN'],
      [],
    ]);
  });

  it('a set that is hidden meanwhile is not sent to a webhook without the mark for Embargo', async () => {
    const { received, url } = await receiver();
    const { id } = await make(url, { events: ['promotion.done'], embargo: false });
    await server.database.transaction((trx) =>
      publish(trx, { type: 'promotion.done', about: 'HIDDEN', shownIn: 'prod', data: {} }),
    );
    await sending(ended(id));
    expect(received).toEqual([]);
    expect((await messages(id))[0]).toMatchObject({ state: 'failed', failure: expect.stringContaining('hidden') });
  });

  it('a webhook gets nothing that its creator may no longer see: neither waiting messages nor later events', async () => {
    const { received, url } = await receiver();
    await make(url);
    await tellLive();
    const disable = (disabled: number) =>
      server.database.transaction((trx) =>
        trx.updateTable('users').set({ disabled }).where('username', '=', 'ADMIN.').execute(),
      );
    await disable(1);
    try {
      await tellLive('later.zip');
      const rows = () => server.database.read.selectFrom('webhookMessages').selectAll().execute();
      await sending(async () => (await rows()).every(({ state }) => state === 'failed'));
      expect((await rows()).map(({ about, failure }) => [about, failure])).toEqual([
        ['meta_a.zip', expect.stringContaining('no longer an administrator')],
      ]);
      expect(received).toEqual([]);
    } finally {
      await disable(0);
    }
  });

  it('retries with the same id until the receiver accepts it', async () => {
    const { received, url } = await receiver((n, _request, response) => {
      response.statusCode = n < 2 ? 500 : 204;
      response.end();
    });
    const { id, secret } = await make(url);
    await tellLive();
    await sending(ended(id));
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const one of received) verify(secret, one);
    expect(await messages(id)).toMatchObject([{ state: 'delivered', attempts: 3, status: 204 }]);
  });

  it.each<[string, (url: string) => RequestListener, string, number | null]>([
    ['is slow', () => () => {}, 'It did not answer within 0.3 seconds.', null],
    [
      'hangs up',
      () => (_request, response) => response.destroy(),
      'It closed the connection before it answered.',
      null,
    ],
    [
      'redirects',
      (url) => (_request, response) => response.writeHead(307, { location: url }).end(),
      'It answered 307. Redirects are not followed: use the address that it leads to.',
      307,
    ],
  ])('a receiver that %s fails, and nothing else is called', async (_what, answer, failure, status) => {
    const elsewhere = await receiver();
    const { url } = await receiver((_n, ...args) => answer(elsewhere.url)(...args));
    const { id } = await make(url);
    await tellLive();
    await sending(async () => ((await messages(id))[0]?.attempts ?? 0) >= 2);
    expect((await messages(id))[0]).toMatchObject({ state: 'waiting', failure, status });
    expect(elsewhere.received).toEqual([]);
  });

  it('a hostile receiver: an answer that is not HTTP fails, and an endless answer is not read', async () => {
    const liar = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1');
    listening.push(liar);
    await once(liar, 'listening');
    const lying = await make(`http://127.0.0.1:${(liar.address() as AddressInfo).port}`);
    let written = 0;
    const endless = await receiver((_n, _request, response) => {
      const more = () => {
        written += 65_536;
        if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more);
      };
      response.on('drain', more);
      more();
    });
    const flooded = await make(endless.url);
    await tellLive();
    await sending(
      async () =>
        (await messages(lying.id))[0]?.failure !== null && (await messages(flooded.id))[0]?.state === 'delivered',
    );
    expect((await messages(lying.id))[0]?.failure).toBe('It answered something that is not HTTP.');
    expect(written).toBeLessThan(50e6);
  });

  it('one that never answers does not hold up others', async () => {
    const dead = await make((await receiver(() => {})).url);
    const well = await receiver();
    const { id } = await make(well.url);
    for (let i = 0; i < 10; i += 1) await tellLive(`meta_${i}.zip`);
    await sending(ended(id), { times: { answerMs: 1000 } }).catch(() => {});
    expect(well.received).toHaveLength(10);
    expect((await messages(dead.id)).filter(({ state }) => state === 'waiting').length).toBeGreaterThan(5);
  });

  it('410 switches the webhook off, with a line in the log', async () => {
    const { url, received } = await receiver((_n, _request, response) => response.writeHead(410).end());
    const { id } = await make(url);
    await tellLive();
    await sending(ended(id));
    await tellLive();
    expect([received.length, (await messages(id)).length, (await hooks())[0]?.enabled]).toEqual([1, 1, false]);
    const off = await server.call('POST', `/api/v2/admin/webhooks/${id}/test`, { as: ADMIN });
    expect([off.statusCode, off.json<{ code: string }>().code]).toEqual([409, 'webhook-off']);
  });

  it('is given up after a day, and can be sent again', async () => {
    let works = false;
    const { url, received } = await receiver((_n, _request, response) => {
      response.statusCode = works ? 200 : 503;
      response.end();
    });
    const { id } = await make(url);
    await tellLive();
    await server.database.transaction((trx) =>
      trx.updateTable('webhookMessages').set({ giveUpAt: server.database.clock.now() }).execute(),
    );
    await sending(ended(id));
    const [message] = await messages(id);
    expect(message).toMatchObject({ state: 'failed', status: 503, failure: 'It answered 503.', nextAt: null });
    const log = (await server.call('GET', '/api/v2/admin/log?size=20', { as: ADMIN })).body;
    expect(log).toContain(`Message ${message?.id} to ${new URL(url).host} was given up.`);
    works = true;
    const again = `/api/v2/admin/webhooks/${id}/messages/${message?.id}/redeliver`;
    expect((await server.call('POST', again, { as: ADMIN })).statusCode).toBe(200);
    await sending(ended(id));
    expect((await messages(id))[0]).toMatchObject({ id: message?.id, state: 'delivered' });
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([message?.id]));
    expect((await server.call('POST', again.replace('msg_', 'x'), { as: ADMIN })).statusCode).toBe(404);
  });

  it('three processes send each message once; a message that a dead process had claimed is sent after its lease', async () => {
    const { received, url } = await receiver();
    const { id } = await make(url);
    for (let i = 0; i < 20; i += 1) await tellLive(`meta_${i}.zip`);
    const now = server.database.clock.now();
    // The state that a process leaves if it dies while sending.
    await server.database.transaction((trx) =>
      trx
        .updateTable('webhookMessages')
        .set({ attempts: 1, nextAt: now + 500 })
        .where('about', '=', 'meta_7.zip')
        .execute(),
    );
    await sending(ended(id), { senders: 3 });
    const names = received.map(({ body }) => String(body.data['fileName']));
    expect(names.sort()).toEqual(Array.from({ length: 20 }, (_, i) => `meta_${i}.zip`).sort());
    expect((await messages(id)).find(({ about }) => about === 'meta_7.zip')?.attempts).toBe(2);
  });

  it('private addresses, other protocols and passwords are refused when a webhook is created', async () => {
    for (const url of [
      'http://10.0.0.1/',
      'http://[::1]/',
      'ftp://ci.example.com',
      'https://me:pw@ci.example.com',
      'x',
    ]) {
      const body = { url, events: ['pack.live'], embargo: false };
      const answer = await server.call('POST', '/api/v2/admin/webhooks', { as: ADMIN, body });
      expect([answer.statusCode, answer.json<{ code: string }>().code], url).toEqual([400, 'webhook-address']);
    }
  });

  it('a name that resolves to a private address is refused when it is called', async () => {
    const { received, url } = await receiver();
    const { id } = await make(url.replace('127.0.0.1', 'localhost').replace('http:', 'https:'));
    await tellLive();
    await sending(async () => ((await messages(id))[0]?.attempts ?? 0) >= 1, { targets: openTargets([]) });
    expect((await messages(id))[0]?.failure).toBe(
      'localhost is a private address. An operator can allow its network with LACQUER_WEBHOOK_NETWORKS.',
    );
    expect(received).toEqual([]);
  });

  it('there are at most 50, and a deleted one leaves nothing behind behind', async () => {
    const { url } = await receiver();
    for (let i = 0; i < 50; i += 1) await make(url);
    const body = { url, events: ['pack.live'], embargo: true };
    expect((await server.call('POST', '/api/v2/admin/webhooks', { as: ADMIN, body })).statusCode).toBe(409);
    await tellLive();
    for (const { id } of await hooks()) await server.call('DELETE', `/api/v2/admin/webhooks/${id}`, { as: ADMIN });
    expect(await server.database.read.selectFrom('webhookMessages').select('id').execute()).toEqual([]);
  });
});

describe('events become messages', () => {
  it('packs, promotions and failed jobs, with names and without content', async () => {
    const server = await startTestApp('sqlite', { LACQUER_WEBHOOK_NETWORKS: '127.0.0.1' });
    try {
      const { received, url } = await receiver();
      const events = ['pack.live', 'pack.refused', 'promotion.done', 'promotion.failed', 'rollback.done', 'job.failed'];
      const body = { url, events, embargo: true };
      await server.call('POST', '/api/v2/admin/webhooks', { as: ADMIN, body });
      const delivered = async (type: string) => {
        await expect.poll(() => received.map((one) => one.body.type), { timeout: 60_000 }).toContain(type);
        return received.find((one) => one.body.type === type)?.body.data;
      };
      const pack = await server.deliver(`meta-${SET}.zip`, await metaZip());
      expect(await delivered('pack.live')).toMatchObject({
        ...{ fileName: pack.fileName, sha256: pack.sha256, disIds: [SET], jobId: expect.any(String) },
      });
      await server.upload('meta_broken.zip', Buffer.from('PK broken'));
      expect(await delivered('pack.refused')).toMatchObject({ fileName: 'meta_broken.zip', problemCount: 1 });
      const promotion = { disId: SET, source: 'embargo', target: 'preprod', note: 'for the fair' };
      await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as: ['ROLE_UPLOAD'], body: promotion });
      expect(await delivered('promotion.done')).toMatchObject({
        key: SET,
        source: 'embargo',
        target: 'preprod',
        who: 'UPLOAD',
      });
      await server.database.transaction(async (trx) => {
        const payload = { kind: 'dis', key: 'GONE', source: 'embargo', target: 'prod', what: 'all' };
        await enqueue(trx, { name: 'promote', function: 'Promote GONE', payload, createdBy: 'admin' });
        await enqueue(trx, { name: 'trimLogs', function: 'x', payload: { nothing: 1 }, createdBy: 'admin' });
      });
      expect(await delivered('promotion.failed')).toMatchObject({ key: 'GONE', reason: 'Embargo no longer has GONE' });
      expect(received.map(({ text }) => text).join()).not.toContain('for the fair');
    } finally {
      await server.stop();
    }
  });
});
