/** What happened, as a list that callers continue from a cursor, and live as server-sent events. Beyond the specification. */
import { z } from 'zod';
import { EVENT_TYPES } from './eventNames.ts';
import { route } from './route.ts';
import { Instant } from './words.ts';

const MAX_CURSOR_LENGTH = 100;

export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventType>;

/** Names, dates, states and counts only; the calls about sets, packs and jobs answer the rest. */
export const StoreEvent = z.object({
  /** `after` of the next call */
  id: z.string(),
  type: EventType,
  timestamp: Instant,
  /** the set, pack or job that it tells of */
  about: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type StoreEvent = z.infer<typeof StoreEvent>;

export const eventRoutes = {
  events: route({
    method: 'GET',
    path: '/api/v2/events',
    summary:
      'What happened after `after`, oldest first; with `Accept: text/event-stream` live, as server-sent events that go on after `Last-Event-ID`',
    permission: 'baseCatalogue',
    scopes: ['deliver', 'promote'],
    embargo: 'names',
    areas: true,
    streams: true,
    query: z.object({ after: z.string().max(MAX_CURSOR_LENGTH).optional() }),
    answer: z.object({
      events: z.array(StoreEvent),
      /** `after` of the next call */
      cursor: z.string(),
      /** whether there are more: ask again at once */
      more: z.boolean(),
      /** whether events after `after` may be missing, because they are no longer kept: read the lists again */
      missed: z.boolean(),
    }),
  }),
} as const;
