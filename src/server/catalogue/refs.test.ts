/** Refs move only from the snapshot that the caller has seen, whoever else moves them, on both databases. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import type { Database } from '../schema.ts';
import { databases, openTestDatabase } from '../testing/databases.ts';
import { findRef, holdRef, listRefs, moveRef, RefMoved } from './refs.ts';
import { retryMoves } from './retryMoves.ts';

const PLACE = { area: 'prod', kind: 'dis', key: '1PP2A5xxxxxxxxxx', who: 'anna', reason: 'promote' } as const;

describe.each(databases())('%s', (kind) => {
  let database: Database;
  let end: () => Promise<void>;
  beforeEach(async () => {
    ({ database, end } = await openTestDatabase(kind));
    await database.transaction((trx) =>
      trx
        .insertInto('snapshots')
        .values(['a', 'b', 'c'].map((id) => ({ id, kind: 'dis', content: '{}', createdAt: 0 })))
        .execute(),
    );
  });
  afterEach(() => end());

  const move = (from: string | null, to: string | null) =>
    database.transaction((trx) => moveRef(trx, { ...PLACE, from, to }));
  const now = async () => (await findRef(database.read, PLACE.area, PLACE.kind, PLACE.key))?.snapshotId ?? null;
  const history = async () => {
    const rows = await database.read.selectFrom('refHistory').selectAll().orderBy('id').execute();
    return rows.map(({ fromSnapshot, toSnapshot }) => [fromSnapshot, toSnapshot]);
  };

  it('sets, replaces and removes refs; each move is in the history and in the generation of the area', async () => {
    await move(null, 'a');
    await move('a', 'b');
    await move('b', 'b');
    await move('b', null);
    expect(await now()).toBe(null);
    expect(await history()).toEqual([
      [null, 'a'],
      ['a', 'b'],
      ['b', 'b'],
      ['b', null],
    ]);
    expect(await generationOf(database.read, 'prod')).toBe(4);
  });

  it('touches no neighbour at the same snapshot: of another area, kind or key', async () => {
    const own = { ...PLACE, from: null, to: 'a' };
    const others = [
      { ...own, area: 'preprod' },
      { ...own, kind: 'static' },
      { ...own, key: '1PP2B5xxxxxxxxxx' },
    ] as const;
    for (const one of [own, ...others]) await database.transaction((trx) => moveRef(trx, one));
    const found = async () => {
      const places = others.map(({ area, kind, key }) => findRef(database.read, area, kind, key));
      return Promise.all(places);
    };
    const promoted = async () => {
      const rows = await database.read.selectFrom('promotions').selectAll().execute();
      return rows.filter((row) => row.key !== own.key || row.area !== own.area || row.kind !== own.kind);
    };
    const [before, dates] = [await found(), await promoted()];
    expect(before.map((one, i) => [one?.area, one?.kind, one?.key, one?.snapshotId, i])).toEqual(
      others.map(({ area, kind, key }, i) => [area, kind, key, 'a', i]),
    );
    expect(dates).toHaveLength(3);
    await move('a', 'b');
    expect([await found(), await promoted()]).toEqual([before, dates]);
    await database.transaction((trx) => moveRef(trx, { ...own, key: '1PP2A0xxxxxxxxxx', to: 'c' }));
    expect((await listRefs(database, 'prod', 'dis')).map(({ key, snapshotId }) => [key, snapshotId])).toEqual([
      ['1PP2A0xxxxxxxxxx', 'c'],
      [own.key, 'b'],
      ['1PP2B5xxxxxxxxxx', 'a'],
    ]);
    // None of them is mistaken for the ref that is held, replaced or removed.
    const held = database.transaction((trx) => holdRef(trx, { ...PLACE, snapshotId: 'a' }));
    await expect(held).rejects.toThrow(RefMoved);
    await expect(move('a', 'c')).rejects.toThrow(RefMoved);
    await expect(move('a', null)).rejects.toThrow(RefMoved);
    await move('b', null);
    expect([await now(), await found()]).toEqual([null, before]);
  });

  it('a moved ref says when it moved and when its content was delivered, and so does the history', async () => {
    const at = { ...PLACE, reason: 'upload', note: 'first' } as const;
    await database.transaction((trx) => moveRef(trx, { ...at, from: null, to: 'a', modifiedAt: 5 }));
    const first = await findRef(database.read, PLACE.area, PLACE.kind, PLACE.key);
    expect(first).toMatchObject({ modifiedAt: 5 });
    expect(first?.movedAt).toBeGreaterThan(5);
    await move('a', 'b');
    const second = await findRef(database.read, PLACE.area, PLACE.kind, PLACE.key);
    expect(second?.modifiedAt).toBeGreaterThanOrEqual(first?.movedAt ?? Infinity);
    await move('b', null);
    const rows = await database.read.selectFrom('refHistory').selectAll().orderBy('id').execute();
    expect(rows.map(({ reason, note, modifiedAt, who }) => [reason, note, modifiedAt, who])).toEqual([
      ['upload', 'first', 5, 'anna'],
      ['promote', null, second?.modifiedAt, 'anna'],
      ['promote', null, null, 'anna'],
    ]);
    expect(rows.map(({ movedAt }) => movedAt).slice(0, 2)).toEqual([first?.movedAt, second?.movedAt]);
    // Only promoting counts as promoted.
    const dates = await database.read.selectFrom('promotions').selectAll().execute();
    expect(dates.map(({ promotedAt }) => promotedAt)).toEqual([rows[2]?.movedAt]);
    const nothing = database.transaction((trx) => moveRef(trx, { ...at, from: null, to: null }));
    await expect(nothing).rejects.toThrow('neither a source nor a target');
  });

  it.each([
    ['set', null, 'c', 'a'],
    ['replaced', 'b', 'c', 'a'],
    ['removed', 'b', null, 'a'],
    ['replaced where nothing is', 'a', 'b', null],
    ['removed where nothing is', 'a', null, null],
  ])('is not %s from a state that is not there', async (_what, from, to, present) => {
    if (present !== null) await move(null, present);
    const before = await history();
    await expect(move(from, to)).rejects.toThrow(RefMoved);
    expect(await now()).toBe(present);
    expect(await history()).toEqual(before);
  });

  it('of several moves from one state, one succeeds', async () => {
    await move(null, 'a');
    const tries = await Promise.allSettled(['b', 'c', 'b', 'c', null].map((to) => move('a', to)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await history()).toHaveLength(2);
  });

  it('of several callers that create it, one succeeds', async () => {
    const tries = await Promise.allSettled(['a', 'b', 'c'].map((to) => move(null, to)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await history()).toHaveLength(1);
  });

  it('a held ref does not move until the transaction that holds it ends', async () => {
    await move(null, 'a');
    const held = { ...PLACE, snapshotId: 'a' };
    let moving: Promise<void> | undefined;
    await database.transaction(async (trx) => {
      await holdRef(trx, held);
      moving = move('a', 'b');
      // SQLite runs one transaction at a time; on PostgreSQL the other one has begun and waits.
      if (kind === 'postgres') await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await findRef(trx, PLACE.area, PLACE.kind, PLACE.key))?.snapshotId).toBe('a');
    });
    await moving;
    expect(await now()).toBe('b');
    await expect(database.transaction((trx) => holdRef(trx, held))).rejects.toThrow(RefMoved);
  });

  it('is retried until no other caller moves a ref in between', async () => {
    await move(null, 'a');
    let tries = 0;
    await retryMoves(async () => {
      const from = await now();
      if (tries++ < 3) await move(from, from === 'a' ? 'c' : 'a');
      await move(from, 'b');
    });
    expect(tries).toBe(4);
    expect(await now()).toBe('b');
  });

  it('gives up with 503 if others always come first, and at once when it is cancelled', async () => {
    let tries = 0;
    const always = () => {
      tries += 1;
      return move('b', 'c');
    };
    await expect(retryMoves(always)).rejects.toMatchObject({ status: 503, code: 'content-busy', retryAfter: 1 });
    expect(tries).toBe(100);
    await expect(retryMoves(always, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
    expect(tries).toBe(100);
  });
});
