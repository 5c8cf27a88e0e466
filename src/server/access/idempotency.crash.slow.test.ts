/** kill -9 in the middle of calls with an Idempotency-Key: sent again to the next server, each was made once. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import type { Tables } from '../schema.ts';
import { databases, freshDatabase } from '../testing/databases.ts';
import { endAll, folderOfStore, type Running, start } from '../testing/testServer.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

const WAIT = { timeout: 120_000, interval: 50 };
const ROUNDS = 4;
const CALLS = 40;
/** answers before the server is killed; the other calls are on their way then. 0: as soon as they are sent */
const ANSWERS = [0, 1, 2, 8];
afterEach(endAll);

type Answer = { status: number; code?: string; jobId?: string; replayed: boolean };

async function promote({ address, headers }: Running, key: string): Promise<Answer | undefined> {
  const answer = await fetch(`${address}/api/v2/admin/promotions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ kind: 'dis', keys: [SET], source: 'embargo', target: 'preprod', note: key }),
  }).catch(() => undefined);
  // A server that is killed may have sent half of its answer.
  const body = (await answer?.json().catch(() => undefined)) as Pick<Answer, 'code' | 'jobId'> | undefined;
  return answer && body && { ...body, status: answer.status, replayed: answer.headers.has('idempotency-replayed') };
}

async function promoteInTheEnd(server: Running, key: string): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await expect
    .poll(async () => {
      answer = await promote(server, key);
      return answer?.code;
    }, WAIT)
    .not.toBe('call-in-progress');
  return answer;
}

describe.each(databases())('kill -9 on %s', (kind) => {
  it('in the middle of calls with keys: none is made twice, none that was answered is lost', async () => {
    const { url, drop } = await freshDatabase(kind);
    const data = folderOfStore();
    const settings = url === undefined ? {} : { LACQUER_DATABASE_URL: url };
    const database = () => openDatabase<Tables>(url ?? `sqlite:${data}/lacquer.db`);
    try {
      let server = await start(data, settings);
      await server.upload(`meta-${SET}.zip`, await metaZip());
      const list = async () => (await (await server.get('/embargo/api/v2/test/dis')).json()) as string[];
      await expect.poll(list, WAIT).toEqual([SET]);
      const seen = { unanswered: 0, madeAgain: 0, replayed: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        const keys = Array.from({ length: CALLS }, () => randomUUID());
        let answers = 0;
        const enough = Promise.withResolvers<void>();
        const first = keys.map((key) =>
          promote(server, key).then((answer) => {
            if (answer) answers += 1;
            if (answers === ANSWERS[round]) enough.resolve();
            return answer;
          }),
        );
        if (ANSWERS[round] === 0) setTimeout(enough.resolve, 10);
        await enough.promise;
        await server.kill();
        const before = await Promise.all(first);
        const store = await database();
        const made = async (key: string) =>
          (await store.background.selectFrom('jobs').select('payload').execute()).filter(({ payload }) =>
            payload.includes(key),
          ).length;
        const madeBefore = await Promise.all(keys.map(made));
        if (kind === 'sqlite') await store.close();
        server = await start(data, settings);
        const again: (Answer | undefined)[] = [];
        // The leases of the dead server run out within seconds.
        for (const key of keys) again.push(await promoteInTheEnd(server, key));
        if (kind === 'sqlite') await server.kill();
        const after = kind === 'sqlite' ? await database() : store;
        const rows = await after.background.selectFrom('jobs').select('payload').execute();
        await after.close();
        for (const [i, key] of keys.entries()) {
          const [one, two] = [before[i], again[i]];
          const what = `round ${round}: ${JSON.stringify([one, two, madeBefore[i]])}`;
          expect(rows.filter(({ payload }) => payload.includes(key)).length, what).toBe(1);
          if (one) expect(two, what).toEqual({ ...one, replayed: true });
          // Made by the dead server, which could not keep its answer, or by this one.
          else if (two?.status === 409) expect([two.code, madeBefore[i]], what).toEqual(['answer-lost', 1]);
          else expect([two?.status, two?.replayed], what).toEqual([200, madeBefore[i] === 1]);
          if (!one) seen.unanswered += 1;
          if (!one && madeBefore[i] === 0) seen.madeAgain += 1;
          if (two?.replayed) seen.replayed += 1;
        }
        if (kind === 'sqlite') server = await start(data, settings);
      }
      expect(seen.unanswered).toBeGreaterThan(0);
      expect(seen.madeAgain).toBeGreaterThan(0);
      expect(seen.replayed).toBeGreaterThan(0);
    } finally {
      await endAll();
      await drop();
    }
  }, 600_000);
});
