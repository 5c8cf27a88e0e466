/** Events: who gets which, live and from a cursor, from any server, and what ends a stream. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role, StoreEvent } from '../../contract/index.ts';
import { createApiToken, revokeApiToken } from '../access/apiTokens.ts';
import { addUser, setDisabled, setRoles } from '../access/users.ts';
import { changeConfig } from '../globalConfigs/configHistory.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import { publish } from '../webhooks/publish.ts';
import { trimEvents } from './eventLog.ts';

const UPLOADER = ['ROLE_UPLOAD'] as const;
const TESTER = ['ROLE_TEST'] as const;
const WAIT = { timeout: 60_000, interval: 20 };
const STREAMS = { pollMs: 20, heartbeatMs: 200, stallMs: 500, perAccount: 3, perServer: 5 };

interface Frame {
  id?: string;
  event?: string;
  data?: StoreEvent;
}

/** The messages of a text/event-stream, without its comments. */
const framesOf = (text: string): Frame[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .map((block) =>
      Object.fromEntries(
        block.split('\n').flatMap((line) => {
          const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
          return name === '' ? [] : [[name, name === 'data' ? (JSON.parse(value) as unknown) : value]];
        }),
      ),
    );

interface Opened {
  status: number;
  headers: Headers;
  text: () => string;
  events: () => StoreEvent[];
  lastId: () => string | undefined;
  ended: () => boolean;
  close: () => void;
}
const opened: Opened[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** @param refused whether the server may refuse it; otherwise streams of earlier tests may still be ending */
async function openStream(
  address: string,
  path: string,
  headers: Record<string, string>,
  { refused = false } = {},
): Promise<Opened> {
  const ending = new AbortController();
  const init = { headers: { accept: 'text/event-stream', ...headers }, signal: ending.signal };
  let answer = await fetch(`${address}${path}`, init);
  while (answer.status === 503 && !refused) {
    await answer.body?.cancel();
    answer = await fetch(`${address}${path}`, init);
  }
  let text = '';
  let ended = false;
  const read = async () => {
    for await (const chunk of answer.body ?? []) text += new TextDecoder().decode(chunk as Uint8Array);
  };
  void read()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  const stream = {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    events: () => framesOf(text).flatMap(({ event, data }) => (event === undefined || !data ? [] : [data])),
    lastId: () => framesOf(text).findLast(({ id }) => id !== undefined)?.id,
    ended: () => ended,
    close: () => ending.abort(),
  };
  opened.push(stream);
  return stream;
}

const listen = async (server: TestApp): Promise<string> => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
};

describe.each(databases())('events on %s', (kind) => {
  let server: TestApp;
  let address: string;
  let people = 0;
  beforeAll(async () => {
    server = await startTestApp(kind, {}, { streams: STREAMS });
    address = await listen(server);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const body = { disId: SET, source: 'embargo', target: 'preprod' };
    await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as: UPLOADER, body });
    await vi.waitFor(async () => expect((await list('/preprod', TESTER)).events).toHaveLength(1), WAIT);
  });
  afterAll(() => server.stop());

  const list = async (prefix: string, as: readonly Role[], after = '0') =>
    (await server.call('GET', `${prefix}/api/v2/events?after=${after}`, { as })).json<{
      events: StoreEvent[];
      cursor: string;
      more: boolean;
      missed: boolean;
    }>();
  const typesOf = ({ events }: { events: readonly StoreEvent[] }) => events.map(({ type }) => type);
  const tokenFor = async (roles: readonly Role[]) => {
    people += 1;
    const username = `reader-${people}`;
    await addUser(server.database, { username, password: 'a password for tests 7', roles }, Date.now());
    const made = { name: 'reader', username, now: Date.now(), expiresAt: null };
    const { id, token } = await createApiToken(server.database, made);
    return { id, username, headers: { authorization: `Bearer ${token}` } };
  };
  const cookieOf = async (roles: readonly Role[]) => ({ cookie: (await server.signIn(roles)).cookie });
  const happen = (about: string, more: object = {}) =>
    server.database.transaction((trx) =>
      publish(trx, { type: 'pack.live', about, data: { fileName: about }, ...more }),
    );

  it('report packs, promotions and jobs to callers who may know of them', async () => {
    const all = await list('', ['ROLE_ADMIN']);
    expect(typesOf(all)).toEqual(expect.arrayContaining(['pack.received', 'pack.live', 'promotion.done']));
    expect(all.events.find(({ type }) => type === 'pack.live')).toMatchObject({
      about: `meta-${SET}.zip`,
      data: { disIds: [SET], uploadedBy: 'UPLOAD', jobId: expect.any(String) },
    });
    expect(typesOf(await list('/preprod', TESTER))).toEqual(['promotion.done']);
    expect(typesOf(await list('/prod', TESTER))).toEqual([]);
    expect(typesOf(await list('/embargo', ['ROLE_TEST_EMBARGO']))).not.toContain('promotion.done');
    expect((await server.call('GET', '/api/v2/events', { as: TESTER })).statusCode).toBe(403);
    expect((await server.call('GET', '/embargo/api/v2/events', { as: TESTER })).statusCode).toBe(403);
  });

  it('callers get only events of their own jobs, and reasons only if they may read content', async () => {
    await server.database.transaction(async (trx) => {
      await publish(trx, { type: 'job.done', about: 'mine', data: {}, owner: 'UPLOAD' });
      await publish(trx, { type: 'job.done', about: 'of others', data: {}, owner: 'admin' });
      await publish(trx, {
        type: 'promotion.failed',
        about: 'X',
        data: { key: 'X', reason: 'quoted' },
        owner: 'admin',
      });
    });
    const { events } = await list('', UPLOADER);
    expect(events.filter(({ type }) => type === 'job.done').map(({ about }) => about)).toEqual(['mine']);
    expect(events.find(({ about }) => about === 'X')?.data).toEqual({ key: 'X' });
    expect((await list('', ['ROLE_ADMIN'])).events.find(({ about }) => about === 'X')?.data).toMatchObject({
      reason: 'quoted',
    });
  });

  it('a list continues from its cursor, and says if something may be missing', async () => {
    const { cursor } = await list('', ['ROLE_ADMIN']);
    expect((await list('', ['ROLE_ADMIN'], cursor)).events).toEqual([]);
    await happen('next.zip');
    const next = await list('', ['ROLE_ADMIN'], cursor);
    expect(next).toMatchObject({ events: [{ about: 'next.zip' }], more: false, missed: false });
    expect(next.cursor).toBe(next.events[0]?.id);
    expect((await list('', ['ROLE_ADMIN'], 'evt_of-another-store')).missed).toBe(true);
    const fromNow = (await server.call('GET', '/api/v2/events')).json<{ events: unknown[]; cursor: string }>();
    expect(fromNow).toMatchObject({ events: [], cursor: next.cursor });
  });

  it('are streamed live, each with its id, unbuffered and uncompressed', async () => {
    const { headers } = await tokenFor(['ROLE_ADMIN']);
    const stream = await openStream(address, '/api/v2/events', headers);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    await expect.poll(() => stream.text(), WAIT).toContain('retry: ');
    await happen('live.zip');
    await expect.poll(() => stream.events().map(({ about }) => about), WAIT).toEqual(['live.zip']);
    expect(stream.lastId()).toBe(stream.events()[0]?.id);
    await expect.poll(() => stream.text(), WAIT).toContain(': still here\n');
  });

  it('another server continues after Last-Event-ID, without loss or repetition', async () => {
    const other = await startTestApp(
      kind,
      kind === 'postgres' ? { LACQUER_DATABASE_URL: server.databaseUrl, LACQUER_WORKERS: '0' } : {},
      { streams: STREAMS },
    );
    try {
      // With SQLite there is one server: the same one is called again.
      const second = kind === 'postgres' ? await listen(other) : address;
      const { headers } = await tokenFor(['ROLE_ADMIN']);
      const first = await openStream(address, '/api/v2/events', headers);
      await expect.poll(() => first.lastId(), WAIT).toBeDefined();
      const names = Array.from({ length: 120 }, (_, i) => `order-${i}.zip`);
      const writing = Promise.all(
        names.map((name) =>
          server.database.transaction(async (trx) => {
            await publish(trx, { type: 'pack.live', about: name, data: {} });
            // Transactions that began first do not end first.
            if (kind === 'postgres') await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
          }),
        ),
      );
      await expect.poll(() => first.events().length, WAIT).toBeGreaterThan(20);
      first.close();
      const before = first.events().map(({ about }) => about);
      const next = await openStream(second, '/api/v2/events', { ...headers, 'last-event-id': first.lastId() ?? '' });
      await writing;
      await expect.poll(() => before.length + next.events().length, WAIT).toBeGreaterThanOrEqual(names.length);
      const both = [...before, ...next.events().map(({ about }) => about)];
      expect([...both].sort()).toEqual([...names].sort());
      expect(next.text()).not.toContain('event: missed');
    } finally {
      for (const one of opened.splice(0)) one.close();
      await other.stop();
    }
  });

  it('a position that no longer exists continues with the oldest event, and says so', async () => {
    const { headers } = await tokenFor(['ROLE_ADMIN']);
    const stream = await openStream(address, '/api/v2/events', { ...headers, 'last-event-id': 'evt_gone' });
    await expect.poll(() => stream.text(), WAIT).toContain('event: missed\n');
    await expect.poll(() => stream.events().map(({ type }) => type), WAIT).toContain('pack.received');
  });

  it('no position reveals to a tester that something happened in other areas', async () => {
    const { headers } = await tokenFor(TESTER);
    const before = await openStream(address, '/preprod/api/v2/events', headers);
    await expect.poll(() => before.lastId(), WAIT).toBeDefined();
    const text = before.text();
    await happen('secret.zip');
    const after = await openStream(address, '/preprod/api/v2/events', headers);
    await expect.poll(() => after.lastId(), WAIT).toBe(before.lastId());
    await expect.poll(() => before.text().length, WAIT).toBeGreaterThan(text.length);
    expect(framesOf(before.text()).every(({ id, event }) => event === undefined && (id ?? text).length > 0)).toBe(true);
    expect(new Set(framesOf(before.text()).flatMap(({ id }) => id ?? [])).size).toBe(1);
  });

  it.each(['signs out', 'is disabled', 'loses the role', 'has a token that is revoked'])(
    'a stream ends and sends nothing more when its reader %s',
    async (how) => {
      const reader = await tokenFor(UPLOADER);
      let headers: Record<string, string> = reader.headers;
      const { database } = server;
      if (how === 'signs out') {
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/v2/public/session',
          payload: { username: reader.username, password: 'a password for tests 7' },
        });
        const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
        headers = { cookie, 'x-csrf-token': answer.json<{ token: string }>().token };
      }
      const stream = await openStream(address, '/api/v2/events', headers);
      await happen('before.zip');
      await expect.poll(() => stream.events().map(({ about }) => about), WAIT).toContain('before.zip');
      if (how === 'signs out') await server.app.inject({ method: 'DELETE', url: '/api/v2/public/session', headers });
      if (how === 'is disabled') await setDisabled(database, reader.username, true, Date.now());
      if (how === 'loses the role') await setRoles(database, reader.username, TESTER, Date.now(), 'admin');
      if (how.startsWith('has')) await revokeApiToken(database, reader.id, Date.now(), 'admin');
      await happen('after.zip');
      await expect.poll(() => stream.ended(), WAIT).toBe(true);
      expect(stream.text()).not.toContain('after.zip');
    },
  );

  it('the number of streams per account and server is limited', async () => {
    const headers = await cookieOf(['ROLE_ADMIN']);
    for (let i = 0; i < STREAMS.perAccount; i += 1) {
      expect((await openStream(address, '/api/v2/events', headers)).status).toBe(200);
    }
    const one = await openStream(address, '/api/v2/events', headers, { refused: true });
    expect([one.status, one.headers.get('retry-after')]).toEqual([429, '30']);
    for (let i = STREAMS.perAccount; i < STREAMS.perServer; i += 1) {
      expect((await openStream(address, '/api/v2/events', (await tokenFor(UPLOADER)).headers)).status).toBe(200);
    }
    const other = (await tokenFor(UPLOADER)).headers;
    expect((await openStream(address, '/api/v2/events', other, { refused: true })).status).toBe(503);
    for (const stream of opened.splice(0)) stream.close();
    await expect.poll(async () => (await openStream(address, '/api/v2/events', headers)).status, WAIT).toBe(200);
  });

  it('a reader that reads nothing is cut off', async () => {
    const { headers } = await tokenFor(['ROLE_ADMIN']);
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.pause();
    const lines = [
      'GET /api/v2/events HTTP/1.1',
      'host: 127.0.0.1',
      'accept: text/event-stream',
      `authorization: ${headers.authorization}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    const data = { filler: 'x'.repeat(200_000) };
    const connections = () =>
      new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connections, WAIT).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = await connections();
    for (let i = 0; i < 100; i += 1) await happen(`large-${i}.zip`, { data });
    await expect.poll(connections, WAIT).toBeLessThan(before);
    socket.destroy();
    await closed;
  });

  it('copies, renames and deletions of sets are told, in each area to those who see it', async () => {
    const { cursor } = await list('', ['ROLE_ADMIN']);
    const [copy, renamed] = ['1PP2A5COPYxxxxxx', '1PP2A5NAMExxxxxx'];
    const preprod = (await server.call('GET', '/preprod/api/v2/events', { as: TESTER })).json<{ cursor: string }>();
    const change = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
      const answer = await server.call(method, `/api/v2/admin/${path}`, { as: UPLOADER, ...(body && { body }) });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await change('GET', `dis/${SET}/copy?targetDisId=${copy}`);
    const promotion = { disId: copy, source: 'embargo', target: 'preprod' };
    await change('POST', `dis/${copy}/promote`, promotion);
    const eventsOf = async (prefix: string, as: readonly Role[], after: string) =>
      (await list(prefix, as, after)).events.map(({ type, about, data }) => [type, about, data['area'], data['from']]);
    await vi.waitFor(
      async () =>
        expect(await eventsOf('/preprod', TESTER, preprod.cursor)).toEqual([
          ['promotion.done', copy, undefined, undefined],
        ]),
      WAIT,
    );
    await change('GET', `dis/${copy}/rename?targetDisId=${renamed}`);
    await change('DELETE', `dis/${renamed}`);
    const ofSets = [
      ['set.copied', copy, 'embargo', SET],
      ['set.renamed', renamed, 'embargo', copy],
      ['set.renamed', renamed, 'preprod', copy],
      ['set.deleted', renamed, 'embargo', undefined],
      ['set.deleted', renamed, 'preprod', undefined],
    ];
    const sets = async (as: readonly Role[]) =>
      (await eventsOf('', as, cursor)).filter(([type]) => String(type).startsWith('set.'));
    expect(await sets(['ROLE_ADMIN'])).toEqual(ofSets);
    expect(await sets(UPLOADER)).toEqual(ofSets);
    const seen = (await eventsOf('/preprod', ['ROLE_TEST_EMBARGO'], preprod.cursor)).slice(1);
    expect(seen).toEqual(ofSets.filter(([, , area]) => area === 'preprod'));
    // Other testers may not read names of sets that no area of theirs has.
    expect(await eventsOf('/preprod', TESTER, preprod.cursor)).toEqual([]);
    expect(await eventsOf('/prod', TESTER, '0')).toEqual([]);
  });

  it('a set that is deleted in the file browser is told, and a changed configuration, that one to administrators', async () => {
    const copy = '1PP2A5FILExxxxxx';
    await server.call('GET', `/api/v2/admin/dis/${SET}/copy?targetDisId=${copy}`);
    const { cursor } = (await server.call('GET', '/api/v2/events')).json<{ cursor: string }>();
    const remove = `/api/v2/admin/file-elements-delete?path=/embargo/dis/${copy}`;
    expect((await server.call('DELETE', remove)).body).toBe('true');
    await server.database.transaction((trx) =>
      changeConfig(trx, {
        area: 'prod',
        fileName: 'visibility.xml',
        action: 'upload',
        content: { kind: 'country_list', text: '<x/>' },
        who: 'admin',
      }),
    );
    const eventsOf = async (as: readonly Role[], prefix = '') =>
      (await list(prefix, as, cursor)).events.map(({ type, about }) => `${type} ${about}`);
    const both = [`set.deleted ${copy}`, 'config.changed visibility.xml'];
    expect(await eventsOf(['ROLE_ADMIN'])).toEqual(both);
    expect(await eventsOf(UPLOADER)).toEqual(both.slice(0, 1));
    expect(await eventsOf(['ROLE_TEST_EMBARGO'])).toEqual(both.slice(0, 1));
    expect(await eventsOf(TESTER, '/prod')).toEqual([]);
  });

  it('old events are deleted, never the newest', async () => {
    const { cursor } = await list('', ['ROLE_ADMIN'], (await list('', ['ROLE_ADMIN'], '')).cursor);
    await server.database.transaction((trx) => trx.updateTable('events').set({ createdAt: 1 }).execute());
    await trimEvents(server.database);
    const rows = await server.database.read.selectFrom('events').select('id').execute();
    expect(rows.map(({ id }) => id)).toEqual([cursor]);
  });

  it('stopping the server ends the streams', async () => {
    const own = await startTestApp(kind, {}, { streams: STREAMS });
    const place = await listen(own);
    const stream = await openStream(place, '/api/v2/events', { cookie: (await own.signIn(['ROLE_ADMIN'])).cookie });
    await expect.poll(() => stream.text(), WAIT).toContain('retry');
    await own.stop();
    await expect.poll(() => stream.ended(), WAIT).toBe(true);
  });
});
