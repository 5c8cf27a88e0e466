/** A reader of events goes on after kill -9 where it was: no event is missing, none comes twice. */
import { afterEach, expect, it } from 'vitest';
import type { StoreEvent } from '../../contract/index.ts';
import { databases, freshDatabase } from '../testing/databases.ts';
import { endAll, folderOfStore, type Running, start } from '../testing/testServer.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

const WAIT = { timeout: 120_000, interval: 20 };
const ROUNDS = 3;
const readers: AbortController[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.abort();
  await endAll();
});

/** Collects the ids of the events that a server tells after a position, until it is gone. */
async function read({ address, headers }: Running, after: string | undefined, ids: string[]): Promise<string[]> {
  const reader = new AbortController();
  readers.push(reader);
  const sent = { ...headers, accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': after }) };
  const answer = await fetch(`${address}/api/v2/events`, { headers: sent, signal: reader.signal });
  expect(answer.status).toBe(200);
  const collect = async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const id = /^id: (.*)$/m.exec(block)?.[1];
        if (id !== undefined && /^event: /m.test(block)) ids.push(id);
        expect(block).not.toContain('event: missed');
      }
    }
  };
  void collect().catch(() => {});
  return ids;
}

async function tellThroughKills(startServer: () => Promise<Running>): Promise<void> {
  let server = await startServer();
  await server.upload(`meta-${SET}.zip`, await metaZip());
  const list = async () =>
    (await (await server.get('/api/v2/events?after=0')).json()) as { events: StoreEvent[]; cursor: string };
  await expect.poll(async () => (await list()).events.map(({ type }) => type), WAIT).toContain('pack.live');
  const { cursor } = await list();
  const ids: string[] = [];
  let copies = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = ids.length;
    await read(server, ids.at(-1) ?? cursor, ids);
    const copy = () => {
      copies += 1;
      return server.get(`/api/v2/admin/dis/${SET}/copy?targetDisId=1PP2A5${String(copies).padStart(10, '0')}`);
    };
    const writing = Array.from({ length: 20 }, () => copy().catch(() => undefined));
    await expect.poll(() => ids.length, WAIT).toBeGreaterThan(before + 2);
    await server.kill();
    await Promise.all(writing);
    server = await startServer();
  }
  await read(server, ids.at(-1), ids);
  const { events } = await list();
  const all = events.map(({ id }) => id);
  const expected = all.slice(all.indexOf(cursor) + 1);
  await expect.poll(() => ids.length, WAIT).toBeGreaterThanOrEqual(expected.length);
  expect(ids).toEqual(expected);
  expect(expected.length).toBeGreaterThan(ROUNDS * 2);
}

it.each(databases())(
  'kill -9 while events are told, on %s: the next start goes on after Last-Event-ID, without gap or repetition',
  async (kind) => {
    const { url, drop } = await freshDatabase(kind);
    const settings = url === undefined ? {} : { LACQUER_DATABASE_URL: url };
    const data = folderOfStore();
    try {
      await tellThroughKills(() => start(data, settings));
    } finally {
      for (const reader of readers.splice(0)) reader.abort();
      await endAll();
      await drop();
    }
  },
  300_000,
);
