/** The call of events: a list that continues from a cursor, or a stream. */
import type { eventRoutes } from '../../contract/events.ts';
import type { Access } from '../access/access.ts';
import type { Handlers, Mount } from '../handlers.ts';
import type { Database } from '../schema.ts';
import type { EventFilter } from './eventFilter.ts';
import { newestPosition, type Position, positionOf, readEvents, type Shown } from './eventLog.ts';
import type { Streams } from './streams.ts';

const ROWS = 200;
/** the position before the oldest stored event */
const OLDEST: Position = { number: 0, id: '0' };

const shownAt = ({ base, area }: Mount): Shown => (base ? 'all' : area === 'embargo' ? null : area);

const wantsStream = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((part) => part.split(';')[0]?.trim() === 'text/event-stream');

export function eventHandlers({
  database,
  streams,
  visible,
  callerNow,
}: {
  database: Database;
  streams: Streams;
  visible: EventFilter;
  callerNow: Access['callerNow'];
}): Handlers<typeof eventRoutes> {
  /** @param after absent: from now on */
  async function begin(after: string | undefined, shown: Shown): Promise<{ position: Position; missed: boolean }> {
    if (after === undefined || after === '') return { position: await newestPosition(database, shown), missed: false };
    const known = after === OLDEST.id ? OLDEST : await positionOf(database, after);
    return { position: known ?? OLDEST, missed: known === undefined };
  }

  return {
    events: async ({ query, mount, caller, request, reply }) => {
      const shown = shownAt(mount);
      reply.header('vary', 'Accept');
      if (wantsStream(request.headers.accept)) {
        const last = request.headers['last-event-id'];
        const start = await begin(typeof last === 'string' ? last : query.after, shown);
        const disconnected = new AbortController();
        reply.raw.once('close', () => disconnected.abort());
        const stream = streams.stream({
          ...{ ...start, shown, account: caller.username, disconnected: disconnected.signal },
          caller: () => callerNow(request),
          cut: () => request.raw.socket.destroy(),
        });
        // nginx buffers answers unless it is told not to.
        reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
        return stream as never;
      }
      const { position, missed } = await begin(query.after, shown);
      const rows = await readEvents(database, position.number, shown, ROWS);
      const events = await visible(rows, caller);
      return { events, cursor: rows.at(-1)?.id ?? position.id, more: rows.length === ROWS, missed };
    },
  };
}
