/**
 * Streams of server-sent events. Each reads the log of events from where its reader is, so any server goes on where another one
 * ended, and nothing is kept in memory for a slow reader: one that takes nothing for a while is cut off and comes back.
 *
 *   StreamLimits
 *   openStreams
 */
import { Readable } from 'node:stream';
import type { StoreEvent } from '../../contract/index.ts';
import type { Caller } from '../handlers.ts';
import { tooMany, unavailable } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { newestNumber, type Position, readEvents, type Shown } from './eventLog.ts';
import type { Visible } from './visible.ts';

export interface StreamLimits {
  /** how often the log is looked at, once for all streams */
  readonly pollMs: number;
  /** proxies cut connections that are silent for a minute */
  readonly heartbeatMs: number;
  /** a reader that takes nothing for so long is cut off */
  readonly stallMs: number;
  readonly perAccount: number;
  readonly perServer: number;
}

const LIMITS: StreamLimits = { pollMs: 500, heartbeatMs: 15_000, stallMs: 10_000, perAccount: 10, perServer: 200 };
/** rows of one reading: what may wait in memory for one reader */
const ROWS = 50;
/** of the reader, before it connects again */
const RETRY_MS = 2000;
const RETRY_AFTER_SECONDS = 30;

export interface NewStream {
  readonly account: string;
  readonly shown: Shown;
  readonly position: Position;
  /** whether events before may be lost to the reader */
  readonly missed: boolean;
  /** who reads, now. @throws ApiError when they may no longer */
  readonly caller: () => Promise<Caller>;
  /** aborted when the reader is gone */
  readonly gone: AbortSignal;
  /** cuts the connection */
  readonly cut: () => void;
}

const frameOf = (event: StoreEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export function openStreams(database: Database, visible: Visible, given: Partial<StreamLimits> = {}) {
  const limits = { ...LIMITS, ...given };
  const closing = new AbortController();
  const open = new Map<string, number>();
  let total = 0;
  let lastPoll: { at: number; newest: Promise<number> } | undefined;

  function newest(): Promise<number> {
    const now = performance.now();
    if (!lastPoll || lastPoll.at + limits.pollMs <= now) lastPoll = { at: now, newest: newestNumber(database) };
    return lastPoll.newest;
  }

  const pause = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, limits.pollMs);
      signal.addEventListener('abort', done);
    });

  async function* frames({ shown, position, missed, caller }: NewStream, signal: AbortSignal): AsyncGenerator<string> {
    let at = position;
    /** everything up to this number was looked at */
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
        // Asked after the reading and before the telling: what somebody may no longer see is not sent.
        const told = last ? await visible(rows, await caller()) : [];
        if (told.length > 0) {
          yield told.map(frameOf).join('');
          spokeAt = performance.now();
        }
        if (rows.length === ROWS) continue;
      }
      if (performance.now() - spokeAt >= limits.heartbeatMs) {
        // With the position, so that a reader who is told little does not fall behind what is kept.
        yield `: still here\nid: ${at.id}\n\n`;
        spokeAt = performance.now();
      }
      await pause(signal);
    }
  }

  /** Cuts a reader off that does not take what was written. */
  async function* guarded(stream: NewStream): AsyncGenerator<string> {
    const signal = AbortSignal.any([stream.gone, closing.signal]);
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
      // The reader may no longer, or the database is away: it comes back, and is told why it may not.
    }
  }

  function countOut(account: string): void {
    total -= 1;
    const left = (open.get(account) ?? 1) - 1;
    if (left > 0) open.set(account, left);
    else open.delete(account);
  }

  return {
    /** @throws ApiError 429 when the account has too many, 503 when the server has */
    stream(stream: NewStream): Readable {
      const { account } = stream;
      const retry = { retryAfter: RETRY_AFTER_SECONDS };
      if (closing.signal.aborted || total >= limits.perServer) {
        throw unavailable('busy', 'This server has as many readers of events as it takes. Try again.', retry);
      }
      if ((open.get(account) ?? 0) >= limits.perAccount) {
        const many = `This account reads events in ${limits.perAccount} places already. Close one first.`;
        throw tooMany('too-many-streams', many, retry);
      }
      total += 1;
      open.set(account, (open.get(account) ?? 0) + 1);
      // One text at a time: the next is made when this one is taken.
      const answer = Readable.from(guarded(stream), { objectMode: false, highWaterMark: 1 });
      return answer.once('close', () => countOut(account));
    },
    /** Ends all streams; their readers go on at another server. */
    close: () => closing.abort(),
  };
}
export type Streams = ReturnType<typeof openStreams>;
