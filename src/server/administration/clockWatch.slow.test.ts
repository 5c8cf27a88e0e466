/** The clock of a store: steady, set back, or not checked for a long time. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoSpace } from '../platform/unavailable.ts';
import type { Database } from '../schema.ts';
import { databases, openTestDatabase } from '../testing/databases.ts';
import { checkClock, tryWrite } from './clockWatch.ts';

const MINUTE = 60_000;
const DAY = 24 * 3600 * 1000;

describe.each(databases())('%s', (kind) => {
  let database: Database;
  let end: () => Promise<void>;
  beforeEach(async () => {
    ({ database, end } = await openTestDatabase(kind));
  });
  afterEach(() => end());

  /** As if it had last been checked that long ago, and had been steady for a month then. */
  async function lastLooked(ago: number): Promise<number> {
    const steadySince = Date.now() - 30 * DAY;
    const values = { id: 1, seenAt: Date.now() - ago, steadySince };
    await database.transaction(async (trx) => {
      await trx.deleteFrom('clock').execute();
      await trx.insertInto('clock').values(values).execute();
    });
    return steadySince;
  }
  const lines = async () =>
    (await database.read.selectFrom('logLines').select('message').execute()).map(({ message }) => message);

  it('is steady from the first check on', async () => {
    const first = await checkClock(database, 7);
    expect(first.steadySince).toBeGreaterThan(Date.now() - 10 * MINUTE);
    expect((await checkClock(database, 7)).steadySince).toBe(first.steadySince);
    expect(await lines()).toEqual([]);
  });

  it.each([10 * MINUTE, DAY, 2.9 * DAY, -4 * MINUTE])('stays steady after %d ms', async (ago) => {
    const steadySince = await lastLooked(ago);
    expect((await checkClock(database, 7)).steadySince).toBe(steadySince);
    expect(await lines()).toEqual([]);
  });

  it.each([
    [-DAY, 'The clock went back by 1 day.'],
    [-10 * MINUTE, 'The clock went back by 10 minutes.'],
    [4 * DAY, 'The clock is 4 days later than at the last check'],
    [400 * DAY, 'The clean-up deletes nothing for 7 days.'],
  ])('starts a new steady time after a jump by %d ms, and logs it once', async (ago, sentence) => {
    await lastLooked(ago);
    const looks = await Promise.all([checkClock(database, 7), checkClock(database, 7), checkClock(database, 7)]);
    for (const { now, steadySince } of looks) expect(now - steadySince).toBeLessThan(10 * MINUTE);
    expect(await lines()).toEqual([expect.stringContaining(sentence)]);
  });

  it('accepts a gap of at most half the grace time', async () => {
    await lastLooked(0.6 * DAY);
    const { now, steadySince } = await checkClock(database, 1);
    expect(now - steadySince).toBeLessThan(10 * MINUTE);
  });

  it('tries to write, and remembers that the disk was recently full', async () => {
    const steadySince = await lastLooked(MINUTE);
    await tryWrite(database);
    expect((await checkClock(database, 7)).steadySince).toBe(steadySince);
    const full = new NoSpace('The disk of the database is full.', { code: 'store-full' });
    await expect(tryWrite({ ...database, recentlyFull: () => full })).rejects.toBe(full);
  });
});
