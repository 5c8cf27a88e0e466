/**
 * PostgreSQL is stopped in each of its ways and started again, under uploads, promotions and reads at two servers: no server
 * ends, every answer is right or says 503, and everything that was acknowledged is there afterwards.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { BatchRow, Pack } from '../contract/index.ts';
import { type OwnPostgres, startOwnPostgres } from './platform/database/testing/ownPostgres.ts';
import { databases } from './testing/databases.ts';
import { FULL } from './testing/length.ts';
import { endAll, folderOfStore, type Running, start } from './testing/testServer.ts';
import { metaZip, plain, SET, zipOf } from './testing/tinyPacks.ts';

/** The signals of a stop, and milliseconds until the next start. A smart stop alone would wait for the servers' connections. */
type Signal = Parameters<OwnPostgres['halt']>[0];
const STOPS: readonly { signals: readonly Signal[]; away: number }[] = [
  { signals: ['SIGINT'], away: 400 },
  { signals: ['SIGQUIT'], away: 1500 },
  { signals: ['SIGTERM', 'SIGINT'], away: 800 },
  { signals: ['SIGQUIT'], away: 50 },
  // Longer than a lease.
  ...(FULL ? [{ signals: ['SIGINT'] as const, away: 20_000 }] : []),
];
const ROUNDS = FULL ? 5 : 1;
const IMAGE = `/embargo/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`;
const WAIT = { timeout: 120_000, interval: 200 };

describe.skipIf(!databases().includes('postgres'))('PostgreSQL unavailable', () => {
  let postgres: OwnPostgres;
  afterEach(async () => {
    await endAll();
    await postgres.stop();
  });

  it('under load: no server ends, nothing acknowledged is lost, everything recovers by itself', async () => {
    postgres = await startOwnPostgres();
    const settings = { LACQUER_DATABASE_URL: postgres.url, LACQUER_BLOBS: folderOfStore(), LACQUER_WORKERS: '2' };
    // One after the other: the first one creates the store.
    const servers = [await start(folderOfStore(), settings), await start(folderOfStore(), settings)] as const;
    const [one] = servers;
    const packs = async (server: Running) => (await (await server.get('/api/v2/admin/files')).json()) as Pack[];
    await one.upload(`meta-${SET}.zip`, await metaZip());
    await one.upload(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([7, 7, 7, 255]) }));
    await expect.poll(async () => (await packs(one)).map(({ state }) => state), WAIT).toEqual(['live', 'live']);

    const acknowledged = new Map<string, string>();
    const wrong: string[] = [];
    const seen = { answered: 0, unavailable: 0 };
    let busy = true;
    /** Every answer is 200, or 503 with Retry-After. */
    async function judge(what: string, answer: Response | undefined): Promise<void> {
      if (answer?.status === 200) seen.answered += 1;
      else if (answer?.status === 503 && answer.headers.get('retry-after') !== null) seen.unavailable += 1;
      else wrong.push(`${what}: ${answer?.status} ${await answer?.text()}`);
    }
    const forever = async (work: (n: number) => Promise<unknown>) => {
      for (let n = 0; busy; n += 1) {
        await work(n).catch((error: unknown) => wrong.push(String(error)));
        await pause(40);
      }
    };
    const traffic = servers.flatMap((server, at) => [
      forever(async (n) => {
        const fileName = `static_${at}_${n}.zip`;
        const bytes = await zipOf({ [`co2/P${at}x${n}.png`]: await plain([n % 256, at, 1, 255]) });
        const taken = await server.upload(fileName, bytes);
        if (taken) acknowledged.set(fileName, taken.sha256);
      }),
      forever(async () => judge('picture', await server.get(IMAGE))),
      forever(async () => judge('list', await server.get('/preprod/api/v2/test/dis'))),
      forever(async (n) => {
        const request = { disId: SET, source: 'embargo', target: n % 2 === 0 ? 'preprod' : 'prod' };
        await judge('promotion', await server.post(`/api/v2/admin/dis/${SET}/promote`, request));
        await pause(150);
      }),
      forever(async () => {
        const { status } = await server.get('/api/v2/health/live');
        if (status !== 200) wrong.push(`live: ${status}`);
      }),
    ]);

    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { signals, away } of STOPS) {
        await pause(700);
        let ends: Promise<unknown> = Promise.resolve();
        for (const signal of signals) {
          const ended = postgres.halt(signal);
          ends = Promise.all([ends, ended]);
          if (signal === 'SIGTERM') await pause(300);
        }
        await ends;
        await expect
          .poll(async () => (await one.get('/api/v2/health/ready')).json(), WAIT)
          .toMatchObject({ status: 503, errorMessage: 'The database does not answer.' });
        await pause(away);
        await postgres.resume();
        for (const server of servers) {
          await expect.poll(async () => (await server.get('/api/v2/health/ready')).status, WAIT).toBe(200);
        }
      }
    }
    await pause(500);
    busy = false;
    await Promise.all(traffic);

    expect(wrong).toEqual([]);
    expect(servers.map(({ runs }) => runs())).toEqual([true, true]);
    expect(seen.unavailable).toBeGreaterThan(0);
    expect(seen.answered).toBeGreaterThan(0);
    expect(acknowledged.size).toBeGreaterThan(0);
    for (const server of servers) {
      const missing = async () => {
        const live = new Map(
          (await packs(server)).filter(({ state }) => state === 'live').map((p) => [p.fileName, p.sha256]),
        );
        return [...acknowledged].filter(([name, sha256]) => live.get(name) !== sha256).map(([name]) => name);
      };
      await expect.poll(missing, WAIT).toEqual([]);
    }
    const jobs = async () => (await (await one.get('/api/v2/admin/getBatchSummary')).json()) as BatchRow[];
    await expect
      .poll(async () => (await jobs()).filter(({ jobStatus }) => /CREATED|STARTED/.test(jobStatus)), WAIT)
      .toEqual([]);
    expect((await jobs()).filter(({ jobStatus }) => jobStatus === 'FAILED')).toEqual([]);
    // One line when it begins and one when it ends, not one for each statement.
    for (const server of servers) {
      const lines = server
        .printed()
        .split('\n')
        .filter((line) => /"msg":"The database (does not answer at the moment|answers again)/.test(line));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length).toBeLessThanOrEqual(2 * STOPS.length * ROUNDS);
    }
  }, 600_000);
});
