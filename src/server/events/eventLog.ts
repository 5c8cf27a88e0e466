/**
 * The log of events, written in the transaction of the event itself and numbered in the order of the commits. Webhooks
 * and streams are fed from it.
 *
 *   NewEvent, recordEvents
 *   Position, positionOf, newestPosition
 *   readEvents, newestNumber
 *   trimEvents
 */
import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { Area, EventType } from '../../contract/index.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { beforeCommit, type CommitHook } from '../platform/database/commitHooks.ts';
import { lockName } from '../platform/database/dialect.ts';
import type { Database, Tables } from '../schema.ts';

export type EventRow = Selectable<Tables['events']>;

export interface NewEvent {
  readonly type: EventType;
  /** the set, pack or job */
  readonly about: string;
  /** names, dates, states and counts only: never content of sets */
  readonly data: Readonly<Record<string, unknown>>;
  /** the area that shows it; absent: only callers who may see Embargo learn of it */
  readonly shownIn?: Exclude<Area, 'embargo'> | undefined;
  /** the account whose upload or job it is */
  readonly owner?: string | undefined;
}

const ROWS_PER_STATEMENT = 100;
const RETENTION = { ms: 7 * 24 * 3600 * 1000, rows: 100_000 };
const TRIMMED_PER_STATEMENT = 1000;

/**
 * A reader continues after the last number that it has seen, so a lower number must never become visible later:
 * transactions take their numbers one after the other, at their end, and hold the lock until the numbers are visible.
 */
const hook: CommitHook<Tables, NewEvent> = {
  table: 'events',
  async run(trx, events) {
    await lockName(trx, 'events');
    const rows = events.map(({ type, about, data, shownIn = null, owner = null }) => ({
      ...{ type, about, shownIn, owner },
      id: `evt_${randomUUID()}`,
      data: JSON.stringify(data),
      createdAt: databaseNow(trx),
    }));
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
      await trx
        .insertInto('events')
        .values(rows.slice(at, at + ROWS_PER_STATEMENT))
        .execute();
    }
  },
};

/** The events are written right before the transaction commits. */
export async function recordEvents(trx: Transaction<Tables>, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) await beforeCommit(trx, event, hook);
}

/** Which events a reader's address shows: all of them, those of an area, or (`null`) those that only Embargo shows. */
export type Shown = 'all' | Exclude<Area, 'embargo'> | null;

/** The position of a reader: after this event. */
export interface Position {
  readonly number: number;
  readonly id: string;
}

const eventsOf = (database: Database, shown: Shown) => {
  const events = database.read.selectFrom('events');
  if (shown === 'all') return events;
  return shown === null ? events.where('shownIn', 'is', null) : events.where('shownIn', '=', shown);
};

/** @returns undefined if the event was deleted or never existed in this store */
export async function positionOf(database: Database, id: string): Promise<Position | undefined> {
  const row = await database.read.selectFrom('events').select(['number', 'id']).where('id', '=', id).executeTakeFirst();
  return row && { number: Number(row.number), id: row.id };
}

/** The newest event at the reader's address: it reveals nothing about events that the reader may not see. */
export async function newestPosition(database: Database, shown: Shown): Promise<Position> {
  const row =
    (await eventsOf(database, shown).select(['number', 'id']).orderBy('number', 'desc').limit(1).executeTakeFirst()) ??
    (await database.read.selectFrom('events').select(['number', 'id']).orderBy('number').limit(1).executeTakeFirst());
  return { number: Number(row?.number ?? 0), id: row?.id ?? '0' };
}

/** @param after number of an event */
export async function readEvents(database: Database, after: number, shown: Shown, limit: number): Promise<EventRow[]> {
  const rows = await eventsOf(database, shown)
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, number: Number(row.number), createdAt: Number(row.createdAt) }));
}

export async function newestNumber(database: Database): Promise<number> {
  const row = await database.read
    .selectFrom('events')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}

/** Deletes events older than a week, and the oldest beyond 100,000; never the newest, from which readers continue. */
export async function trimEvents(database: Database): Promise<void> {
  const newest = await newestNumber(database);
  const old = database.clock.now() - RETENTION.ms;
  for (;;) {
    const { numDeletedRows } = await database.transaction((trx) =>
      trx
        .deleteFrom('events')
        .where((e) =>
          e(
            'number',
            'in',
            e
              .selectFrom('events')
              .select('number')
              .where('number', '<', newest)
              .orderBy('number')
              .limit(TRIMMED_PER_STATEMENT),
          ),
        )
        .where((e) => e.or([e('createdAt', '<', old), e('number', '<=', newest - RETENTION.rows)]))
        .executeTakeFirst(),
    );
    if (Number(numDeletedRows) < TRIMMED_PER_STATEMENT) return;
  }
}
