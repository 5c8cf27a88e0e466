/** The log calls. The two marks are fixed, so the calls' filter words choose between the two logs and nothing else. */
import { Readable } from 'node:stream';
import { DYNAMIC_LOG_LINES } from '../../contract/index.ts';
import type { journalRoutes } from '../../contract/journal.ts';
import type { Handlers } from '../handlers.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { MARKS } from './journal.ts';
import { allLines, matches, page } from './pages.ts';

const KNOWN = Object.values(MARKS);

/** @throws ApiError 400 for a word that is not one of the marks */
function checkMarks(...words: (string | undefined)[]): void {
  const strange = words.find((word) => word !== undefined && !KNOWN.includes(word));
  if (strange !== undefined) {
    throw badRequest('unknown-log-mark', `The logs are split by ${KNOWN.join(' and ')}, not by "${strange}".`);
  }
}

export const journalHandlers = ({ database }: { database: Database }): Handlers<typeof journalRoutes> => ({
  log: async ({ query }) => {
    checkMarks(query.excludeMessage, query.alternativeMessage);
    const { filter } = query;
    const found = filter === undefined ? page(database, 'general', query) : matches(database, filter, query);
    return { ...(await found), page: query.page, size: query.size };
  },
  specificLog: async ({ query }) => {
    checkMarks(query.message, query.alternativeMessage);
    return (await page(database, 'dynamic', { page: 0, size: DYNAMIC_LOG_LINES })).items;
  },
  downloadLog: ({ query: { log, filter }, reply }) => {
    if (log === 'dynamic' && filter !== undefined) {
      throw badRequest('no-filter-here', 'Only the general log can be filtered. Leave filter away.');
    }
    async function* text() {
      for await (const part of allLines(database, log, filter)) {
        yield part.map((line) => `${JSON.stringify(line)}\n`).join('');
      }
    }
    reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="${log}-log.jsonl"`);
    return Readable.from(text(), { objectMode: false });
  },
});
