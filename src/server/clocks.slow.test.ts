/** Machines whose clocks differ, and one whose clock goes back: the last upload wins, and nothing waits for a clock. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BatchRow, LogLine, Pack } from '../contract/index.ts';
import { databases, freshDatabase } from './testing/databases.ts';
import { shorter } from './testing/length.ts';
import { BARE, endAll, folderOfStore, type Running, start } from './testing/testServer.ts';
import { plain, zipOf } from './testing/tinyPacks.ts';

const CLOCK = new URL('testing/shiftedClock.ts', import.meta.url).href;
const QUARTER_HOUR = 15 * 60_000;
const DAY = 24 * 3600 * 1000;
const WAIT = { timeout: 120_000, interval: 100 };
const LONG = { timeout: 300_000 };
const NAME = 'static_a.zip';
/** each server gets the later upload in half of them */
const ROUNDS = shorter(20, 2);

const shifted = (milliseconds: number) => ({
  NODE_OPTIONS: `${BARE['NODE_OPTIONS']} --import ${CLOCK}`,
  LACQUER_TEST_CLOCK_MS: String(milliseconds),
});
const packOf = async (n: number, name = 'A') => zipOf({ [`co2/${name}.png`]: await plain([n, 0, 0, 255]) });
const packs = async (server: Running) => (await (await server.get('/api/v2/admin/files')).json()) as Pack[];
const live = async (server: Running, fileName = NAME) =>
  (await packs(server)).find((pack) => pack.fileName === fileName && pack.state === 'live')?.sha256;
const jobs = async (server: Running) =>
  (await (await server.get('/api/v2/admin/getBatchSummary')).json()) as BatchRow[];
const allDone = async (server: Running) => (await jobs(server)).every(({ jobStatus }) => jobStatus === 'COMPLETED');
/** What Embargo shows of a pack, identified by its bytes. */
async function shown(server: Running, fileName = NAME): Promise<Buffer> {
  const answer = await server.get(`/api/v2/admin/file-elements-content?path=/embargo/static/${fileName}/co2/A.png`);
  return Buffer.from(await answer.arrayBuffer());
}

describe.skipIf(!databases().includes('postgres'))(
  'two servers whose clocks are a quarter of an hour apart',
  LONG,
  () => {
    let database: { url: string | undefined; drop: () => Promise<void> };
    let settings: Record<string, string>;
    let gate: string;
    beforeEach(async () => {
      database = await freshDatabase('postgres');
      const folder = folderOfStore();
      gate = join(folder, 'open');
      const scan = join(folder, 'scan.sh');
      // What names "gated" stays with the scanner until the gate is open.
      writeFileSync(
        scan,
        `#!/bin/sh\nif grep -q gated; then while [ ! -e ${gate} ]; do sleep 0.02; done; fi\ncat > /dev/null\n`,
      );
      chmodSync(scan, 0o755);
      settings = {
        LACQUER_DATABASE_URL: database.url ?? '',
        LACQUER_BLOBS: folderOfStore(),
        LACQUER_SCAN_COMMAND: scan,
      };
    });
    afterEach(async () => {
      await endAll();
      await database.drop();
    });

    it('the later of two uploads of a name wins, whichever servers receive them', async () => {
      const ahead = await start(folderOfStore(), { ...settings, ...shifted(QUARTER_HOUR) });
      const right = await start(folderOfStore(), settings);
      for (let n = 0; n < ROUNDS; n += 1) {
        const [first, second] = n % 2 === 0 ? [ahead, right] : [right, ahead];
        await first.upload(NAME, await packOf(10 + n));
        const bytes = await packOf(100 + n);
        const later = await second.upload(NAME, bytes);
        for (const server of [ahead, right]) {
          await expect.poll(() => allDone(server), WAIT).toBe(true);
          expect(await live(server)).toBe(later?.sha256);
          expect(await packs(server)).toHaveLength(1);
          expect((await shown(server)).equals(await plain([100 + n, 0, 0, 255]))).toBe(true);
        }
      }
      // All of them were read.
      expect(await jobs(right)).toHaveLength(2 * ROUNDS);
    });

    it('a server whose clock is ahead leaves running jobs to their workers, and its clock is reported', async () => {
      const right = await start(folderOfStore(), settings);
      await right.upload('static_gated.zip', await packOf(1, 'gated'));
      await expect.poll(async () => (await packs(right)).map(({ state }) => state), WAIT).toEqual(['reading']);
      const ahead = await start(folderOfStore(), { ...settings, ...shifted(QUARTER_HOUR) });
      // It looks for jobs and finds these, because the other server is busy.
      for (const n of [2, 3]) {
        await ahead.upload(`static_${n}.zip`, await packOf(n));
        await expect.poll(() => live(ahead, `static_${n}.zip`), WAIT).toBeDefined();
      }
      writeFileSync(gate, '');
      await expect.poll(() => live(right, 'static_gated.zip'), WAIT).toBeDefined();
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query<{ attempts: number }>('select "attempts" from "jobs"');
      await client.end();
      expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);

      const ready = async (server: Running) => (await server.get('/api/v2/health/ready')).json();
      expect(await ready(right)).toEqual({ status: 'ok' });
      const sentence = 'The clock of this server is 900 s ahead of that of the database. Synchronise it with NTP.';
      expect(await ready(ahead)).toEqual({ status: 'ok', problems: [sentence] });
      expect(ahead.printed().split(sentence)).toHaveLength(2);
      expect(right.printed()).not.toContain('The clock');
    });

    it('sessions have their full lifetime at the other server', async () => {
      const hour = { LACQUER_SESSION_IDLE_MINUTES: '10' };
      const ahead = await start(folderOfStore(), { ...settings, ...hour, ...shifted(QUARTER_HOUR) });
      const right = await start(folderOfStore(), { ...settings, ...hour });
      for (const [from, to] of [
        [right, ahead],
        [ahead, right],
      ] as const) {
        const answer = await fetch(`${to.address}/api/v2/public/user`, { headers: from.headers });
        expect(answer.status).toBe(200);
      }
    });
  },
);

