/**
 * Streams of server-sent events. Each reads the log of events from its reader's position, so any server can continue
 * where another one ended, and nothing is kept in memory for a slow reader: one that reads nothing for a while is cut
 * off and reconnects.
 *
 *   StreamLimits
 *   openStreams
 */
import { Readable } from 'node:stream';
import type { StoreEvent } from '../../contract/index.ts';
import type { Caller } from '../handlers.ts';
import { tooMany, unavailable } from '../platform/http/errors.ts';
import { pause, readAtMostEvery } from '../platform/polling.ts';
import type { Database } from '../schema.ts';
import type { EventFilter } from './eventFilter.ts';
import { newestNumber, type Position, readEvents, type Shown } from './eventLog.ts';

export interface StreamLimits {
  /** how often the log is polled, once for all streams */
  readonly pollMs: number;
  /** proxies cut connections that are silent for a minute */
  readonly heartbeatMs: number;
  /** a reader that reads nothing for this long is cut off */
  readonly stallMs: number;
  readonly perAccount: number;
  readonly perServer: number;
}

const LIMITS: StreamLimits = { pollMs: 500, heartbeatMs: 15_000, stallMs: 10_000, perAccount: 10, perServer: 200 };
/** rows per read, which may wait in memory for one reader */
const ROWS = 50;
/** how long a reader waits before it reconnects */
const RETRY_MS = 2000;
const RETRY_AFTER_SECONDS = 30;

export interface NewStream {
  readonly account: string;
  readonly shown: Shown;
  readonly position: Position;
  /** whether the reader may have missed earlier events */
  readonly missed: boolean;
  /** the reader as of now. @throws ApiError if the reader may no longer read */
  readonly caller: () => Promise<Caller>;
  /** aborted when the reader disconnects */
  readonly disconnected: AbortSignal;
  /** cuts the connection */
  readonly cut: () => void;
}

const frameOf = (event: StoreEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export function openStreams(database: Database, visible: EventFilter, given: Partial<StreamLimits> = {}) {
  const limits = { ...LIMITS, ...given };
  const closing = new AbortController();
  const open = new Map<string, number>();
  let total = 0;
  const newest = readAtMostEvery(limits.pollMs, () => newestNumber(database));

  async function* frames({ shown, position, missed, caller }: NewStream, signal: AbortSignal): AsyncGenerator<string> {
    let at = position;
    /** everything up to this number was processed */
    let seen = 0;
    let spokeAt = performance.now();
    const begin = missed ? `event: missed\ndata: {}\n\n` : '';
    yield `retry: ${RETRY_MS}\nid: ${at.id}\n\n${begin}`;
    while (!signal.aborted) {
      const until = await newest();
      if (until > seen) {
        const rows = await readEvents(database, at.number, shown, ROWS);
        const last = rows.at(-1);
        if (last) at = { number: last.number, id: last.id };
        if (rows.length < ROWS) seen = until;
        // Check permissions after reading and before sending, so that nothing is sent that the reader may no longer see.
        const visibleEvents = last ? await visible(rows, await caller()) : [];
        if (visibleEvents.length > 0) {
          yield visibleEvents.map(frameOf).join('');
          spokeAt = performance.now();
        }
        if (rows.length === ROWS) continue;
      }
      if (performance.now() - spokeAt >= limits.heartbeatMs) {
        // Send the position, so that a reader who gets few events does not fall behind the oldest stored one.
        yield `: still here\nid: ${at.id}\n\n`;
        spokeAt = performance.now();
      }
      await pause(limits.pollMs, signal);
    }
  }

  /** Cuts off a reader that does not read what was written. */
  async function* guarded(stream: NewStream): AsyncGenerator<string> {
    const signal = AbortSignal.any([stream.disconnected, closing.signal]);
    try {
      for await (const text of frames(stream, signal)) {
        const stalled = setTimeout(stream.cut, limits.stallMs);
        try {
          yield text;
        } finally {
          clearTimeout(stalled);
        }
      }
    } catch {
      // The reader lost the permission, or the database is unavailable: it reconnects and gets the reason.
    }
  }

  function countOut(account: string): void {
    total -= 1;
    const left = (open.get(account) ?? 1) - 1;
    if (left > 0) open.set(account, left);
    else open.delete(account);
  }

  return {
    /** @throws ApiError 429 if the account has too many, 503 if the server has */
    stream(stream: NewStream): Readable {
      const { account } = stream;
      const retry = { retryAfter: RETRY_AFTER_SECONDS };
      if (closing.signal.aborted || total >= limits.perServer) {
        throw unavailable('busy', 'This server has reached its limit of event readers. Try again.', retry);
      }
      if ((open.get(account) ?? 0) >= limits.perAccount) {
        const many = `This account already reads ${limits.perAccount} event streams. Close one first.`;
        throw tooMany('too-many-streams', many, retry);
      }
      total += 1;
      open.set(account, (open.get(account) ?? 0) + 1);
      // One text at a time: the next one is made when this one has been read.
      const answer = Readable.from(guarded(stream), { objectMode: false, highWaterMark: 1 });
      return answer.once('close', () => countOut(account));
    },
    /** Ends all streams; their readers continue at another server. */
    close: () => closing.abort(),
  };
}
export type Streams = ReturnType<typeof openStreams>;
