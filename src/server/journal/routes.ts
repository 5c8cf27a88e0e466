/** The log calls. The two marks are fixed, so the calls' filter words choose between the two logs and nothing else. */
import type { journalRoutes } from '../../contract/journal.ts';
import type { Database } from '../platform/database/database.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Serves } from '../serves.ts';
import { CORVET, DYNAMIC_IMAGE_SET, page } from './journal.ts';

const SPECIFIC_LINES = 1000;

function onlyMarks(...words: (string | undefined)[]): void {
  const strange = words.find((word) => word !== undefined && word !== DYNAMIC_IMAGE_SET && word !== CORVET);
  if (strange !== undefined) {
    throw badRequest(
      'unknown-log-mark',
      `The logs are split by ${DYNAMIC_IMAGE_SET} and ${CORVET}, not by "${strange}".`,
    );
  }
}

export const journalHandlers = ({ database }: { database: Database }): Serves<typeof journalRoutes> => ({
  log: async ({ query }) => {
    onlyMarks(query.excludeMessage, query.alternativeMessage);
    return { ...(await page(database, { dynamic: false }, query)), page: query.page, size: query.size };
  },
  specificLog: async ({ query }) => {
    onlyMarks(query.message, query.alternativeMessage);
    return (await page(database, { dynamic: true }, { page: 0, size: SPECIFIC_LINES })).items;
  },
});