describe('a clock that goes back by a day', LONG, () => {
  let data: string;
  let settings: Record<string, string>;
  let gate: string;
  beforeEach(() => {
    data = folderOfStore();
    const folder = folderOfStore();
    gate = join(folder, 'open');
    const scan = join(folder, 'scan.sh');
    writeFileSync(scan, `#!/bin/sh\ncat > /dev/null\nwhile [ ! -e ${gate} ]; do sleep 0.02; done\n`);
    chmodSync(scan, 0o755);
    settings = { LACQUER_SCAN_COMMAND: scan };
  });
  afterEach(endAll);

  it('signing in is not held up', async () => {
    const tomorrow = await start(data, shifted(DAY));
    await tomorrow.kill();
    const today = await start(data);
    expect((await today.get('/api/v2/public/user')).status).toBe(200);
  });

  it('what was uploaded "tomorrow" is read at once, before later uploads', async () => {
    writeFileSync(gate, '');
    const tomorrow = await start(data, { ...shifted(DAY), LACQUER_WORKERS: '0' });
    await tomorrow.upload(NAME, await packOf(1));
    await tomorrow.kill();
    const today = await start(data, settings);
    await expect.poll(() => live(today), WAIT).toBeDefined();
    const later = await today.upload(NAME, await packOf(2));
    await expect.poll(() => allDone(today), WAIT).toBe(true);
    expect(await live(today)).toBe(later?.sha256);
    expect((await shown(today)).equals(await plain([2, 0, 0, 255]))).toBe(true);
    const { items } = (await (await today.get('/api/v2/admin/log?page=0&size=100')).json()) as { items: LogLine[] };
    const warnings = items.filter(({ message }) => message.startsWith('The clock went back by 1 day.'));
    expect(warnings).toHaveLength(1);
  });

  it('a job that ran "tomorrow" is taken over when its worker is dead', async () => {
    const tomorrow = await start(data, { ...settings, ...shifted(DAY) });
    await tomorrow.upload(NAME, await packOf(1));
    await expect.poll(async () => (await packs(tomorrow)).map(({ state }) => state), WAIT).toEqual(['reading']);
    await tomorrow.kill();
    writeFileSync(gate, '');
    const today = await start(data, settings);
    await expect.poll(() => live(today), WAIT).toBeDefined();
    rmSync(gate);
  });
});
