/** The general log and the dynamic image log: sections 2 and 7 of the administration specification. */
import { z } from 'zod';
import { DYNAMIC_LOG_LINES, LOG_FILTER_LENGTH } from './constants.ts';
import { route } from './route.ts';
import { Instant } from './words.ts';

export const LOG_LEVELS = ['ERROR', 'WARN', 'INFO'] as const;

export const LogLine = z.object({
  timestamp: Instant,
  status: z.enum(LOG_LEVELS),
  context: z.string(),
  message: z.string(),
  /** the user's name, or `system` */
  who: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;

/** matches lines whose status, context, message or user's name contain this text in any case */
const FilterText = z.string().trim().min(LOG_FILTER_LENGTH, `at least ${LOG_FILTER_LENGTH} characters`).max(200);
/** of the general log; a line must match all parts */
const LogFilter = z.object({
  filter: FilterText.optional(),
  level: z.enum(LOG_LEVELS).optional(),
  since: Instant.optional(),
  /** earlier than that */
  before: Instant.optional(),
});

export const journalRoutes = {
  log: route({
    method: 'GET',
    path: '/api/v2/admin/log',
    summary: 'A page of the general log, newest first',
    permission: 'admin',
    embargo: 'content',
    query: LogFilter.extend({
      excludeMessage: z.string().max(200).optional(),
      alternativeMessage: z.string().max(200).optional(),
      page: z.coerce.number().int().min(0).default(0),
      size: z.coerce.number().int().min(1).max(1000).default(20),
    }),
    answer: z.object({
      items: z.array(LogLine),
      total: z.number().int(),
      /** true: a filter matches, or may match, more lines than `total`; the others are not counted and have no pages */
      more: z.boolean(),
      page: z.number().int(),
      size: z.number().int(),
    }),
  }),
  specificLog: route({
    method: 'GET',
    path: '/api/v2/admin/getspecificlog',
    summary: `The newest ${DYNAMIC_LOG_LINES} lines of the dynamic image log`,
    permission: 'admin',
    embargo: 'content',
    query: z.object({
      message: z.string().max(200).optional(),
      alternativeMessage: z.string().max(200).optional(),
    }),
    answer: z.array(LogLine),
  }),
  downloadLog: route({
    method: 'GET',
    path: '/api/v2/admin/log/download',
    summary: 'A whole log as JSON lines, newest first',
    permission: 'admin',
    embargo: 'content',
    query: LogFilter.extend({
      log: z.enum(['general', 'dynamic']).default('general'),
    }),
    answer: z.unknown(),
    media: 'application/x-ndjson',
  }),
} as const;
