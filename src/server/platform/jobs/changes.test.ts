/** Waiting for changes to jobs: what counts as a change, how long it takes, and that one query serves all waiters. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { DATABASES } from '../database/testing/databases.ts';
import { openJobChanges } from './changes.ts';
import type { JobTables } from './table.ts';
import { type JobBench, openJobBench } from './testing/jobBench.ts';

const NEVER = new AbortController().signal;
const FOREVER = { pollMs: 600_000, longestWaitMs: 600_000 };
/** how many are watched */
const WATCHED = 200;

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  let bench: JobBench;
  beforeEach(async () => {
    bench = await openJobBench(fresh);
  });
  afterEach(() => bench.close());

  const quick = () => openJobChanges(bench.database, { pollMs: 1, longestWaitMs: 600_000 });
  const addMany = (n: number, state: 'CREATED' | 'COMPLETED') =>
    bench.database.transaction((trx) =>
      trx
        .insertInto('jobs')
        .values(
          Array.from({ length: n }, (_, i) => ({
            ...{ id: `${state} ${i}`, name: 'test', function: 'Test', state, payload: '{}', createdBy: 'system' },
            ...{ attempts: 0, maxAttempts: 3, notBefore: 0, createdAt: 0, progress: 0, stoppedAt: 7 },
          })),
        )
        .execute(),
    );

  it('answers at once without a version or with an old one, and at the time limit if nothing changes', async () => {
    const changes = openJobChanges(bench.database, FOREVER);
    const now = await changes.wait(undefined, NEVER);
    expect(now).toMatch(/^[\w-]{22}$/);
    expect(await changes.wait('another', NEVER)).toBe(now);
    const brief = openJobChanges(bench.database, { pollMs: 1, longestWaitMs: 5 });
    expect(await brief.wait(now, NEVER)).toBe(now);
  });

  it('notices a new job, its state, its progress, and that it ran again and ended', async () => {
    const changes = quick();
    const versions = [await changes.wait(undefined, NEVER)];
    const noticed = async () => {
      const before = versions.at(-1);
      versions.push(await changes.wait(before, NEVER));
      expect(versions.at(-1)).not.toBe(before);
    };
    const id = await bench.add();
    await noticed();
    await bench.change(id, { state: 'STARTED', progress: 0 });
    await noticed();
    await bench.change(id, { progress: 40 });
    await noticed();
    await bench.change(id, { state: 'FAILED', stoppedAt: 1000 });
    await noticed();
    await bench.change(id, { state: 'COMPLETED', stoppedAt: 2000 });
    await noticed();
  });

  it('goes on waiting until something changes', async () => {
    const changes = quick();
    const before = await changes.wait(undefined, NEVER);
    let answered = false;
    const waiting = changes.wait(before, NEVER).then((version) => {
      answered = true;
      return version;
    });
    await pause(30);
    expect(answered).toBe(false);
    await bench.add();
    expect(await waiting).not.toBe(before);
  });

  it('watches a running job behind many that have ended, and the newest of many that wait', async () => {
    const running = await bench.add();
    await addMany(WATCHED, 'COMPLETED');
    const changes = quick();
    const first = await changes.wait(undefined, NEVER);
    await bench.change(running, { progress: 10 });
    expect(await changes.wait(first, NEVER)).not.toBe(first);
    await addMany(WATCHED, 'CREATED');
    const second = await changes.wait(first, NEVER);
    await bench.change(`CREATED ${WATCHED - 1}`, { progress: 10 });
    expect(await changes.wait(second, NEVER)).not.toBe(second);
  });

  it('ends when the caller disconnects, and for all callers when the server stops', async () => {
    const changes = openJobChanges(bench.database, FOREVER);
    const now = await changes.wait(undefined, NEVER);
    const leaving = new AbortController();
    const [left, stopped] = [changes.wait(now, leaving.signal), changes.wait(now, NEVER)];
    leaving.abort();
    expect(await left).toBe(now);
    changes.close();
    expect(await stopped).toBe(now);
    expect(await changes.wait(now, NEVER)).toBe(now);
  });

  it('runs one query for all waiters', async () => {
    let reads = 0;
    const counted: Database<JobTables> = {
      ...bench.database,
      get read() {
        reads += 1;
        return bench.database.read;
      },
    };
    const changes = openJobChanges(counted, FOREVER);
    const one = await changes.wait(undefined, NEVER);
    const once = reads;
    await Promise.all(Array.from({ length: 5 }, () => changes.wait(undefined, NEVER)));
    expect([await changes.wait('another', NEVER), reads]).toEqual([one, once]);
  });
});
