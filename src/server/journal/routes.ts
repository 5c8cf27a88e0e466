/** The calls of the logs. The two marks are fixed, so the word parameters of the calls only choose between the two logs. */
import { Readable } from 'node:stream';
import { DYNAMIC_LOG_LINES } from '../../contract/index.ts';
import type { journalRoutes } from '../../contract/journal.ts';
import type { Handlers } from '../handlers.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { MARKS } from './journal.ts';
import type { LineFilter } from './lineQueries.ts';
import { readPage, searchLog } from './pages.ts';
import { readAll } from './wholeLog.ts';

const KNOWN_MARKS = Object.values(MARKS);

/** @throws ApiError 400 for a word that is not one of the marks */
function assertMarks(...words: (string | undefined)[]): void {
  const unknown = words.find((word) => word !== undefined && !KNOWN_MARKS.includes(word));
  if (unknown !== undefined) {
    throw badRequest('unknown-log-mark', `The logs are split by ${KNOWN_MARKS.join(' and ')}, not by "${unknown}".`);
  }
}

interface FilterQuery {
  filter?: string | undefined;
  level?: LineFilter['level'];
  since?: string | undefined;
  before?: string | undefined;
}
const isFiltered = ({ filter, level, since, before }: FilterQuery) =>
  [filter, level, since, before].some((one) => one !== undefined);

const millisecondsOf = (instant: string | undefined) => (instant === undefined ? undefined : Date.parse(instant));
const filterOf = ({ filter, level, since, before }: FilterQuery): LineFilter => ({
  text: filter,
  level,
  since: millisecondsOf(since),
  before: millisecondsOf(before),
});

export const journalHandlers = ({ database }: { database: Database }): Handlers<typeof journalRoutes> => ({
  log: async ({ query }) => {
    assertMarks(query.excludeMessage, query.alternativeMessage);
    const found = isFiltered(query)
      ? searchLog(database, filterOf(query), query)
      : readPage(database, 'general', query);
    return { ...(await found), page: query.page, size: query.size };
  },
  specificLog: async ({ query }) => {
    assertMarks(query.message, query.alternativeMessage);
    return (await readPage(database, 'dynamic', { page: 0, size: DYNAMIC_LOG_LINES })).items;
  },
  downloadLog: ({ query: { log, ...query }, reply }) => {
    if (log === 'dynamic' && isFiltered(query)) {
      throw badRequest(
        'no-filter-here',
        'Only the general log can be filtered. Leave out `filter`, `level`, `since` and `before`.',
      );
    }
    async function* text() {
      for await (const part of readAll(database, log, filterOf(query))) {
        yield part.map((line) => `${JSON.stringify(line)}\n`).join('');
      }
    }
    reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="${log}-log.jsonl"`);
    return Readable.from(text(), { objectMode: false });
  },
});
